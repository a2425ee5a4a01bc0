/** What the commands of `lapwing import` have in common. */

import type { Command } from "commander";
import { command, outputFile } from "../command.ts";
import type { Imported } from "./imported.ts";
import { writeImported } from "./write-import.ts";

interface FileOption {
	readonly file: string;
}

/**
 * A command `lapwing import NAME` that writes what `read` gives; arguments and options are added by the caller.
 *
 * @param title the tool as people call it: `Uptime Kuma`
 */
export function importer<Options>(
	name: string,
	title: string,
	read: (options: Options, ...words: readonly string[]) => Promise<Imported> | Imported,
): Command {
	const made = command(name, `Files from ${title}.`).requiredOption(
		"--file <out>",
		"the file to write, which must not exist; secrets go to OUT.env beside it",
		outputFile,
	);
	return made.action(async (...given: unknown[]) => {
		// Commander gives the arguments, then the options, then the command.
		const options = given.at(-2) as FileOption & Options;
		const imported = await read(options, ...(given.slice(0, -2) as string[]));
		writeImported(options.file, title, imported);
	});
}
