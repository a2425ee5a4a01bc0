import { CONFIG_KINDS, type ConfigKind, standsFor, withReferences } from "./config.ts";

/** The entries of a list by their indices, those first that others depend on. A circle is refused by its service. */
export function inOrder(kind: ConfigKind, entries: readonly { readonly body: object }[]): readonly number[] {
	if (!CONFIG_KINDS[kind].references.some(([to]) => to === kind)) return [...entries.keys()];
	const order: number[] = [];
	const seen = new Set<number>();
	// A stack of our own: a chain of 10,000 monitors is deeper than the one of calls.
	const stack = [...entries.keys()].reverse().map((index) => ({ index, isReady: false }));
	for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
		const { index, isReady } = top;
		if (isReady) order.push(index);
		else if (!seen.has(index)) {
			seen.add(index);
			stack.push({ index, isReady: true });
			withReferences(kind, entries[index]?.body ?? {}, ({ kind: to, name }) => {
				const named = to === kind ? standsFor(to, name) : null;
				if (named !== null) stack.push({ index: named, isReady: false });
				return name;
			});
		}
	}
	return order;
}
