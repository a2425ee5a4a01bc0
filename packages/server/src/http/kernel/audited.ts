/**
 * Audit events of endpoints. A change and its event are one transaction. The event is computed here for all handlers,
 * from the API's form of the object before and after the change (docs/rules/access.md#audit-events). That form contains
 * no secrets; secrets in a request's body are masked by their names.
 */

import { changesOf, contents, hiddenChanges, looksSame } from "../../domain/access/field-changes.ts";
import type { Person, Principal } from "../../domain/access/principal.ts";
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
	/** The body of the request without its secrets. Left out where the body has none but those of channels. */
	bodyShown?(call: In): object;
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
	/** The request's body without its secrets; null: as it is. */
	readonly asked?: object | null;
}

/**
 * Writes the audit event of a change, and none of an update that changed nothing: programs that keep settings in order
 * send them again and again.
 * @param answer the endpoint's answer, which contains the form of a new object
 */
export async function recordChange(
	call: Changing,
	{ action, object, before, after, asked: shownBody = null }: Change,
	answer: Response,
): Promise<void> {
	const made = before === null && answer.status !== 204 ? await dataOf(answer) : null;
	const shown = before ?? (made !== null && "id" in made ? made : {});
	const body = typeof call.body === "object" && call.body !== null ? call.body : {};
	const asked = shownBody ?? body;
	const visible = before === null ? contents({ ...asked, ...made }) : changesOf(before, after, asked);
	const changes = before === null ? visible : [...visible, ...hiddenChanges(body, asked, visible)];
	const isUpdate = action === "update" && before !== null && after !== null;
	if (isUpdate && changes.length === 0 && looksSame(before, after)) return;
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
			changes,
		},
		call.now,
	);
}

async function dataOf(answer: Response): Promise<object | null> {
	if (!answer.headers.get("content-type")?.startsWith("application/json")) return null;
	const { data } = (await answer.clone().json()) as { data?: unknown };
	return typeof data === "object" ? data : null;
}

interface Named {
	name?: unknown;
	title?: unknown;
	email?: unknown;
	value?: unknown;
	user?: { name?: unknown };
}

function nameOf(shown: Named): string | null {
	return textOf(shown.name ?? shown.title ?? shown.user?.name ?? shown.email ?? shown.value);
}

function textOf(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
