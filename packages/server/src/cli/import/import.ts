/**
 * `lapwing import`: another tool's configuration as files of ours, to be read, changed and applied. A folder a tool: a
 * pure converter, beside a thin reader of a file or an API.
 */

import type { Command } from "commander";
import { command, fileArgument } from "../command.ts";
import type { Imported } from "./imported.ts";
import { writeImported } from "./write-import.ts";

/** In the order of the help. */
const SOURCES: readonly (() => Promise<Command>)[] = [
	async () => (await import("./uptime-kuma/uptime-kuma.ts")).uptimeKuma(),
];

export async function importCommand(): Promise<Command> {
	const all = command("import", "Write files from another tool's configuration, with a list of what can't be carried.");
	all.addHelpText("after", "\nThen: lapwing plan --file OUT, and lapwing apply --file OUT.");
	for (const source of SOURCES) all.addCommand(await source());
	return all;
}

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
		fileArgument,
	);
	return made.action(async (...given: unknown[]) => {
		// Commander gives the arguments, then the options, then the command.
		const options = given.at(-2) as FileOption & Options;
		const imported = await read(options, ...(given.slice(0, -2) as string[]));
		writeImported(options.file, title, imported);
	});
}
