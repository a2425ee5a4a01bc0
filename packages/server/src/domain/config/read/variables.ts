/**
 * What files say in place of values: `${NAME}` in texts and `{ secret: NAME }` for secrets, both of the environment.
 * A secret whose variable is not set stays as it is: the service keeps the one that it has, or makes one.
 */

import { distance } from "fastest-levenshtein";
import type { Path } from "../secret-places.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** More than any object of the API has; what a program made may hold itself. */
const MAX_LEVELS = 50;
/** Ours: a file that could read them could send the key of its reader to a target. */
const RESERVED = "LAPWING_";
/** `$${` stands for the two characters themselves. */
const VARIABLE = /\$\$\{|\$\{([^}]*)\}?/g;

interface Replaced {
	readonly environment: Environment;
	report(path: Path, message: string): void;
	/** Told of each `{ secret: NAME }`. */
	found(path: Path, name: string): void;
	/** Told of each variable that a text has in it. */
	used?(name: string): void;
}

/** `value` with every variable replaced. It shares no object with `value`, and has no member `undefined`. */
export function withVariables(value: unknown, path: Path, replaced: Replaced): unknown {
	const { report } = replaced;
	if (typeof value === "string") return textOf(value, path, replaced);
	if (path.length > MAX_LEVELS) {
		report(path.slice(0, 2), "Has too many levels.");
		return null;
	}
	if (Array.isArray(value)) return value.map((item, index) => withVariables(item, [...path, index], replaced));
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	const [[name, secret] = []] = members;
	if (members.length === 1 && name === "secret" && typeof secret === "string") return secretOf(secret, path, replaced);
	return Object.fromEntries(members.map(([key, member]) => [key, withVariables(member, [...path, key], replaced)]));
}

/** `text` such that reading it gives `text`. */
export function withoutVariables(text: string): string {
	return text.replaceAll("${", () => "$${");
}

function textOf(text: string, path: Path, { environment, report, used }: Replaced): string {
	if (!text.includes("${")) return text;
	return text.replace(VARIABLE, (found, name: string | undefined) => {
		if (name === undefined) return "${";
		const problem = problemOf(name, found.endsWith("}"));
		used?.(name);
		const value = problem === null ? environment[name] : undefined;
		if (value !== undefined) return value;
		report(path, problem ?? `The variable ${name} is not set.${meantInstead(name, environment)}`);
		return found;
	});
}

function secretOf(name: string, path: Path, { environment, report, found }: Replaced): unknown {
	found(path, name);
	const problem = problemOf(name, true);
	if (problem !== null) report(path, problem);
	// What CI systems give for a secret that they do not have is empty.
	return (problem === null && environment[name]) || { secret: name };
}

/** Three edits also lead from one variable to another's. */
const MAX_EDITS = 2;
const SHORTEST = 5;

/** ` Did you mean …?`: a variable that is set, and that files do not name (`others`). */
export function meantInstead(name: string, environment: Environment, others: ReadonlySet<string> = new Set()): string {
	const set = Object.keys(environment).filter((each) => environment[each] && each.length >= SHORTEST);
	const meant = set.find((each) => {
		const isOther = others.has(each) || each.toUpperCase().startsWith(RESERVED);
		return !isOther && distance(each.toUpperCase(), name.toUpperCase()) <= MAX_EDITS;
	});
	return meant === undefined ? "" : ` Did you mean ${meant}?`;
}

function problemOf(name: string, isClosed: boolean): string | null {
	if (!isClosed || !NAME.test(name)) {
		return `Must name a variable: letters, digits and _, not beginning with a digit. Write $\${ for the characters \${.`;
	}
	return name.toUpperCase().startsWith(RESERVED)
		? `Variables that begin with ${RESERVED} are of Lapwing itself: give this one another name.`
		: null;
}
