/**
 * Audit events of endpoints: a change and the event that tells of it are one transaction, and the event is worked out
 * here, from how the API shows the object before and after, not by each handler (docs/rules/access.md#audit-events).
 * What is shown holds no secrets; those of a request's body are masked by their names.
 */

import type { FieldChange } from "../../domain/access/audit-event.ts";
import type { Person, Principal } from "../../domain/access/principal.ts";
import { CHANNELS, type ChannelField } from "../../domain/alerts/channels.ts";
import { type AuditOwner, recordAuditEvent } from "../../storage/access/audit-events.ts";
import type { Session } from "../../storage/database/session.ts";
import type { Client } from "../access/client.ts";
import type { Services } from "../services.ts";
import { Refusal } from "./refusal.ts";

/** What a change is recorded as. */
export interface AuditSpec<In> {
	/** A verb: `create`. */
	readonly action: string | ((call: In) => string);
	/** A noun: `monitor`. */
	readonly object: string;
	/**
	 * The object as the API shows it, asked before the change and after it. Left out for what is new: then the answer
	 * shows it.
	 */
	shown?(call: In): object | Promise<object>;
}

/** What an event needs of a call. */
interface Changing {
	readonly services: Pick<Services, "database">;
	readonly now: number;
	readonly client: Client;
	readonly principal: Principal | Person;
	readonly body: unknown;
}

/** Ends the transaction without a trace; the refusal is the answer. */
class RolledBack extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.refusal = refusal;
	}
}

/** Runs `change` in a transaction, which a refusal undoes. */
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
	/** As it was shown before; null for what is new. */
	readonly before: object | null;
	/** As it is shown now; null for what is gone, and for what only the answer shows. */
	readonly after: object | null;
}

/** Writes the event of a change, to which `answer` is the answer. */
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
/** Members of an answer that are shown once, to one person. */
const SHOWN_ONCE = new Set(["secret", "link"]);
/** Members of a body that are taken and never shown. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
	Object.values(CHANNELS).flatMap((fields: Readonly<Record<string, ChannelField>>) =>
		Object.entries(fields).flatMap(([name, field]) => (field.secret ? [`channel.${name}`] : [])),
	),
);
/** Said by the event itself. */
const BOOKKEEPING = new Set(["id", "createdAt", "updatedAt"]);
/** A longer value is cut: it is there to be recognised, not restored. Characters of JSON. */
const MAX_VALUE_LENGTH = 2_000;

/** Of what is new: everything that it has. */
export function contents(object: object): FieldChange[] {
	return [...leavesOf(object)]
		.filter(([, value]) => value !== null)
		.map(([field, value]) => ({ field, before: null, after: shownValue(field, value) }));
}

/**
 * What a change changed, field by field; fields within fields by their path (`channel.type`).
 * @param after null for an object that is gone
 * @param asked the body of the request: of an update, only the members that it names count
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
	// Secrets that were given. A URL is never shown in one channel and shown in another.
	for (const field of wanted.keys()) {
		if (NEVER_SHOWN.has(field) && !now.has(field)) changes.push({ field, before: MASKED, after: MASKED });
	}
	return changes;
}

/** Whether a field is below a member that an update names; without names, every field is. */
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
