/**
 * Objects that the API would refuse leave the document and are listed, so that what an importer writes can be planned:
 * a target without a scheme, a token that its channel can't have, a slug that is taken by another.
 */

import { isFailure } from "@lapwing/result";
import { CONFIG_KINDS, type ConfigKind, KINDS_IN_ORDER } from "../../domain/config/config.ts";
import { readDocument } from "../../http/api/config/document.ts";
import { type Entry, type Imported, type ImportNote, withVariables } from "./imported.ts";

/** Members that name other objects by their keys. */
const REFERENCES: Readonly<Record<string, ConfigKind>> = {
	monitorIds: "monitors",
	dependsOn: "monitors",
	statusPageIds: "statusPages",
};

export function sound(imported: Imported): Imported {
	const notes: ImportNote[] = [...imported.notes];
	let { document } = imported;
	for (;;) {
		const read = readDocument(withSecrets(document, imported.secrets));
		if (!isFailure(read)) return { ...imported, document, notes };
		const refused = new Map<string, { readonly kind: ConfigKind; readonly entry: Entry; readonly message: string }>();
		for (const { path, message } of read.error.faults) {
			const [, kind = "", index = "", ...rest] = path.split("/");
			const entry = document[kind as ConfigKind]?.[Number(index)];
			// A document as a whole that is refused (too many objects) is the user's to split.
			if (entry === undefined) throw new Error(message, { cause: read.error });
			const place = `${kind}/${index}`;
			if (!refused.has(place))
				refused.set(place, { kind: kind as ConfigKind, entry, message: `${rest.join(".")}: ${message}` });
		}
		for (const { kind, entry, message } of refused.values()) {
			const what = `${CONFIG_KINDS[kind].noun} "${String(entry["name"] ?? entry.key)}"`;
			notes.push({
				what,
				field: "",
				why: `It is not carried, because Lapwing refuses it: ${message}`,
				instead: "Create it by hand.",
			});
		}
		const gone = new Map(KINDS_IN_ORDER.map((kind) => [kind, new Set<string>()]));
		for (const { kind, entry } of refused.values()) gone.get(kind)?.add(entry.key);
		document = Object.fromEntries(
			KINDS_IN_ORDER.map((kind) => {
				const kept = (document[kind] ?? []).filter(({ key }) => !gone.get(kind)?.has(key));
				return [kind, kept.map((entry) => without(entry, gone) as Entry)] as const;
			}).filter(([, kept]) => kept.length > 0),
		);
	}
}

/** Secrets as the command that applies fills them in; one whose value is not known is left to the service. */
function withSecrets(value: unknown, secrets: Imported["secrets"], member = ""): unknown {
	if (typeof value === "string") return withVariables(value, (_, at) => exampleOf(member, at));
	if (Array.isArray(value)) return value.map((each) => withSecrets(each, secrets, member));
	if (typeof value !== "object" || value === null) return value;
	const { secret } = value as { secret?: unknown };
	if (typeof secret === "string" && Object.keys(value).length === 1)
		return Object.hasOwn(secrets, secret) ? secrets[secret] : value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withSecrets(each, secrets, name)]));
}

/** What a variable could hold whose value is not known, at the begin of a member of this name. */
const EXAMPLES: Readonly<Record<string, string>> = {
	url: "https://example.com",
	to: "ops@example.com",
	chatId: "1",
	alertSourceId: "1",
};

function exampleOf(member: string, at: number): string {
	return (at === 0 && Object.hasOwn(EXAMPLES, member) ? EXAMPLES[member] : undefined) ?? "example.com";
}

function without(value: unknown, gone: ReadonlyMap<ConfigKind, ReadonlySet<string>>): unknown {
	if (Array.isArray(value)) return value.map((each) => without(each, gone));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, each]) => {
			const kind = Object.hasOwn(REFERENCES, name) ? REFERENCES[name] : undefined;
			if (kind === undefined || !Array.isArray(each)) return [name, without(each, gone)];
			return [name, each.filter((key) => !gone.get(kind)?.has(String(key)))];
		}),
	);
}
