/** A change that was made in a form, as the lines that its file needs. */

import type { ManagedObject } from "../../api/config.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The members that differ, as YAML; null when none does. Where files have keys, ids of other objects that files own are
 * replaced by theirs.
 */
export function patchText(
	{ kind, key, project }: ManagedObject,
	{ before, after }: { readonly before: object; readonly after: object },
	managed: readonly ManagedObject[],
): string | null {
	const keys = new Map(managed.map((each) => [each.id, each.key]));
	const written = (value: unknown) =>
		JSON.stringify(value ?? null, (name, inner) => {
			// What the form, or the service, knows an item by.
			if (OWN.has(name)) return undefined;
			return typeof inner === "string" ? (keys.get(inner) ?? inner) : inner;
		}).replaceAll("${", () => "$${");
	const changed = Object.entries(after).filter(
		([name, value]) => written(value) !== written((before as Members)[name]),
	);
	if (changed.length === 0) return null;
	const lines = changed.map(([name, value]) => `    ${name}: ${written(value)}`);
	return [
		`# Project ${project}. In the place of a secret write { secret: NAME }.`,
		`${kind}:`,
		`  - key: ${key}`,
		...lines,
		"",
	].join("\n");
}

const OWN = new Set(["id", "itemId", "monitorId", "createdAt", "updatedAt"]);
