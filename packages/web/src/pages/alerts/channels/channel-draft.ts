/** A channel as its form has it, and the channel that is sent. */

import type { Channel } from "../../../api/alerts.ts";
import { channelFields, newSigningKey } from "./table.ts";

/** As typed; recipients in one text. */
export type TypedFields = Readonly<Record<string, string>>;

/** What the fields of a channel begin with when it is chosen anew. */
export function newFields(type: string): TypedFields {
	return type === "webhook" ? { secret: newSigningKey() } : {};
}

export function typedFields({ type: _, ...fields }: Channel): TypedFields {
	return Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [
			name,
			Array.isArray(value) ? value.join(", ") : String(value ?? ""),
		]),
	);
}

export function channelOf(type: string, typed: TypedFields): Channel {
	const fields: Record<string, string | string[]> = {};
	for (const { name, kind, secret, optional } of channelFields(type)) {
		const text = (typed[name] ?? "").trim();
		if (kind === "list") fields[name] = text.split(/[\s,;]+/).filter(Boolean);
		// An omitted field keeps its value or default. A required field is always sent, so that the API reports what is
		// wrong.
		else if (text !== "" || !(secret || optional)) fields[name] = text;
	}
	return { type, ...fields };
}
