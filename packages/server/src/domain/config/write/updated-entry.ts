/** An object of a file with the values that the service has. What they agree on stays as the file says it. */

import { HIDDEN, type Path, placeIn, valueAt, withValueAt } from "../secret-places.ts";

type Members = Readonly<Record<string, unknown>>;

interface Served {
	/** The object as the service exports it, with what {@link saidBesideDefaults} adds. */
	readonly served: Members;
	/** The defaults of its kind in the files. */
	readonly usual: Members;
	/** The members that differ; null: all of them are compared. */
	readonly differing: ReadonlySet<string> | null;
	/** What the service has, by the paths of fields that differ; secrets are not among them. */
	readonly values: ReadonlyMap<string, unknown>;
	/** Where the file says `{ secret: NAME }`. */
	readonly secretPlaces: readonly Path[];
}

/**
 * An exported object with the defaults of the API that it has, and leaves out, where the files have a default of their
 * own: it would count there.
 * @param usual the defaults of its kind in the files
 * @param defaults those of the API for an object of its kind and type
 */
export function saidBesideDefaults(exported: Members, usual: Members, defaults: Members): Members {
	const names = Object.keys(usual).filter((name) => !Object.hasOwn(exported, name) && Object.hasOwn(defaults, name));
	return { ...exported, ...Object.fromEntries(names.map((name) => [name, defaults[name]])) };
}

export function updatedEntry(own: Members, { served: open, usual, differing, values, secretPlaces }: Served): Members {
	const after: Record<string, unknown> = { ...own };
	const file = { ...usual, ...own };
	const served = secretPlaces.reduce<Members>(
		(entry, place) => withValueAt(entry, placeIn(entry, place, file), () => valueAt(file, place)) as Members,
		open,
	);
	const whole = new Set(secretPlaces.map(([name, ...rest]) => (rest.length === 0 ? name : undefined)));
	for (const name of differing ?? new Set([...Object.keys(own), ...Object.keys(served)])) {
		if (name === "key" || whole.has(name)) continue;
		const said = Object.hasOwn(own, name) ? own[name] : usual[name];
		const value = withSecretsOf(said, served[name], (path) => beforeAt(values, [name, ...path]));
		if (value === undefined) {
			if (!Object.hasOwn(usual, name)) delete after[name];
		} else if (Object.hasOwn(own, name) || JSON.stringify(value) !== JSON.stringify(said)) {
			// Otherwise the defaults of the files say it already.
			after[name] = value;
		}
	}
	return after;
}

function beforeAt(values: Served["values"], path: Path): unknown {
	const lengths = path.map((_, index) => path.length - index);
	const known = lengths.find((length) => values.has(path.slice(0, length).join(".")));
	return known === undefined ? undefined : valueAt(values.get(path.slice(0, known).join(".")), path.slice(known));
}

/**
 * `served` with the secrets as the file has them: the service says no more of them than a name. What is open on the
 * service and another value there becomes that name.
 */
function withSecretsOf(said: unknown, served: unknown, before: (path: Path) => unknown): unknown {
	if (isSecret(served)) {
		const held = before([]);
		// Such a value is hidden in plans, the same one as that of the files by another word.
		const isOther = typeof held === "string" && !held.endsWith(HIDDEN);
		return isOther ? served : (said ?? served);
	}
	const inner = (name: string | number, value: unknown) =>
		withSecretsOf(valueAt(said, [name]), value, (path) => before([name, ...path]));
	if (Array.isArray(served)) return served.map((item, index) => inner(index, item));
	if (!isMembers(served)) return served;
	return Object.fromEntries(Object.entries(served).map(([name, value]) => [name, inner(name, value)]));
}

function isSecret(value: unknown): boolean {
	return isMembers(value) && Object.keys(value).join() === "secret" && typeof value["secret"] === "string";
}

function isMembers(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
