/** A prober in a location of its own, as its operator starts it: added by the command line, a process of its own. */

import { spawn } from "node:child_process";
import { lapwing, NODE_OPTIONS, RUN_MAIN } from "./lapwing.ts";

interface ProberOptions {
	/** The program; default: that of this checkout. */
	readonly main?: string;
	/** Of the prober alone. */
	readonly env?: Readonly<Record<string, string>>;
}

/**
 * Killed with `stack`. What it writes is discarded unless it is read.
 * @param env of the command that adds it: the database and NATS
 * @param name of the prober and of its location
 */
export async function startProber(
	stack: AsyncDisposableStack,
	env: Readonly<Record<string, string>>,
	name: string,
	options: ProberOptions = {},
) {
	const { stdout } = await lapwing(env, "probers", "add", "--name", name, "--location", name, "--json");
	const program = options.main === undefined ? RUN_MAIN : [...NODE_OPTIONS, options.main];
	const prober = spawn(process.execPath, [...program, "prober"], {
		env: { ...process.env, ...options.env, LAPWING_PROBER_TOKEN: JSON.parse(stdout).token },
		stdio: ["ignore", "pipe", "pipe"],
	});
	prober.stderr.on("data", (text: Buffer) => process.stderr.write(text));
	prober.stdout.resume();
	stack.defer(() => void prober.kill("SIGKILL"));
	return prober;
}
