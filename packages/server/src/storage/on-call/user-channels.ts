/** The channels of people, through which they are notified when they are on call. Encrypted as those of alerts are. */

import { sql } from "kysely";
import type { ChannelType, FieldValues, OpenChannel } from "../../domain/alerts/channels.ts";
import { type ChannelColumns, channelTypeOf, openChannel } from "../alerts/alert-channels.ts";
import { deleteRoutes, lockEscalating } from "../alerts/escalation/routes.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";

export interface UserChannel {
	readonly id: number;
	/** `uch_…` */
	readonly publicId: string;
	readonly type: ChannelType;
	/** The open ones. */
	readonly fields: FieldValues;
	readonly createdAt: number;
}

/** The channels of a person, in the order in which they were added. */
export async function channelsOfUser(tx: Tx, userId: number): Promise<UserChannel[]> {
	const rows = await tx.db
		.selectFrom("user_channels")
		.selectAll()
		.where("user_id", "=", userId)
		.orderBy("id")
		.execute();
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		type: channelTypeOf(row.channel),
		fields: JSON.parse(row.settings) as FieldValues,
		createdAt: row.created_at,
	}));
}

/** With its secrets, for delivery; null when they can't be read any more. */
export async function openUserChannel(
	tx: Tx,
	box: SecretBox,
	{ id }: UserChannel,
	now: number,
): Promise<OpenChannel | null> {
	const row = await tx.db
		.selectFrom("user_channels")
		.select(["public_id", "channel", "settings", "encrypted"])
		.where("id", "=", id)
		.executeTakeFirst();
	return row === undefined ? null : openChannel(box, row, now);
}

/** @param publicId to which its secrets are bound */
export async function insertUserChannel(
	tx: Tx,
	userId: number,
	publicId: string,
	columns: ChannelColumns,
	now: number,
): Promise<UserChannel> {
	const row = await tx.db
		.insertInto("user_channels")
		.values({ ...columns, public_id: publicId, user_id: userId, created_at: now })
		.returning("id")
		.executeTakeFirstOrThrow();
	const channel = (await channelsOfUser(tx, userId)).find(({ id }) => id === row.id);
	if (channel === undefined) throw new Error("A channel is gone within its own transaction");
	return channel;
}

/** Deletes the channel. What a step was to send through it goes to the channel of its alert. */
export async function deleteUserChannel(tx: Tx, { id }: UserChannel, now: number): Promise<void> {
	await lockEscalating(
		tx,
		sql`select m.team_id from members as m join user_channels as c on c.user_id = m.user_id where c.id = ${id}`,
	);
	const { rows } = await sql<{ id: number }>`
		select id from alerts where user_channel_id = ${id} and deleted_at is null`.execute(tx.db);
	await deleteRoutes(
		tx,
		rows.map((route) => route.id),
		now,
	);
	await tx.db.deleteFrom("user_channels").where("id", "=", id).execute();
}
