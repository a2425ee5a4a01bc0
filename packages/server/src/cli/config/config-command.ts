/** What the commands of a configuration in files share: their options, and how they fail. */

import type { Command } from "commander";
import { command, fileArgument } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { FaultyFiles } from "./config-files.ts";

export interface FileOption {
	readonly file?: readonly string[];
}

const FILES = `
Files: YAML (or JSON) with the lists monitors, alerts, schedules, maintenance and statusPages, or TypeScript that
exports one such object. \${NAME} in a text and { secret: NAME } are variables of the environment, or of FILE.env.`;

export function filesCommand(name: string, description: string): Command {
	return command(name, description)
		.option(
			"--file <path>",
			"a file or a folder; repeatable [lapwing.yaml, lapwing.config.ts, lapwing/]",
			(path: string, earlier: readonly string[] = []) => [...earlier, fileArgument(path)],
		)
		.addHelpText("after", FILES);
}

/**
 * Runs a command whose exit code 2 has a meaning of its own, or whose files may have faults: what fails gives 1.
 */
export async function failingWith1(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		if (error instanceof FaultyFiles) error.print();
		throw error instanceof UsageError ? new Error(error.message) : error;
	}
}
