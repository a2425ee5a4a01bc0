import { isFailure, type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import { MAX_OWN_CHANNELS } from "../../domain/on-call/schedule.ts";
import { type Problem, problem } from "../../domain/problem.ts";
import { lockUser } from "../../storage/access/users.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { channelsOfUser, insertUserChannel, type UserChannel } from "../../storage/on-call/user-channels.ts";
import { encryptChannel } from "../alerts/channel-secrets.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Adds a channel through which the person is notified while they are on call. It was tried before. */
export async function addOwnChannel(
	tx: Tx,
	actor: AccountActor,
	{ channel }: { readonly channel: ChannelBody },
	{ now, secretBox }: Now & { readonly secretBox: SecretBox },
): Promise<Result<UserChannel, Problem<"invalid" | "full">>> {
	await lockUser(tx, actor.userId);
	if ((await channelsOfUser(tx, actor.userId)).length >= MAX_OWN_CHANNELS) {
		return problem("full", "", `An account has at most ${MAX_OWN_CHANNELS} channels.`);
	}
	const publicId = newPublicId("uch");
	const columns = encryptChannel(secretBox, publicId, channel, null, now);
	if (isFailure(columns)) return columns;

	const added = await insertUserChannel(tx, actor.userId, publicId, columns.data, now);

	const event = { action: "create", object: "own channel", id: publicId, name: channel.type };
	await recordEvent(
		tx,
		actor,
		{ ...event, before: null, after: { channel: { type: added.type, ...added.fields } } },
		now,
	);
	return success(added);
}
