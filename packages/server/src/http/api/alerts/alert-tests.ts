/** Tests of an alert's channel: one message, sent at once. That of an alert which is not saved stores nothing. */

import { z } from "@hono/zod-openapi";
import { isFailure } from "@lapwing/result";
import type { OpenChannel } from "../../../domain/alerts/channels.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { channelBeforeSave } from "../../../services/alerts/channel-secrets.ts";
import { channelProblem, requireSendable } from "../../../services/alerts/mail-server.ts";
import { requireReachable, targetsOfChannel } from "../../../services/refused-address.ts";
import { channelOf, UNREADABLE_SECRETS } from "../../../storage/alerts/alert-channels.ts";
import { newPublicId } from "../../../storage/database/public-ids.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { ok } from "../../kernel/answers.ts";
import { type Call, endpoint } from "../../kernel/endpoint.ts";
import { invalid, notFound, type Refusal, refusalOf } from "../../kernel/refusal.ts";
import { single } from "../../kernel/schemas.ts";
import { alertId, alertName, changedChannel, theAlert } from "./alerts.ts";
import { CHANNEL_EXAMPLE } from "./channel-schemas.ts";

/** In the message of an alert that is not saved: one id for all, so that receivers which group by it show one test. */
const UNSAVED_ID = `alt_${"0".repeat(26)}`;
const UNSAVED_NAME = "New alert";

const testBody = z
	.strictObject({
		name: alertName.default(UNSAVED_NAME).openapi({ description: "Named in the message." }),
		channel: changedChannel,
		alertId: alertId.optional().openapi({
			description:
				"The alert that is changed. Secrets that the body leaves out are those it has stored, as in an update: " +
				"they are sent to the channel's own address alone.",
		}),
	})
	.openapi("AlertTestBody");

export const testResult = z
	.object({
		status: z.enum(["sent", "failed"]).openapi({ example: "sent" }),
		errorMessage: z.string().nullable().openapi({
			description: "Why it failed; of a message that was sent, which recipients refused it.",
			example: null,
		}),
	})
	.openapi("AlertTest");

const LIMIT = "20 a minute for each team, of saved and unsaved alerts together.";
const tag = "Alerts";
const success = {
	status: 200,
	description: "Whether it was sent or failed.",
	content: { "application/json": { schema: single(testResult) } },
} as const;

export const testAlert = endpoint({
	operationId: "testAlert",
	summary: "Send a test through an alert's channel",
	description:
		`Sends one message at once, without a retry, and records no event. ${LIMIT} ` +
		"A receiver that refuses the message is not an error of this request.",
	tag,
	resource: theAlert,
	success,
	async handle(call) {
		const { database, secretBox } = call.services;
		const beyond = countTest(call);
		if (beyond !== null) return beyond;
		const channel = await channelOf(database, secretBox, call.found.id, call.now);
		if (channel === "gone") return notFound();
		if (channel === "unreadable") return ok(call, { status: "failed", errorMessage: UNREADABLE_SECRETS });
		const problem = channelProblem(call.services, channel.settings.type);
		if (problem !== null) return ok(call, { status: "failed", errorMessage: problem });
		const { publicId: id, name } = call.found;
		return ok(call, await deliver(call, channel, { id, name }));
	},
});

export const testUnsavedAlert = endpoint({
	operationId: "testUnsavedAlert",
	summary: "Send a test through a channel without saving it",
	description:
		"Sends one message at once through the channel of the body, which is that of a new alert, or of a changed one: " +
		`then name it as \`alertId\`. Nothing is stored. ${LIMIT} ` +
		"A receiver that refuses the message is not an error of this request.",
	tag,
	body: testBody,
	bodyExample: { name: "On call", channel: CHANNEL_EXAMPLE },
	success,
	async handle(call) {
		const { services, principal, body, now } = call;
		const saved =
			body.alertId === undefined ? null : await theAlert.find(services, principal.team.id, { id: body.alertId });
		if (body.alertId !== undefined && saved === null) return invalid("/alertId", "There is no such alert.");
		const sendable = requireSendable(services, body.channel.type);
		if (isFailure(sendable)) return refusalOf(sendable.error);
		const reachable = requireReachable(services, targetsOfChannel(body.channel));
		if (isFailure(reachable)) return refusalOf(reachable.error);
		const wanted = { alertId: saved?.id ?? null, channel: body.channel };
		const channel = await channelBeforeSave(services.database, services.secretBox, wanted, now);
		if (isFailure(channel)) return refusalOf(channel.error);
		const beyond = countTest(call);
		if (beyond !== null) return beyond;
		return ok(call, await deliver(call, channel.data, { id: saved?.publicId ?? UNSAVED_ID, name: body.name }));
	},
});

/** Null when the team may send another test. */
function countTest({ services, principal, now }: Pick<Call, "services" | "principal" | "now">): Refusal | null {
	const allowance = services.alertTests.count(principal.team.id, now);
	return allowance.allowed ? null : beyondLimit(allowance, `A team may test ${allowance.limit} alerts a minute.`);
}

async function deliver(
	{ services, now }: Pick<Call, "services" | "now">,
	channel: OpenChannel,
	alert: Message["alert"],
): Promise<z.infer<typeof testResult>> {
	if (services.deliverTest === undefined) throw new Error("This process has no way to deliver a test");
	return services.deliverTest(channel, { id: newPublicId("evt"), alert, notices: [], createdAt: now });
}
