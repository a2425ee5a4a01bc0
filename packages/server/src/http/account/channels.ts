/** /account/channels: how the signed-in person is notified while they are on call. */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import type { Person } from "../../domain/access/principal.ts";
import type { OpenChannel } from "../../domain/alerts/channels.ts";
import { MAX_OWN_CHANNELS } from "../../domain/on-call/schedule.ts";
import { isoOf } from "../../domain/time-text.ts";
import { channelBeforeSave } from "../../services/alerts/channel-secrets.ts";
import { channelProblem, requireSendable } from "../../services/alerts/mail-server.ts";
import { addOwnChannel as add } from "../../services/own-channels/add.ts";
import { removeOwnChannel as remove } from "../../services/own-channels/remove.ts";
import { requireReachable, targetsOfChannel } from "../../services/refused-address.ts";
import { UNREADABLE_SECRETS } from "../../storage/alerts/alert-channels.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import { channelsOfUser, openUserChannel, type UserChannel } from "../../storage/on-call/user-channels.ts";
import { beyondLimit } from "../access/rate-limit.ts";
import { testResult } from "../api/alerts/alert-tests.ts";
import { CHANNEL_EXAMPLE, channelSchema } from "../api/alerts/channel-schemas.ts";
import { created, ok } from "../kernel/answers.ts";
import { accountChangeEndpoint } from "../kernel/change-endpoint.ts";
import { accountEndpoint, type Call, type Resource } from "../kernel/endpoint.ts";
import { invalid, type Refusal, refusalOf } from "../kernel/refusal.ts";
import { isoDateTime, publicId } from "../kernel/schemas.ts";
import { answers, creates } from "../kernel/success.ts";
import type { Services } from "../services.ts";

const channelId = publicId("uch", "uch_01jgezt6z8e7kb3mq4f2ys0nd5");

/** In the test that is sent before a channel is saved. */
const TEST_ALERT = { id: `alt_${"0".repeat(26)}`, name: "for your turns on call" };

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

type Counted = Pick<Call<unknown, unknown, unknown, Person>, "services" | "principal" | "now">;

/** Null when the person may try another one. */
function countTest({ services, principal, now }: Counted): Refusal | null {
	const allowance = services.ownChannelTests.count(principal.actor.id, now);
	return allowance.allowed ? null : beyondLimit(allowance, `You may try ${allowance.limit} channels a minute.`);
}

async function delivered({ deliverTest }: Services, channel: OpenChannel, now: number) {
	if (deliverTest === undefined) throw new Error("This process has no way to deliver a test");
	return deliverTest(channel, { id: newPublicId("evt"), alert: TEST_ALERT, notices: [], createdAt: now });
}

const tag = "Account";

export const listOwnChannels = accountEndpoint({
	operationId: "listOwnChannels",
	summary: "List your channels",
	description:
		"Through all of them you are notified while you are on call, by the escalation steps that name a schedule.",
	tag,
	success: answers(
		"In the order in which they were added, without their secrets.",
		z.object({ channels: z.array(ownChannel) }),
	),
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
	success: creates("The new channel.", ownChannel, "Path of the new channel."),
	refusesWith: ["TOO_MANY_REQUESTS"],
	async refuse({ services, body, now, principal }) {
		const sendable = requireSendable(services, body.channel.type);
		if (isFailure(sendable)) return refusalOf(sendable.error);
		const reachable = requireReachable(services, targetsOfChannel(body.channel));
		if (isFailure(reachable)) return refusalOf(reachable.error);
		const beyond = countTest({ services, principal, now });
		if (beyond !== null) return beyond;
		const wanted = { alertId: null, channel: body.channel };
		const channel = await channelBeforeSave(services.database, services.secretBox, wanted, now);
		if (isFailure(channel)) return refusalOf(channel.error);
		const { status, errorMessage } = await delivered(services, channel.data, now);
		return status === "sent" ? null : invalid("/channel", `The test could not be sent: ${errorMessage}`);
	},
	service: add,
	input: ({ body }) => ({ channel: body.channel }),
	answer: (call, channel) => created(call, form(channel), `/api/v1/account/channels/${channel.publicId}`),
});

export const testOwnChannel = accountEndpoint({
	operationId: "testOwnChannel",
	summary: "Send a test through a channel of yours",
	description: "Sends one message at once, without a retry. With the channels that are added, 20 a minute.",
	tag,
	resource: theChannel,
	refusesWith: ["TOO_MANY_REQUESTS"],
	success: answers("Whether it was sent or failed.", testResult),
	async handle(call) {
		const { services, found, now } = call;
		const beyond = countTest(call);
		if (beyond !== null) return beyond;
		const channel = await openUserChannel(services.database, services.secretBox, found, now);
		if (channel === null) return ok(call, { status: "failed", errorMessage: UNREADABLE_SECRETS });
		const problem = channelProblem(services, found.type);
		if (problem !== null) return ok(call, { status: "failed", errorMessage: problem });
		return ok(call, await delivered(services, channel, now));
	},
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
});
