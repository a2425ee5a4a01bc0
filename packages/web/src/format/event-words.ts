/** Audit events in words: who did what, and which values changed. */

import type { AuditEvent } from "../api/people/team.ts";
import { namedFact } from "./named-fact.ts";
import { inWords } from "./words.ts";

/** Verbs whose past tense is not their form with `d` or `ed`, or for which the dashboard has another word. */
const PAST: ReadonlyMap<string, string> = new Map([
	["join", "joined as"],
	["leave", "left"],
	["refuse", "refused"],
	["tag", "tagged"],
	["untag", "untagged"],
	["update", "changed"],
]);
const OBJECTS: ReadonlyMap<string, string> = new Map([
	["key", "API key"],
	["link", "sign-in link for"],
	["ping-url", "ping address of"],
]);

/** `changed monitor`, `created API key`: what was done; the name of the object follows. */
export function actionText({ action, objectType }: Pick<AuditEvent, "action" | "objectType">): string {
	const done = PAST.get(action) ?? (action.endsWith("e") ? `${action}d` : `${action}ed`);
	return `${inWords(done)} ${OBJECTS.get(objectType) ?? inWords(objectType)}`;
}

interface NamedChange {
	readonly label: string;
	/** Null: there was no value. */
	readonly before: string | null;
	readonly after: string | null;
}

export function namedChange({ field, before, after }: AuditEvent["changes"][number]): NamedChange {
	const { label } = namedFact(field, before ?? after);
	const textOf = (value: unknown) => (value === null || value === undefined ? null : textOfValue(field, value));
	return { label, before: textOf(before), after: textOf(after) };
}

function textOfValue(field: string, value: unknown): string {
	const { text } = namedFact(field, value);
	return text === "" ? "empty" : text;
}

/** The events of an account, by the object and the action that the service names. */
const ACCOUNT_EVENTS: Readonly<Record<string, string>> = {
	"account.update": "Name changed",
	"address.prove": "Address proven",
	"session.create": "Signed in from a new address",
	"session.end": "Session ended",
	"other sessions.end": "All other sessions ended",
	"link.create": "One-time sign-in link made",
	"link.use": "Signed in with a one-time link",
	"passkey.create": "Passkey added",
	"team.leave": "Left a team",
	"identity.create": "OpenID identity connected",
	"passkey.update": "Passkey renamed",
	"passkey.delete": "Passkey removed",
	"password.create": "Password set",
	"password.update": "Password changed",
	"password.delete": "Password removed",
	"password.use": "Signed in with the password",
	"passkey.refuse": "Passkey refused: it may have been copied",
};

/** `passkey.create` → `Passkey added` */
export function accountEventText(action: string): string {
	return Object.hasOwn(ACCOUNT_EVENTS, action) ? (ACCOUNT_EVENTS[action] ?? "") : inWords(action.replace(".", " "));
}
