/**
 * Names that are taken beside the specification's: `enabled` and `isEnabled` stand for one another in every body and
 * query, and the reports' parameters may be written as all other names are.
 */

/** Each name, and the other spelling of it. */
const SPELLINGS: Readonly<Record<string, string>> = {
	enabled: "isEnabled",
	isEnabled: "enabled",
	statusPageId: "status_page_id",
	monitorType: "monitor_type",
};

export interface Respelled<Value> {
	/** With the names that are known. A member that is given in both spellings keeps both: one of them is unknown. */
	readonly value: Value;
	/** A path within the value, as the sender spelled it. */
	spelled(path: readonly PropertyKey[]): PropertyKey[];
}

/**
 * A body or query under the names that are known.
 * @param knownAt the names of the members at a path; the value is searched as far as these reach
 */
export function respelled<Value>(
	value: Value,
	knownAt: (path: readonly string[]) => readonly string[],
): Respelled<Value> {
	const given = new Map<string, string>();
	const visit = (value: unknown, path: readonly string[]): unknown => {
		if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
		const known = knownAt(path);
		const members = Object.entries(value).map(([name, member]) => {
			const other = Object.hasOwn(SPELLINGS, name) ? SPELLINGS[name] : undefined;
			const isOther = other !== undefined && !known.includes(name) && known.includes(other);
			if (isOther && !Object.hasOwn(value, other)) {
				given.set(keyOf([...path, other]), name);
				return [other, member];
			}
			return [name, known.includes(name) ? visit(member, [...path, name]) : member];
		});
		// Entries, not assignments: a member `__proto__` stays a member.
		return Object.fromEntries(members);
	};
	return {
		value: visit(value, []) as Value,
		spelled: (path) => path.map((name, index) => given.get(keyOf(path.slice(0, index + 1))) ?? name),
	};
}

function keyOf(path: readonly PropertyKey[]): string {
	return JSON.stringify(path.map(String));
}
