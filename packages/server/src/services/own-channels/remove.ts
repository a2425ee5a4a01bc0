import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { channelsOfUser, deleteUserChannel, type UserChannel } from "../../storage/on-call/user-channels.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function removeOwnChannel(
	tx: Tx,
	actor: AccountActor,
	{ id }: { readonly id: string },
	{ now }: Now,
): Promise<Result<UserChannel, Problem<"not_found">>> {
	await lockUser(tx, actor.userId);
	const channel = (await channelsOfUser(tx, actor.userId)).find(({ publicId }) => publicId === id);
	if (channel === undefined) return notFound();

	await deleteUserChannel(tx, channel, now);

	const event = { action: "delete", object: "own channel", id, name: channel.type };
	await recordEvent(
		tx,
		actor,
		{ ...event, before: { channel: { type: channel.type, ...channel.fields } }, after: null },
		now,
	);
	return success(channel);
}
