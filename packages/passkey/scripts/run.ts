/** Runs a program to its end and answers what it wrote; throws with all of that when it fails. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Far above what a check takes; a hung one must not hang the build. */
const TIMEOUT_MS = 120_000;

export async function run(program: string, args: string[], directory: string): Promise<string> {
	try {
		const { stdout } = await promisify(execFile)(program, args, { cwd: directory, timeout: TIMEOUT_MS });
		return stdout;
	} catch (error) {
		const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
		throw new Error(`${program} ${args.join(" ")} failed in ${directory}\n${stdout}${stderr}`, { cause: error });
	}
}
