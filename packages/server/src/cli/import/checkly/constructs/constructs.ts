/** `lapwing import checkly --constructs PATH`: a project of Checkly's constructs, read without running it. */

import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../../../usage-error.ts";
import { listOf, objectOf } from "../../fields.ts";
import { asVariable, hasVariable, type Imported, type ImportNote, withVariables } from "../../imported.ts";
import { convertChecklyAccount } from "../convert.ts";
import { accountOf } from "./account.ts";
import { configAbove, constructFiles, USUAL_MATCH } from "./files.ts";
import { type Fault, Reader, UNREADABLE } from "./reader.ts";

type Members = Readonly<Record<string, unknown>>;

const FROM_THE_ACCOUNT = "Write it by hand, or import the account that it was deployed to: without --constructs.";
/** Of `checks` in checkly.config.ts: of files, not of monitors. */
const FLOWS = ["browserChecks", "multiStepChecks", "playwrightChecks"];

export function readConstructs(given: string): Imported {
	const path = resolve(given);
	const config = configAbove(path);
	const root = dirname(config ?? (statSync(path).isDirectory() ? join(path, "checkly.config.ts") : path));
	const reader = new Reader(root);
	const faults: Fault[] = [];
	const checks = config === null ? {} : defaultsOf(reader, config, faults);
	const match = textsOf(checks["checkMatch"]);
	const patterns = match.length === 0 ? [USUAL_MATCH] : match;
	const files = constructFiles(path, { root, patterns, ignored: textsOf(checks["ignoreDirectoriesMatch"]) });
	if (files.length === 0) throw new UsageError(`${path} has no files of constructs (${patterns.join(", ")}).`);
	for (const file of files) reader.load(file);
	const { account, faults: found } = accountOf(reader, checks);
	const notes: ImportNote[] = [
		...faults.map((fault) => ({ ...noteOf(fault), instead: "Set it in each monitor by hand." })),
		...flowsIn(checks),
		...reader.faults.map((fault) => ({ ...noteOf(fault), instead: FROM_THE_ACCOUNT })),
		...found.map((fault) => ({ ...noteOf(fault), instead: fault.instead })),
	];
	const imported = withoutUnknown(convertChecklyAccount(account));
	const unique = new Map([...notes, ...imported.notes].map((note) => [JSON.stringify(note), note]));
	return { ...imported, notes: [...unique.values()].map(readable) };
}

/** One text, or a list of them. */
function textsOf(value: unknown): readonly string[] {
	return [value].flat().filter((each) => typeof each === "string");
}

function defaultsOf(reader: Reader, path: string, faults: Fault[]): Members {
	const module = reader.load(path);
	const value = module === null ? UNREADABLE : reader.defaultOf(module, faults);
	// What is not of `checks` concerns Checkly's own command line.
	const kept = faults.filter((fault) => fault.path === "" || /^checks\b/.test(fault.path));
	faults.splice(0, faults.length, ...kept);
	return value === UNREADABLE ? {} : objectOf(objectOf(value)["checks"]);
}

function flowsIn(checks: Members): readonly ImportNote[] {
	return FLOWS.filter((name) => listOf(checks[name]).length > 0 || Object.keys(objectOf(checks[name])).length > 0).map(
		(name) => ({
			what: "checkly.config",
			field: `checks.${name}`,
			why: "The checks that it makes of files are code in a browser: they are not carried.",
			instead: "Write a flow for each: its steps, saved values and content checks.",
		}),
	);
}

function noteOf({ place, path, why }: Fault): Omit<ImportNote, "instead"> {
	return { what: place, field: path, why };
}

function readable(note: ImportNote): ImportNote {
	const text = (each: string) => withVariables(each, asVariable);
	return { what: text(note.what), field: text(note.field), why: text(note.why), instead: text(note.instead) };
}

/** What stands before a token in a header: `Bearer `. */
const PREFIX = /^[A-Za-z-]{0,20}[ =:]*$/;

/**
 * Secrets that are variables of the environment keep their names: their values are not known. One that a file of
 * variables can't say, because it joins a text and a variable, is listed.
 */
function withoutUnknown(imported: Imported): Imported {
	const notes = [...imported.notes];
	const known = Object.entries(imported.secrets).filter(([, value]) => !hasVariable(value));
	const replaced = (value: unknown, member: string): unknown => {
		if (Array.isArray(value)) return value.map((each) => replaced(each, member));
		if (typeof value !== "object" || value === null) return value;
		const { secret } = value as { secret?: unknown };
		const marked = typeof secret === "string" ? imported.secrets[secret] : undefined;
		if (marked === undefined || !hasVariable(marked) || Object.keys(value).length > 1)
			return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, name)]));
		const names: string[] = [];
		const rest = withVariables(marked, (name) => {
			names.push(name);
			return "";
		});
		const isWhole = rest === "" && names.length === 1;
		if (isWhole && member !== "body") return { secret: names[0] };
		if (isWhole || (member === "value" && PREFIX.test(rest))) return marked;
		const why = `Its value joins a text and ${names.join(", ")} of the environment, which a file of variables can't say.`;
		notes.push({ what: `secret ${String(secret)}`, field: "", why, instead: `Set the variable ${String(secret)}.` });
		return value;
	};
	const document = replaced(imported.document, "") as Imported["document"];
	return { document, secrets: Object.fromEntries(known), notes };
}
