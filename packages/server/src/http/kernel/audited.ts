/**
 * Audit events of endpoints. A change and its event are one transaction. The event is computed here for all handlers,
 * from the API's form of the object before and after the change (docs/rules/access.md#audit-events). That form contains
 * no secrets; secrets in a request's body are masked by their names.
 */

import type { FieldChange } from "../../domain/access/audit-event.ts";
import type { Person, Principal } from "../../domain/access/principal.ts";
import { CHANNELS, type ChannelField } from "../../domain/alerts/channels.ts";
import { type AuditOwner, recordAuditEvent } from "../../storage/access/audit-events.ts";
import type { Session } from "../../storage/database/session.ts";
import type { Client } from "../access/client.ts";
import type { Services } from "../services.ts";
import { Refusal } from "./refusal.ts";

/** How a change is recorded. */
export interface AuditSpec<In> {
	/** A verb: `create`. */
	readonly action: string | ((call: In) => string);
	/** A noun: `monitor`. */
	readonly object: string;
	/**
	 * The API's form of the object; called before and after the change. Absent for a new object: the answer contains its
	 * form.
	 */
	shown?(call: In): object | Promise<object>;
}

/** The parts of a call that an event needs. */
interface Changing {
	readonly services: Pick<Services, "database">;
	readonly now: number;
	readonly client: Client;
	readonly principal: Principal | Person;
	readonly body: unknown;
}

/** Rolls the transaction back; the refusal is the answer. */
class RolledBack extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.refusal = refusal;
	}
}

/** Runs `change` in a transaction, which a refusal rolls back. */
export async function inTransaction(
	database: Session,
	change: (session: Session) => Promise<Response | Refusal>,
): Promise<Response | Refusal> {
	try {
		return await database.transaction(async (session) => {
			const answer = await change(session);
			if (answer instanceof Refusal) throw new RolledBack(answer);
			return answer;
		});
	} catch (error) {
		if (error instanceof RolledBack) return error.refusal;
		throw error;
	}
}

interface Change {
	readonly action: string;
	readonly object: string;
	/** The form before the change; null for a new object. */
	readonly before: object | null;
	/** The form after the change; null for a deleted object, and for a new one, whose form is in the answer. */
	readonly after: object | null;
}

/** Writes the audit event of a change. @param answer the endpoint's answer, which contains the form of a new object */
export async function recordChange(
	call: Changing,
	{ action, object, before, after }: Change,
	answer: Response,
): Promise<void> {
	const made = before === null && answer.status !== 204 ? await dataOf(answer) : null;
	const shown = before ?? (made !== null && "id" in made ? made : {});
	const asked = typeof call.body === "object" && call.body !== null ? call.body : {};
	const { principal } = call;
	const owner: AuditOwner = "team" in principal ? { teamId: principal.team.id } : { userId: principal.actor.id };
	const { kind, publicId, name } = principal.actor;
	await recordAuditEvent(
		call.services.database,
		owner,
		{
			actor: { kind, id: publicId, name },
			action,
			objectType: object,
			objectId: textOf((shown as { id?: unknown }).id),
			objectName: nameOf(shown),
			address: call.client.address,
			changes: before === null ? contents({ ...asked, ...made }) : changesOf(before, after, asked),
		},
		call.now,
	);
}

async function dataOf(answer: Response): Promise<object | null> {
	if (!answer.headers.get("content-type")?.startsWith("application/json")) return null;
	const { data } = (await answer.clone().json()) as { data?: unknown };
	return typeof data === "object" ? data : null;
}

function nameOf(shown: { name?: unknown; email?: unknown; value?: unknown; user?: { name?: unknown } }): string | null {
	return textOf(shown.name ?? shown.user?.name ?? shown.email ?? shown.value);
}

function textOf(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}

// --- Changes ---------------------------------------------------------------------------------------------------------

const MASKED = "••••";
/** Secret members of an answer. */
const SHOWN_ONCE = new Set(["secret", "link"]);
/** Secret members of a body. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
	Object.values(CHANNELS).flatMap((fields: Readonly<Record<string, ChannelField>>) =>
		Object.entries(fields).flatMap(([name, field]) => (field.secret ? [`channel.${name}`] : [])),
	),
);
/** The event has these itself. */
const BOOKKEEPING = new Set(["id", "createdAt", "updatedAt"]);
/** Characters of JSON. Longer values are cut: an event need not be enough to restore an object. */
const MAX_VALUE_LENGTH = 2_000;

/** The changes of a new object: all of its fields. */
export function contents(object: object): FieldChange[] {
	return [...leavesOf(object)]
		.filter(([, value]) => value !== null)
		.map(([field, value]) => ({ field, before: null, after: shownValue(field, value) }));
}

/**
 * The changed fields, nested ones by their path (`channel.type`).
 * @param after null for a deleted object
 * @param asked the body of the request; for an update, only the members in it count
 */
export function changesOf(before: object, after: object | null, asked: object): FieldChange[] {
	const wanted = leavesOf(asked);
	const old = leavesOf(before);
	const now = leavesOf(after ?? {});
	const isNamed = namedBy(after === null ? new Map() : wanted);
	const changes: FieldChange[] = [];
	for (const field of new Set([...old.keys(), ...now.keys()])) {
		const [from, to] = [old.get(field) ?? null, now.get(field) ?? null];
		if (!isNamed(field) || JSON.stringify(from) === JSON.stringify(to)) continue;
		changes.push({ field, before: shownValue(field, from), after: shownValue(field, to) });
	}
	// Secrets in the body. A URL is secret in one channel and public in another.
	for (const field of wanted.keys()) {
		if (NEVER_SHOWN.has(field) && !now.has(field)) changes.push({ field, before: MASKED, after: MASKED });
	}
	return changes;
}

/** Whether a field belongs to a member of the update's body; true for every field if the body is empty. */
function namedBy(wanted: ReadonlyMap<string, unknown>): (field: string) => boolean {
	const names = new Set([...wanted.keys()].map(topLevelName));
	return (field) => names.size === 0 || names.has(topLevelName(field));
}

function topLevelName(field: string): string {
	return field.split(".", 1)[0] ?? field;
}

function leavesOf(object: object): Map<string, unknown> {
	const leaves = new Map<string, unknown>();
	for (const [name, value] of Object.entries(object)) {
		if (BOOKKEEPING.has(name) || value === undefined) continue;
		if (typeof value !== "object" || value === null || Array.isArray(value)) leaves.set(name, value);
		else for (const [below, inner] of leavesOf(value)) leaves.set(`${name}.${below}`, inner);
	}
	return leaves;
}

function shownValue(field: string, value: unknown): unknown {
	if (value === null) return null;
	const name = field.slice(field.lastIndexOf(".") + 1);
	if (SHOWN_ONCE.has(name) || NEVER_SHOWN.has(field)) return MASKED;
	const json = JSON.stringify(value);
	return json.length <= MAX_VALUE_LENGTH ? value : `${json.slice(0, MAX_VALUE_LENGTH)}…`;
}
