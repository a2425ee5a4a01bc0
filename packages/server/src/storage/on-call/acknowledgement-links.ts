/** The links of messages that acknowledge a cause (docs/rules/on-call.md#by-link). */

import { sql } from "kysely";
import { tokenHash } from "../access/secret-token.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";

interface NewLink {
	readonly alertId: number;
	/** `alt_…`; of a route, that of its alert. */
	readonly alertPublicId: string;
	readonly channel: string;
	readonly causeId: number;
	/** `cau_…` */
	readonly causePublicId: string;
}

/**
 * The token of the alert's link, whose hash is stored in this transaction: the same for each message about the cause,
 * so that one that is delivered again holds the same. Null once it was used.
 */
export async function linkToken(tx: Tx, box: SecretBox, link: NewLink): Promise<string | null> {
	const { alertId, alertPublicId, channel, causeId, causePublicId } = link;
	const token = box.tokenOf(`acknowledge ${causePublicId} ${alertPublicId} ${alertId} ${channel}`);
	const row = { hash: tokenHash(token), cause_id: causeId, alert_id: alertId, channel, used_at: null };
	await tx.db
		.insertInto("acknowledgement_links")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	const known = tx.db.selectFrom("acknowledgement_links").select("used_at").where("hash", "=", row.hash);
	return (await known.executeTakeFirstOrThrow()).used_at === null ? token : null;
}

export interface AcknowledgementLink {
	readonly hash: string;
	readonly teamId: number;
	/** The row that its messages were sent by: an alert, or a route. */
	readonly alertId: number;
	readonly channel: string;
	/** What its cause was merged into, or that. */
	readonly causeId: number;
	/** Null while it can acknowledge. */
	readonly usedAt: number | null;
}

/** Null when there is none, or its alert or its team is gone. */
export async function findLink(tx: Tx, token: string): Promise<AcknowledgementLink | null> {
	const { rows } = await sql<{
		hash: string;
		team_id: number;
		alert_id: number;
		channel: string;
		cause_id: number;
		used_at: number | null;
	}>`
		select l.hash, a.team_id, l.alert_id, l.channel, coalesce(c.merged_into, c.id) as cause_id, l.used_at
		from acknowledgement_links as l
		join causes as c on c.id = l.cause_id
		join alerts as a on a.id = l.alert_id and a.deleted_at is null
		where l.hash = ${tokenHash(token)}`.execute(tx.db);
	const [row] = rows;
	if (row === undefined) return null;
	const { hash, team_id: teamId, alert_id: alertId, channel, cause_id: causeId, used_at: usedAt } = row;
	return { hash, teamId, alertId, channel, causeId, usedAt };
}

/** Uses the link up; false when somebody else just has. */
export async function useLink({ db }: Tx, hash: string, now: number): Promise<boolean> {
	const used = await db
		.updateTable("acknowledgement_links")
		.set({ used_at: now })
		.where("hash", "=", hash)
		.where("used_at", "is", null)
		.executeTakeFirst();
	return used.numUpdatedRows > 0n;
}
