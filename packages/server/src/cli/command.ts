/** Shared by all commands: help texts, arguments and output. */

import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { SETTINGS } from "../config/config.ts";
import { printable, printableJson, printableLines } from "./terminal/printable.ts";
import { UsageError } from "./usage-error.ts";

/** A command whose help describes the environment variables too. */
export function command(name: string, description: string): Command {
	return new Command(name)
		.description(description)
		.helpOption("-h, --help", "print this")
		.exitOverride()
		.showHelpAfterError("Add --help for the options.");
}

/** The settings, one per line, for the end of a help text. */
export function settingsHelp(): string {
	const width = Math.max(...SETTINGS.map(({ name }) => name.length));
	const lines = SETTINGS.map(({ name, about, shownDefault }) => `  ${name.padEnd(width)}  ${about} [${shownDefault}]`);
	return `\nEnvironment:\n${lines.join("\n")}`;
}

/** Every command answers through `print`, `printLines`, `printTable` and `printJson`. */
export function print(line: string): void {
	process.stdout.write(`${printable(line)}\n`);
}

/** What no name of others breaks into lines: a script, a text of our own. */
export function printLines(text: string): void {
	process.stdout.write(`${printableLines(text)}\n`);
}

/** Beside what the command answers: progress, advice, errors. */
export function printAside(text: string): void {
	process.stderr.write(`${printableLines(text)}\n`);
}

export function printJson(value: unknown): void {
	process.stdout.write(`${printableJson(JSON.stringify(value, null, 2))}\n`);
}

/**
 * The messages of an error and of its causes, without those that it repeats; of an AggregateError (one error per
 * address of a host), all of them.
 */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
	const message = error.message || error.name;
	const cause = error.cause === undefined ? "" : reasonOf(error.cause);
	return message.includes(cause) ? message : `${message} (${cause})`;
}

/** A file that an argument names, as its caller sees it: bin/lapwing runs commands in the checkout. */
export function fileArgument(text: string): string {
	return resolve(process.env["LAPWING_CALLED_FROM"] ?? process.cwd(), text);
}

/** As {@link fileArgument}, of a file that is read. */
export function inputFile(text: string): string {
	const path = fileArgument(text);
	refuseFolder(path);
	if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
	return path;
}

/** As {@link fileArgument}, of a file that is written: what stands in its way is known before the work. */
export function outputFile(text: string): string {
	const path = fileArgument(text);
	refuseFolder(path);
	const folder = dirname(path);
	if (!existsSync(folder)) throw new UsageError(`There is no folder ${folder}. Make it, or name a file elsewhere.`);
	return path;
}

function refuseFolder(path: string): void {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
		throw new UsageError(`${path} is a folder. Name a file in it.`);
	}
}

/** Rows in columns as wide as their widest cell. */
export function printTable(cells: readonly (readonly string[])[]): void {
	const rows = cells.map((row) => row.map(printable));
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	for (const row of rows)
		print(
			row
				.map((cell, column) => cell.padEnd(widths[column] ?? 0))
				.join("  ")
				.trimEnd(),
		);
}

/** For options and arguments that take a whole number. Commander begins the error with their name. */
export function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (/^\d+$/.test(text) && value >= least && value <= most) return value;
		throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
	};
}

/** For options that take several words: `--scope a --scope b` and `--scope a,b`. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
	const words = value.split(",").map((word) => word.trim());
	return [...earlier, ...words.filter((word) => word !== "")];
}
