/** What people do about a cause while it lasts: acknowledge it ("I have it"), or put it off for a time. */

import type { AuditActor } from "../access/audit-event.ts";

/** A week, in minutes. */
export const MAX_SNOOZE_MINUTES = 10_080;

/** Who did it: a person, a key, the command line, or whoever followed a link of a message, who is not known. */
export type Handler = AuditActor;

/** Instants are epoch milliseconds. */
export interface Handling {
	readonly acknowledged: { readonly at: number; readonly by: Handler } | null;
	readonly snoozed: { readonly at: number; readonly by: Handler; readonly until: number } | null;
}

/** `Ada`, `key CI`, `by link in slack`. */
export function handlerText(by: Handler): string {
	switch (by.kind) {
		case "user":
			return by.name ?? "someone";
		case "key":
			return `key ${by.name ?? by.id ?? ""}`.trim();
		case "cli":
			return "the command line";
		case "lapwing":
			return "Lapwing";
		case "link":
			return `by link in ${by.name}`;
	}
}
