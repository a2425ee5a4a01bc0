/** `lapwing import checkly --constructs PATH`: a project of Checkly's constructs, read without running it. */

import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../../../usage-error.ts";
import { listOf, objectOf } from "../../fields.ts";
import type { Imported, ImportNote } from "../../imported.ts";
import { readable, withoutUnknown } from "../../unknown-variables.ts";
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
