/**
 * Run as a process of its own, with few file descriptors: probes a target when none is left, by its address and by a
 * name, and prints the observations.
 */

import { closeSync, openSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { startProber } from "./prober.ts";

const url = process.argv[2] ?? "";
const prober = startProber();
// Everything that is loaded at first use is loaded now.
const before = await prober.observe({ url });
const taken: number[] = [];
const takeAll = () => {
	try {
		for (;;) taken.push(openSync(import.meta.filename, "r"));
	} catch {
		// None is left.
	}
};
takeAll();
// Sockets of the first probe may be closed only now.
await setTimeout(100);
takeAll();
const without = await prober.observe({ url });
const byName = await prober.observe({ url: url.replace("127.0.0.1", "www.example") });
for (const descriptor of taken) closeSync(descriptor);
process.stdout.write(JSON.stringify({ before, without, byName, after: await prober.observe({ url }) }));
await prober.prober.close();
