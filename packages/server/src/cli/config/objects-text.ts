import { CONFIG_KINDS, KINDS_IN_ORDER } from "../../domain/config/config.ts";

/** What a document has: `3 monitors, 1 status page`; empty when it has nothing. */
export function objectsText(document: Readonly<Record<string, unknown>>): string {
	const counts = KINDS_IN_ORDER.flatMap((kind) => {
		const { length } = (document[kind] as readonly unknown[] | undefined) ?? [];
		return length === 0 ? [] : [`${length} ${CONFIG_KINDS[kind].noun}${length === 1 ? "" : "s"}`];
	});
	return counts.join(", ");
}
