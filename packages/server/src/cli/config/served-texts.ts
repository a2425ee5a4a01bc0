/** The texts of files with what the service has. Objects that do not differ keep every byte. */

import { type ConfigKind, KINDS_IN_ORDER } from "../../domain/config/config.ts";
import { saidBesideDefaults, updatedEntry } from "../../domain/config/write/updated-entry.ts";
import { changedText, type ListChange } from "../../domain/config/write/write-config.ts";
import { defaultsOfBody } from "../../http/api/config/document.ts";
import type { LoadedConfig } from "./config-files.ts";
import type { Plan, PlannedChange } from "./config-service.ts";

type Members = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<string, unknown>>;

/** What becomes of an object of the files: its new members, null when it goes, undefined when it stays. */
type Fate = (kind: ConfigKind, own: Members) => Members | null | undefined;

/** Longer ones come cut. */
const MAX_VALUE_LENGTH = 2_000;

/**
 * Where the plan of the files would change an object, the files say instead what the service has.
 *
 * @param served of {@link besideDefaults}
 * @param isWanted of the changes of the plan
 */
export function servedEntries(
	{ read }: LoadedConfig,
	served: Document,
	plan: Plan,
	isWanted: (change: PlannedChange) => boolean,
): Fate {
	const changes = new Map(plan.changes.map((change) => [`${change.kind}/${change.key}`, change]));
	const there = byKey(served);
	return (kind, own) => {
		const name = `${kind}/${own["key"]}`;
		const [change, entry] = [changes.get(name), there.get(name)];
		if (change === undefined || entry === undefined || !isWanted(change)) return undefined;
		const usual = usualOf(read, kind);
		const values = new Map(
			change.changes
				.filter(({ before }) => JSON.stringify(before).length <= MAX_VALUE_LENGTH)
				.map(({ field, before }) => [field, before] as const),
		);
		// A new object has no values of the service's to compare with.
		const fields = change.changes.map(({ field }) => field.split(".", 1)[0] ?? field);
		const differing = change.action === "create" ? null : new Set(fields);
		const secretPlaces = read.secretPlaces(kind, change.key);
		return updatedEntry(own, { served: entry, usual, differing, values, secretPlaces });
	};
}

/** A document of the service as it has to stand in files that have these defaults. */
export function besideDefaults({ read }: LoadedConfig, served: Document): Document {
	const lists = KINDS_IN_ORDER.filter((kind) => served[kind] !== undefined).map((kind) => {
		const usual = usualOf(read, kind);
		const entries = served[kind] as readonly Members[];
		return [kind, entries.map((entry) => saidBesideDefaults(entry, usual, defaultsOfBody(kind, entry)))] as const;
	});
	return { ...served, ...Object.fromEntries(lists) };
}

function usualOf(read: LoadedConfig["read"], kind: ConfigKind): Members {
	return ((read.value["defaults"] as Document | undefined)?.[kind] ?? {}) as Members;
}

/** Objects of `served` by `kind/key`. */
export function byKey(served: Document): ReadonlyMap<string, Members> {
	return new Map(
		KINDS_IN_ORDER.flatMap((kind) =>
			((served[kind] ?? []) as readonly Members[]).map((entry) => [`${kind}/${entry["key"]}`, entry] as const),
		),
	);
}

interface Changed {
	/** By the names of the files. */
	readonly texts: ReadonlyMap<string, string>;
	/** Objects that change and stand in a program, which nobody but its author can change: `kind/key`. */
	readonly inPrograms: readonly string[];
}

/** @param added objects that no file has, and the file that takes them */
export function changedTexts(
	{ files, read }: LoadedConfig,
	fateOf: Fate,
	added: ReadonlyMap<ConfigKind, { readonly file: string; readonly entries: readonly Members[] }> = new Map(),
): Changed {
	const inPrograms: string[] = [];
	const changes = new Map<string, ListChange[]>();
	for (const kind of KINDS_IN_ORDER) {
		const ofFile = new Map<string, Map<number, { before: Members; after: Members } | null>>();
		for (const [index, own] of ((read.value[kind] ?? []) as readonly Members[]).entries()) {
			const after = fateOf(kind, own);
			const origin = read.originOf(kind, index);
			if (after === undefined || origin === undefined) continue;
			const changed = ofFile.get(origin.file) ?? new Map();
			changed.set(origin.index, after && { before: own, after });
			ofFile.set(origin.file, changed);
			if (!isText(files, origin.file)) inPrograms.push(`${kind}/${own["key"]}`);
		}
		const more = added.get(kind);
		for (const file of new Set([...ofFile.keys(), ...(more && more.entries.length > 0 ? [more.file] : [])])) {
			const change = { kind, changed: ofFile.get(file) ?? new Map(), added: more?.file === file ? more.entries : [] };
			changes.set(file, [...(changes.get(file) ?? []), change]);
		}
	}
	const texts = files.flatMap(({ source }) => {
		const own = changes.get(source.name);
		return "text" in source && own !== undefined ? [[source.name, changedText(source.text, own)] as const] : [];
	});
	return { texts: new Map(texts), inPrograms };
}

function isText(files: LoadedConfig["files"], name: string): boolean {
	return files.some(({ source }) => source.name === name && "text" in source);
}
