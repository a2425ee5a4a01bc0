/** Circles among monitors that name one another. */

/**
 * Those that lie on a circle, or on a way from one circle to another.
 * @param dependsOn by id; ids without an entry depend on nothing here
 */
export function circlesIn<Id>(dependsOn: ReadonlyMap<Id, readonly Id[]>): ReadonlySet<Id> {
	const reversed = new Map<Id, Id[]>();
	for (const [id, others] of dependsOn) {
		for (const other of others) if (dependsOn.has(other)) reversed.set(other, [...(reversed.get(other) ?? []), id]);
	}
	const left = new Set(dependsOn.keys());
	// What leads nowhere lies on no circle, and neither does what nothing leads to.
	for (const [ahead, behind] of [
		[dependsOn, reversed],
		[reversed, dependsOn],
	] as const) {
		const open = new Map([...left].map((id) => [id, (ahead.get(id) ?? []).filter((other) => left.has(other)).length]));
		const ends = [...left].filter((id) => open.get(id) === 0);
		for (let id = ends.pop(); id !== undefined; id = ends.pop()) {
			left.delete(id);
			for (const other of behind.get(id) ?? []) {
				if (!left.has(other)) continue;
				const count = (open.get(other) ?? 0) - 1;
				open.set(other, count);
				if (count === 0) ends.push(other);
			}
		}
	}
	return left;
}
