/**
 * Reads the parameters of a query. A blank one counts as not given, so that a form or a script can send every parameter
 * always. One that is given twice has no clear meaning and is refused (docs/rules/http.md#query-parameters).
 */

import type { Detail } from "../kernel/refusal.ts";

interface ReadQuery {
	readonly given: Readonly<Record<string, string>>;
	/** Parameters that no schema can take: those given twice, and those with a NUL, which PostgreSQL can't compare. */
	readonly problems: readonly Detail[];
}

export function readQuery({ searchParams }: URL): ReadQuery {
	const given: [name: string, value: string][] = [];
	const problems: Detail[] = [];
	for (const path of new Set(searchParams.keys())) {
		const [value = "", ...others] = searchParams.getAll(path);
		if (others.length > 0) problems.push({ path, message: "Give this parameter once." });
		else if (value.includes("\0")) problems.push({ path, message: "Must not hold a NUL character." });
		if (others.length > 0 || value.trim() !== "") given.push([path, value]);
	}
	// Entries, not assignments: a parameter `__proto__` stays a parameter.
	return { given: Object.fromEntries(given), problems };
}
