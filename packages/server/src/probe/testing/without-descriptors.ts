/**
 * Run as a process of its own, with few file descriptors: probes a target when none is left, and prints the
 * observation.
 */

import { closeSync, openSync } from "node:fs";
import { startProber } from "./prober.ts";

const url = process.argv[2] ?? "";
const prober = startProber();
// Everything that is loaded at first use is loaded now.
const before = await prober.observe({ url });
const taken: number[] = [];
try {
	for (;;) taken.push(openSync(import.meta.filename, "r"));
} catch {
	// None is left.
}
const without = await prober.observe({ url });
for (const descriptor of taken) closeSync(descriptor);
process.stdout.write(JSON.stringify({ before, without, after: await prober.observe({ url }) }));
await prober.prober.close();
