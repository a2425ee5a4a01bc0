/** The audit event of a change, written in its transaction (docs/rules/access.md#audit-events). */

import type { AuditActor } from "../domain/access/audit-event.ts";
import { changesOf, contents, hiddenChanges, looksSame } from "../domain/access/field-changes.ts";
import { recordAuditEvents } from "../storage/access/audit-events.ts";
import type { Tx } from "../storage/database/tx.ts";

interface ChangeEvent {
	/** A verb: `create`. */
	readonly action: string;
	/** A noun: `monitor`. */
	readonly object: string;
	readonly id: string | null;
	/** What people call the object; of a renamed one, as it was called before. */
	readonly name: string | null;
	/** What is seen of the object before the change; null for a new one. Secrets in it are masked by their names. */
	readonly before: object | null;
	/** The same after the change; null for a deleted one. */
	readonly after: object | null;
	/**
	 * What the input names. Of an update, changes of other members are not recorded; default: every member. Of a new
	 * object, members that `after` lacks are recorded as well.
	 */
	readonly asked?: object;
	/** `asked` with its secrets: of an update, members that look unchanged and differ by them count as changed. */
	readonly withSecrets?: object;
}

/** Who made the change, and in whose history the event belongs: a team's, or an account's. */
export type Recorded = { readonly who: AuditActor; readonly address: string | null } & (
	| { readonly team: { readonly id: number } }
	| { readonly userId: number }
);

/**
 * Records nothing of an update that changed nothing: programs that keep settings in order send them again and again.
 */
export async function recordEvent(tx: Tx, actor: Recorded, event: ChangeEvent, now: number): Promise<void> {
	await recordEvents(tx, actor, [event], now);
}

/** As {@link recordEvent}, of many changes by one statement. */
export async function recordEvents(
	tx: Tx,
	actor: Recorded,
	events: readonly ChangeEvent[],
	now: number,
): Promise<void> {
	const owner = "team" in actor ? { teamId: actor.team.id } : { userId: actor.userId };
	const recorded = events.flatMap(({ action, object, id, name, before, after, asked = {}, withSecrets = asked }) => {
		const visible = before === null ? contents({ ...asked, ...after }) : changesOf(before, after, asked);
		const changes = [...visible, ...hiddenChanges(withSecrets, asked, visible)];
		const isUpdate = action === "update" && before !== null && after !== null;
		if (isUpdate && changes.length === 0 && looksSame(before, after)) return [];
		const event = { actor: actor.who, action, objectType: object, objectId: id, objectName: name, changes };
		return [{ ...event, address: actor.address }];
	});
	await recordAuditEvents(tx, owner, recorded, now);
}
