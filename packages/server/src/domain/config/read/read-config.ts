/**
 * Files as one document: what each holds is merged, variables are replaced, and faults are found again in the files.
 * What the document may hold is not judged here (http/api/config/document.ts does): its faults come to `placed`.
 */

import { MAX_NAME_LENGTH } from "../../text.ts";
import { CONFIG_KINDS, type ConfigKind, KINDS_IN_ORDER, MAX_CONFIG_BYTES } from "../config.ts";
import { withoutSecretAddresses } from "../open-secrets.ts";
import type { Path } from "../secret-places.ts";
import { type Environment, meantInstead, withVariables } from "./variables.ts";
import { type ParsedSource, parseSource } from "./yaml-source.ts";

/** A file. `text` is YAML or JSON; `value` is what a program made, which has no lines. */
export type ConfigSource = { readonly name: string } & ({ readonly text: string } | { readonly value: unknown });

export interface FileFault {
	readonly file: string;
	/** Counted from 1; null in what a program made. */
	readonly line: number | null;
	readonly column: number | null;
	readonly message: string;
}

interface DocumentFault {
	/** JSON Pointer into the document (RFC 6901). */
	readonly path: string;
	readonly message: string;
}

export interface ReadConfig {
	/** The document, with secrets filled in where their variables are set. Of no use when there are faults. */
	readonly value: Readonly<Record<string, unknown>>;
	readonly faults: readonly FileFault[];
	/** Secrets whose variable is not set, and a variable of nearly that name is. */
	readonly warnings: readonly FileFault[];
	/** Faults of the document as faults of the files; one for each place, also where many objects share it. */
	placed(faults: readonly DocumentFault[]): readonly FileFault[];
	/** Where the object, or the defaults that it has, say `{ secret: NAME }`: paths within it. */
	secretPlaces(kind: ConfigKind, key: string): readonly Path[];
	/** `text` with the variables that files name in place of their values, but for short ones, which stand anywhere. */
	withoutValues(text: string): string;
	/** The file that has the object, and its index in the list there. */
	originOf(kind: ConfigKind, index: number): { readonly file: string; readonly index: number } | undefined;
}

/** Of the values of variables: characters. */
const SHORTEST_HIDDEN = 6;

type Members = Readonly<Record<string, unknown>>;

interface Origin {
	readonly source: OpenSource;
	readonly index: number;
}

interface OpenSource {
	readonly name: string;
	readonly value: unknown;
	/** Where it says `{ secret: NAME }`. */
	readonly secrets: readonly Path[];
	/** Those whose variable is not set. */
	readonly unset: readonly { readonly path: Path; readonly name: string }[];
	/** Null of what a program made. */
	readonly parsed: ParsedSource | null;
}

export function readConfig(sources: readonly ConfigSource[], environment: Environment): ReadConfig {
	const faults: FileFault[] = [];
	// Characters, of which UTF-8 needs at least a byte each.
	const size = sources.reduce((sum, source) => sum + ("text" in source ? source.text.length : 0), 0);
	if (size > MAX_CONFIG_BYTES) {
		const message = "The files have more than 16 MiB together. Split them into several projects.";
		faults.push({ file: sources[0]?.name ?? "", line: null, column: null, message });
	}
	const named = new Set<string>();
	const reading = { environment, faults, named };
	const files = (size > MAX_CONFIG_BYTES ? [] : sources).map((source) => opened(source, reading));
	const merged = mergedOf(files, faults);
	return {
		value: merged.value,
		faults,
		warnings: files.flatMap((file) =>
			file.unset.flatMap(({ path, name }) => {
				const hint = meantInstead(name, environment, named);
				return hint === "" ? [] : [faultAt(file, path, `The variable ${name} is not set.${hint}`)];
			}),
		),
		placed: (found) => once(found.map(({ path, message }) => merged.place(stepsOf(path), message))),
		secretPlaces: (kind, key) => merged.secretPlaces.get(`${kind}/${key}`) ?? [],
		withoutValues: (text) => {
			const values = [...named].map((name) => [name, environment[name] ?? ""] as const);
			const long = values.filter(([, value]) => value.length >= SHORTEST_HIDDEN);
			// One may have another in it.
			long.sort(([, a], [, b]) => b.length - a.length);
			return long.reduce((shown, [name, value]) => shown.replaceAll(value, () => `\${${name}}`), text);
		},
		originOf: (kind, index) => {
			const origin = merged.origins.get(kind)?.[index];
			return origin && { file: origin.source.name, index: origin.index };
		},
	};
}

interface Reading {
	readonly environment: Environment;
	readonly faults: FileFault[];
	/** Variables that files name. */
	readonly named: Set<string>;
}

function opened(source: ConfigSource, { environment, faults, named }: Reading): OpenSource {
	const { name } = source;
	const parsed = "text" in source ? parseSource(source.text) : null;
	for (const { message, ...place } of parsed?.problems ?? []) faults.push({ file: name, ...place, message });
	const given = "text" in source ? parsed?.value : source.value;
	const secrets: Path[] = [];
	const unset: OpenSource["unset"][number][] = [];
	const value = withVariables(given, [], {
		environment,
		report: (path, message) => faults.push(faultAt({ name, value: given, parsed }, path, message)),
		found: (path, name) => {
			secrets.push(path);
			named.add(name);
			if (!environment[name]) unset.push({ path, name });
		},
		used: (name) => named.add(name),
	});
	return { name, value, secrets, unset, parsed };
}

function mergedOf(files: readonly OpenSource[], faults: FileFault[]) {
	const value: Record<string, unknown> = {};
	const lists = new Map<string, unknown[]>();
	const origins = new Map<string, Origin[]>();
	const defaults: Record<string, Record<string, unknown>> = {};
	/** Which file says what is not in a list, by its path. */
	const saidBy = new Map<string, OpenSource>();

	const say = (file: OpenSource, path: Path, said: unknown, into: Record<string, unknown>, name: string) => {
		const earlier = saidBy.get(path.join("/"));
		if (earlier === undefined) {
			saidBy.set(path.join("/"), file);
			into[name] = said;
		} else if (JSON.stringify(into[name]) !== JSON.stringify(said)) {
			faults.push(faultAt(file, path, `${earlier.name} has another value of ${path.join(".")}.`));
		}
	};

	for (const file of files) {
		// Nothing but comments.
		if (file.value === null || file.value === undefined) continue;
		if (!isObject(file.value)) {
			faults.push(faultAt(file, [], `Must be an object with members of ${KINDS_IN_ORDER.join(", ")}.`));
			continue;
		}
		for (const [name, member] of Object.entries(file.value)) {
			// For editors.
			if (name === "$schema") continue;
			if (isKind(name)) {
				if (member !== null && !Array.isArray(member)) {
					faults.push(faultAt(file, [name], "Must be a list of objects, each with a key."));
					continue;
				}
				const list = lists.get(name) ?? [];
				const from = origins.get(name) ?? [];
				for (const [index, entry] of (member ?? []).entries()) {
					list.push(entry);
					from.push({ source: file, index });
				}
				lists.set(name, list);
				origins.set(name, from);
			} else if (name === "defaults" && isObject(member) && Object.values(member).every(isObject)) {
				for (const [kind, usual] of Object.entries(member as Readonly<Record<string, Members>>)) {
					defaults[kind] ??= {};
					for (const [each, said] of Object.entries(usual)) say(file, [name, kind, each], said, defaults[kind], each);
					if (!saidBy.has(`${name}/${kind}`)) saidBy.set(`${name}/${kind}`, file);
				}
				if (!saidBy.has(name)) saidBy.set(name, file);
				value["defaults"] = defaults;
			} else say(file, [name], member, value, name);
		}
	}
	for (const [name, list] of lists) value[name] = list;
	const secretPlaces = secretPlacesOf(files, value, origins);
	const monitors = lists.get("monitors");
	if (monitors !== undefined) {
		value["monitors"] = monitors.map((each) => {
			return withName(each, isObject(each) ? (secretPlaces.get(`monitors/${each["key"]}`) ?? []) : []);
		});
	}

	const place = (path: Path, message: string): FileFault => {
		const [kind, index, ...below] = path;
		const origin = typeof index === "number" ? origins.get(String(kind))?.[index] : undefined;
		if (origin === undefined) {
			for (let length = path.length; length > 0; length -= 1) {
				const source = saidBy.get(path.slice(0, length).join("/"));
				if (source !== undefined) return faultAt(source, path, message);
			}
			return faultAt(files[0] ?? { name: "", value: undefined, parsed: null }, path, message);
		}
		const { source } = origin;
		const entry = (source.value as Readonly<Record<string, readonly unknown[]>>)[String(kind)]?.[origin.index];
		const [member] = below;
		const usual = member === undefined ? undefined : saidBy.get(`defaults/${kind}/${member}`);
		// What the object does not say itself, the defaults of its kind do.
		if (usual !== undefined && isObject(entry) && !Object.hasOwn(entry, String(member))) {
			return faultAt(usual, ["defaults", String(kind), ...below], message);
		}
		return faultAt(source, [String(kind), origin.index, ...below], message);
	};
	return { value, origins, place, secretPlaces };
}

/** By kind and key. */
function secretPlacesOf(
	files: readonly OpenSource[],
	value: Members,
	origins: ReadonlyMap<string, readonly Origin[]>,
): ReadonlyMap<string, readonly Path[]> {
	const inDefaults = files.flatMap(({ secrets }) => secrets.filter(([first]) => first === "defaults"));
	const own = new Map(
		files.map((file) => [file, Map.groupBy(file.secrets, ([kind, index]) => `${kind}/${index}`)] as const),
	);
	const places = [...origins].flatMap(([kind, list]) => {
		const usual = inDefaults.filter(([, of]) => of === kind).map((path) => path.slice(2));
		return list.map(({ source, index }, at) => {
			const entry = (value[kind] as readonly unknown[])[at];
			const members = isObject(entry) ? entry : {};
			return [
				`${kind}/${members["key"]}`,
				[
					...(own.get(source)?.get(`${kind}/${index}`) ?? []).map((path) => path.slice(2)),
					...usual.filter(([member]) => !Object.hasOwn(members, String(member))),
				],
			] as const;
		});
	});
	return new Map(places);
}

/**
 * A monitor without a name is called as its target, or as its key where that is a secret. A flow or a job that runs
 * every hour has none.
 */
function withName(monitor: unknown, secrets: readonly Path[]): unknown {
	if (!isObject(monitor) || (monitor["name"] !== undefined && monitor["name"] !== "")) return monitor;
	const { key, url, domain, host, port, schedule } = monitor;
	if (secrets.some((place) => place.length === 1 && TARGETS.has(place[0]))) return { ...monitor, name: key };
	const target = url ?? domain ?? (port === undefined ? host : `${host}:${port}`) ?? schedule;
	if (typeof target !== "string") return monitor;
	return { ...monitor, name: withoutSecretAddresses(target).slice(0, MAX_NAME_LENGTH) };
}
const TARGETS: ReadonlySet<unknown> = new Set(["url", "domain", "host"]);

/** In a text, at its line; in what a program made, at the object with its key and the path in it. */
function faultAt(
	{ name: file, value, parsed }: Pick<OpenSource, "name" | "value" | "parsed">,
	path: Path,
	problem: string,
): FileFault {
	if (parsed !== null) {
		const [member] = path.slice(-1);
		const message = typeof member === "string" ? `${member}: ${problem}` : problem;
		return { file, ...parsed.placeOf(path), message };
	}
	const [kind, index, ...below] = path;
	const entry = isObject(value) && Array.isArray(value[String(kind)]) ? value[String(kind)] : [];
	const object: unknown = typeof index === "number" ? (entry as readonly unknown[])[index] : undefined;
	if (object === undefined || !isKind(String(kind))) {
		return { file, line: null, column: null, message: [path.join("."), problem].filter(Boolean).join(": ") };
	}
	const { noun } = CONFIG_KINDS[kind as ConfigKind];
	const key = isObject(object) && typeof object["key"] === "string" ? `"${object["key"]}"` : `${Number(index) + 1}`;
	const where = [`${noun} ${key}`, below.join(".")].filter(Boolean).join(", ");
	return { file, line: null, column: null, message: `${where}: ${problem}` };
}

function once(faults: readonly FileFault[]): readonly FileFault[] {
	return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}

/** The steps of a JSON Pointer; digits are an index, for no member of the document is called so. */
function stepsOf(pointer: string): Path {
	const steps = pointer.split("/").slice(1);
	return steps.map((step) => {
		const text = step.replaceAll("~1", "/").replaceAll("~0", "~");
		return /^\d+$/.test(text) ? Number(text) : text;
	});
}

function isKind(name: string): name is ConfigKind {
	return (KINDS_IN_ORDER as readonly string[]).includes(name);
}

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
