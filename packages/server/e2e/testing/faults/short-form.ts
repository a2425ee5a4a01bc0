/**
 * A scenario that a test runs: as root in a process with a network and a disk of its own (./own-namespaces.ts), so that
 * it can lose packets and fill the disk as well, and otherwise in the process of the test.
 */

import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../../../src/cli/demo/demo-history.ts";
import { isInOwnNamespaces, mayUnshare, spawnInOwnNamespaces } from "./own-namespaces.ts";
import { type FaultsOptions, type FaultsResult, runFaults } from "./scenario.ts";

interface ShortForm extends Omit<FaultsOptions, "random" | "onProgress"> {
	readonly seed: number;
}

const NODE_OPTIONS = ["--conditions=@lapwing/source", "--disable-warning=ExperimentalWarning"];

/** Aborting `signal` ends the process. */
export async function runShortForm(shortForm: ShortForm, signal: AbortSignal): Promise<FaultsResult> {
	if (!mayUnshare()) return run(shortForm);
	const file = fileURLToPath(import.meta.url);
	const child = spawnInOwnNamespaces([...NODE_OPTIONS, file, JSON.stringify(shortForm)], ["ignore", "pipe", "pipe"]);
	const end = () => child.kill();
	signal.addEventListener("abort", end, { once: true });
	const { stdout, stderr } = child;
	if (stdout === null || stderr === null) throw new Error("The process has no pipes");
	const [result, errors] = await Promise.all([text(stdout), text(stderr), once(child, "exit")]);
	signal.removeEventListener("abort", end);
	if (child.exitCode !== 0) throw new Error(`The scenario ended with ${child.exitCode ?? child.signalCode}: ${errors}`);
	return JSON.parse(result);
}

function run({ seed, ...options }: ShortForm): Promise<FaultsResult> {
	return runFaults({ ...options, random: seededRandom(seed) });
}

if (import.meta.main && isInOwnNamespaces())
	process.stdout.write(JSON.stringify(await run(JSON.parse(process.argv[2] ?? ""))));
