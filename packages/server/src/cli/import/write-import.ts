/**
 * Writes what was imported: OUT, with what could not be carried as comments at its head, and its secrets in OUT.env,
 * which only this user can read. Neither is ever written over a file that exists.
 */

import { closeSync, existsSync, openSync, unlinkSync, writeSync } from "node:fs";
import { configText } from "../../domain/config/write/write-config.ts";
import { print, printAside } from "../command.ts";
import { objectsText } from "../config/objects-text.ts";
import { UsageError } from "../usage-error.ts";
import type { Imported, ImportNote } from "./imported.ts";
import { asVariable, withVariables } from "./imported.ts";
import { sound } from "./sound.ts";

/** @param source as the first comment names it: `Uptime Kuma` */
export function writeImported(file: string, source: string, converted: Imported): void {
	const imported = sound(converted);
	const envFile = `${file}.env`;
	for (const path of [file, envFile]) {
		if (existsSync(path)) throw new UsageError(`${path} exists already. Move it away, or name another file: --file.`);
	}
	const env = envText(imported.secrets);
	const notes = [...imported.notes, ...env.notes];
	if (env.text !== "") writeNew(envFile, env.text, 0o600);
	try {
		writeNew(file, withVariables(configText(imported.document, head(source, notes)), asVariable), 0o666);
	} catch (error) {
		// Without OUT its secrets are of no use, and would stand in the way of the next import.
		if (env.text !== "") unlinkSync(envFile);
		throw error;
	}
	report(file, env.text === "" ? null : envFile, { ...imported, notes });
}

function report(file: string, envFile: string | null, { document, notes }: Imported): void {
	for (const each of notes) print(`${lineOf(each)}`);
	printAside(
		`${file}: ${objectsText(document) || "nothing to carry"}; ${notes.length} things could not be carried as they were.`,
	);
	if (envFile !== null) printAside(`${envFile}: the secrets. Keep it out of version control.`);
	printAside(`Next: lapwing plan --file ${file}, then lapwing apply --file ${file}`);
}

export function lineOf({ what, field, why, instead }: ImportNote): string {
	return [`${what}${field === "" ? "" : `, ${field}`}:`, why, instead].filter((part) => part !== "").join(" ");
}

function head(source: string, notes: readonly ImportNote[]): readonly string[] {
	const listed = notes.map((each) => `- ${lineOf(each)}`);
	return [
		`Imported from ${source}.`,
		...(notes.length > 0 ? ["", "What could not be carried as it was:", ...listed] : []),
	];
}

/** As `util.parseEnv` reads it. It knows no escapes within quotes, so a value needs a quote that it does not hold. */
function envText(secrets: Imported["secrets"]): { readonly text: string; readonly notes: readonly ImportNote[] } {
	const notes: ImportNote[] = [];
	const lines = Object.entries(secrets).flatMap(([name, value]) => {
		// "…" reads \n as a line break.
		const quote = ["'", "`", ...(value.includes("\\") ? [] : ['"'])].find((each) => !value.includes(each));
		if (quote !== undefined && !value.includes("\r")) return `${name}=${quote}${value}${quote}\n`;
		const why = "Its value holds a carriage return, or each kind of quote, which a file of variables can't hold.";
		notes.push({ what: `secret ${name}`, field: "", why, instead: `Set the variable ${name} yourself.` });
		return [];
	});
	return { text: lines.join(""), notes };
}

function writeNew(path: string, text: string, mode: number): void {
	const file = openSync(path, "wx", mode);
	try {
		writeSync(file, text);
	} finally {
		closeSync(file);
	}
}
