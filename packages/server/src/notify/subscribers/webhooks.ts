/**
 * News to webhook subscribers, signed as Standard Webhooks specifies. The addresses belong to customers of a team, so
 * the dialer that is handed in refuses private ones whatever the installation allows for monitors, and redirects are
 * not followed.
 */

import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { retryAfterMs } from "../../domain/alerts/retry.ts";
import { challengePayload, newsPayload } from "../../domain/subscribers/webhook-payload.ts";
import type { Dialer } from "../../net/dial.ts";
import { sendRequest } from "../../net/http/request.ts";
import { DELIVERY_TIMEOUT_MS } from "../interface.ts";
import { deliveryOf } from "../post.ts";
import {
	BATCH_BEGINS_WITHIN_MS,
	type SubscriberDelivery,
	type WebhookBatch,
	type WebhookRecipient,
} from "./interface.ts";

const AT_A_TIME = 8;
/** Enough for the answer to a challenge; of others nothing is used. */
const MAX_RESPONSE_BYTES = 16 * 1024;
const CHALLENGE_BYTES = 24;

interface WebhookOptions {
	readonly dialer: Dialer;
	/** For example "Lapwing/0.1.0". */
	readonly userAgent: string;
	/** Epoch milliseconds. */
	now(): number;
}

export async function sendNews(
	options: WebhookOptions,
	{ page, news, to }: WebhookBatch,
	signal: AbortSignal,
): Promise<readonly SubscriberDelivery[]> {
	const body = JSON.stringify(newsPayload(page, news));
	const deliveries: SubscriberDelivery[] = to.map(() => ({ kind: "untried" }));
	const endsAt = performance.now() + BATCH_BEGINS_WITHIN_MS;
	const rest = to.entries();
	const worker = async () => {
		for (const [index, recipient] of rest) {
			if (signal.aborted || performance.now() > endsAt) return;
			deliveries[index] = await postNews(options, recipient, body, signal);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
	return deliveries;
}

async function postNews(
	options: WebhookOptions,
	recipient: WebhookRecipient,
	body: string,
	signal: AbortSignal,
): Promise<SubscriberDelivery> {
	const answer = await postSigned(options, recipient, body, signal);
	if (answer.kind === "answered") {
		const { status, headers } = answer;
		if (status >= 200 && status < 300) return { kind: "sent" };
		const message = `The receiver answered with status ${status}.`;
		if (status !== 408 && status !== 429 && status < 500) return { kind: "refused", isAboutAddress: true, message };
		return { kind: "later", retryAfterMs: retryAfterMs(headers.get("retry-after"), options.now()), message };
	}
	const delivery = deliveryOf(answer);
	if (delivery.kind !== "failed") return { kind: "untried" };
	const { message } = delivery;
	return delivery.again
		? { kind: "later", retryAfterMs: null, message }
		: { kind: "refused", isAboutAddress: true, message };
}

/**
 * Why an address is not subscribed, in one sentence; null when its answer contains the challenge. So nobody is sent
 * messages who did not ask for them.
 */
export async function challenge(
	options: WebhookOptions,
	webhook: Pick<WebhookRecipient, "url" | "secret">,
	signal: AbortSignal,
): Promise<string | null> {
	const text = randomBytes(CHALLENGE_BYTES).toString("base64url");
	const body = JSON.stringify(challengePayload(text, options.now()));
	const answer = await postSigned(options, { ...webhook, messageId: `challenge_${text.slice(0, 12)}` }, body, signal);
	if (answer.kind === "aborted") return "Lapwing is stopping.";
	if (answer.kind !== "answered") return answer.message;
	if (answer.status < 200 || answer.status > 299) {
		return `It answered the challenge with status ${answer.status}, not with 200.`;
	}
	return answer.body.includes(text) ? null : "Its answer does not contain the challenge.";
}

function postSigned(
	{ dialer, userAgent, now }: WebhookOptions,
	{ url, messageId, secret }: WebhookRecipient,
	body: string,
	signal: AbortSignal,
) {
	const sentAt = new Date(now());
	return sendRequest(dialer, {
		url,
		method: "POST",
		headers: {
			accept: "*/*",
			"content-type": "application/json",
			"user-agent": userAgent,
			"webhook-id": messageId,
			"webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
			"webhook-signature": new Webhook(secret).sign(messageId, sentAt, body),
		},
		body,
		timeoutMs: DELIVERY_TIMEOUT_MS,
		maxResponseBytes: MAX_RESPONSE_BYTES,
		signal,
	});
}
