/** /account/channels: how the signed-in person is told while they are on call. */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import { MAX_OWN_CHANNELS } from "../../domain/on-call/schedule.ts";
import { isoOf } from "../../domain/time-text.ts";
import { channelBeforeSave } from "../../services/alerts/channel-secrets.ts";
import { requireSendable } from "../../services/alerts/mail-server.ts";
import { addOwnChannel as add } from "../../services/own-channels/add.ts";
import { removeOwnChannel as remove } from "../../services/own-channels/remove.ts";
import { requireReachable, targetsOfChannel } from "../../services/refused-address.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { channelsOfUser, type UserChannel } from "../../storage/on-call/user-channels.ts";
import { beyondLimit } from "../access/rate-limit.ts";
import { CHANNEL_EXAMPLE, channelSchema } from "../api/alerts/channel-schemas.ts";
import { created, noContent, ok } from "../kernel/answers.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import { accountEndpoint, type Resource } from "../kernel/endpoint.ts";
import { invalid, refusalOf } from "../kernel/refusal.ts";
import { isoDateTime, publicId, single } from "../kernel/schemas.ts";

const channelId = publicId("uch", "uch_01jgezt6z8e7kb3mq4f2ys0nd5");

/** In the test that is sent before a channel is saved. */
const TEST_ALERT = { id: `alt_${"0".repeat(26)}`, name: "While you are on call" };

const theChannel: Resource<UserChannel> = {
	params: z.object({ id: channelId }),
	async find({ database }, userId, { id = "" }) {
		return (await channelsOfUser(database, userId)).find(({ publicId }) => publicId === id) ?? null;
	},
};

const ownChannel = z
	.object({ id: channelId, channel: channelSchema("shown"), createdAt: isoDateTime })
	.openapi("OwnChannel");

function form({ publicId, type, fields, createdAt }: UserChannel): z.infer<typeof ownChannel> {
	return { id: publicId, channel: { type, ...fields }, createdAt: isoOf(createdAt) };
}

const tag = "Account";

export const listOwnChannels = accountEndpoint({
	operationId: "listOwnChannels",
	summary: "List your channels",
	description: "Through all of them you are told while you are on call, by the escalation steps that name a schedule.",
	tag,
	success: {
		status: 200,
		description: "In the order in which they were added, without their secrets.",
		content: { "application/json": { schema: single(z.object({ channels: z.array(ownChannel) })) } },
	},
	async handle(call) {
		const channels = await channelsOfUser(call.services.database, call.principal.actor.id);
		return ok(call, { channels: channels.map(form) });
	},
});

export const addOwnChannel = accountChangeEndpoint({
	operationId: "addOwnChannel",
	summary: "Add a channel",
	description:
		"A test is sent first, and a channel through which it can't be sent is refused with the reason. " +
		`At most ${MAX_OWN_CHANNELS}; 20 tries a minute. Its secrets are encrypted and never answered.`,
	tag,
	body: z.strictObject({ channel: channelSchema("create") }).openapi("OwnChannelCreate"),
	bodyExample: { channel: CHANNEL_EXAMPLE },
	success: {
		status: 201,
		description: "The new channel.",
		content: { "application/json": { schema: single(ownChannel) } },
		headers: { Location: "Path of the new channel." },
	},
	refusesWith: ["TOO_MANY_REQUESTS"],
	async refuse({ services, body, now, principal }) {
		const sendable = requireSendable(services, body.channel.type);
		if (isFailure(sendable)) return refusalOf(sendable.error);
		const reachable = requireReachable(services, targetsOfChannel(body.channel));
		if (isFailure(reachable)) return refusalOf(reachable.error);
		const allowance = services.ownChannelTests.count(principal.actor.id, now);
		if (!allowance.allowed) return beyondLimit(allowance, `You may try ${allowance.limit} channels a minute.`);
		const wanted = { alertId: null, channel: body.channel };
		const channel = await channelBeforeSave(services.database, services.secretBox, wanted, now);
		if (isFailure(channel)) return refusalOf(channel.error);
		if (services.deliverTest === undefined) throw new Error("This process has no way to deliver a test");
		const message = { id: newPublicId("evt"), alert: TEST_ALERT, notices: [], createdAt: now };
		const { status, errorMessage } = await services.deliverTest(channel.data, message);
		return status === "sent" ? null : invalid("/channel", `The test could not be sent: ${errorMessage}`);
	},
	service: add,
	input: ({ body }) => ({ channel: body.channel }),
	answer: (call, channel) => created(call, form(channel), `/api/v1/account/channels/${channel.publicId}`),
});

export const removeOwnChannel = accountChangeEndpoint({
	operationId: "removeOwnChannel",
	summary: "Remove a channel",
	description: "What was to be sent through it is not.",
	tag,
	resource: theChannel,
	success: { status: 204, description: "Removed." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
	answer: (call) => noContent(call),
});
