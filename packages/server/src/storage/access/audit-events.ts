/** Audit events of teams and of user accounts. They are written, read and pruned, never changed. */

import { sql } from "kysely";
import type { AuditActor, AuditEvent } from "../../domain/access/audit-event.ts";
import type { Seek } from "../../domain/seek.ts";
import { oneContains } from "../database/like.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";

/** The database stores the position: new kinds go to the end. */
const ACTOR_KINDS: readonly AuditActor["kind"][] = ["key", "user", "cli", "lapwing", "link"];

/** Whose history an event belongs to. */
type AuditOwner = { readonly teamId: number } | { readonly userId: number };

export async function recordAuditEvents(
	{ db, dialect }: Tx,
	owner: AuditOwner,
	events: readonly Omit<AuditEvent, "id" | "publicId" | "createdAt">[],
	now: number,
): Promise<void> {
	if (events.length === 0) return;
	const values = events.map(({ actor, action, objectType, objectId, objectName, address, changes }) => ({
		public_id: newPublicId("aud"),
		team_id: "teamId" in owner ? owner.teamId : null,
		user_id: "userId" in owner ? owner.userId : null,
		actor_kind: ACTOR_KINDS.indexOf(actor.kind),
		actor_id: actor.id,
		actor_name: actor.name,
		action,
		object_type: objectType,
		object_id: objectId,
		object_name: objectName,
		address,
		changes: JSON.stringify(changes),
		created_at: now,
	}));
	const columns = sql.join(Object.keys(EVENT_COLUMNS).map((name) => sql.ref(name)));
	await sql`insert into audit_events (${columns}) select ${columns} from ${dialect.rows(EVENT_COLUMNS, values)} as r`.execute(
		db,
	);
}

const EVENT_COLUMNS = typesOf(
	"audit_events",
	["public_id", "team_id", "user_id", "actor_kind", "actor_id", "actor_name", "action"],
	["object_type", "object_id", "object_name", "address", "changes", "created_at"],
);

/** @param q a text in who did it, or in the kind or the name of what it was done to */
export async function pageOfTeamEvents(
	tx: Tx,
	teamId: number,
	{ q }: { readonly q?: string | undefined },
	seek: Seek<AgeKey>,
): Promise<AuditEvent[]> {
	const events = tx.db.selectFrom("audit_events").selectAll().where("team_id", "=", teamId);
	if (q === undefined) return (await newestFirst(events, seek)).map(asEvent);
	const columns = [sql`actor_name`, sql`object_type`, sql`object_name`];
	return (await newestFirst(events.where(oneContains(tx.dialect, columns, q)), seek)).map(asEvent);
}

export async function pageOfUserEvents(tx: Tx, userId: number, seek: Seek<AgeKey>): Promise<AuditEvent[]> {
	const events = tx.db.selectFrom("audit_events").selectAll().where("user_id", "=", userId);
	return (await newestFirst(events, seek)).map(asEvent);
}

function asEvent(row: Row<"audit_events">): AuditEvent {
	return {
		id: row.id,
		publicId: row.public_id,
		actor: { kind: ACTOR_KINDS[row.actor_kind] ?? "key", id: row.actor_id, name: row.actor_name },
		action: row.action,
		objectType: row.object_type,
		objectId: row.object_id,
		objectName: row.object_name,
		address: row.address,
		changes: JSON.parse(row.changes) as AuditEvent["changes"],
		createdAt: row.created_at,
	};
}
