/** Runs a program to its end and answers what it wrote; throws with all of that when it fails. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Far above what a check, or 850 MB from a slow registry, takes; a hung one must not hang the build. */
const TIMEOUT_MS = 900_000;
/** Far above what a check writes. */
const MAX_BUFFER_BYTES = 16 * 1024 * 1024;

export async function run(
	program: string,
	args: string[],
	directory: string,
	env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
	try {
		const options = { cwd: directory, timeout: TIMEOUT_MS, maxBuffer: MAX_BUFFER_BYTES, env };
		const { stdout } = await promisify(execFile)(program, args, options);
		return stdout;
	} catch (error) {
		const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
		throw new Error(`${program} ${args.join(" ")} failed in ${directory}\n${stdout}${stderr}`, { cause: error });
	}
}
