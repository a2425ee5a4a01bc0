/** One HTTP POST to a receiver, and what its answer means for a delivery (docs/rules/alerts.md#delivery). */

import { retryAfterMs } from "../domain/alerts/retry.ts";
import type { Phase } from "../domain/checks/observation.ts";
import type { ConnectError } from "../net/connect-error.ts";
import type { Dialer } from "../net/dial.ts";
import { sendRequest } from "../net/http/request.ts";
import type { Post } from "./channel.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery } from "./interface.ts";

/** Of the body a few members are read at most; and so that the receiver can finish sending without an error. */
const MAX_RESPONSE_BYTES = 16 * 1024;

export async function post(
	dialer: Dialer,
	{ url, method = "POST", headers = {}, body, read }: Post,
	{ userAgent, now, signal }: { userAgent: string; now: () => number; signal: AbortSignal },
): Promise<Delivery> {
	const answer = await sendRequest(dialer, {
		url,
		method,
		headers: {
			accept: "*/*",
			...(body !== null && { "content-type": "application/json" }),
			"user-agent": userAgent,
			...headers,
		},
		body: typeof body === "string" || body === null ? body : JSON.stringify(body),
		timeoutMs: DELIVERY_TIMEOUT_MS,
		maxResponseBytes: MAX_RESPONSE_BYTES,
		signal,
	});
	if (answer.kind !== "answered") return deliveryOf(answer);
	const { status } = answer;
	const own = read?.({ status, headers: answer.headers, json: parsed(answer.body) }) ?? null;
	if (own !== null) return own;
	if (status >= 200 && status < 300) return { kind: "sent" };
	const message = `The receiver answered with status ${status}.`;
	return {
		kind: "failed",
		again: status === 408 || status === 429 || status >= 500,
		retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), now()),
		message,
	};
}

function parsed(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** Phases of an exchange that follow the request. */
const AFTER_SENDING: ReadonlySet<Phase> = new Set(["first_byte", "transfer"]);

/** What it means when no answer came. */
export function deliveryOf(connectError: ConnectError): Delivery {
	if (connectError.kind === "aborted") return { kind: "aborted" };
	const again = connectError.kind === "missed" || connectError.fault !== "target_forbidden";
	const { message } = connectError;
	const wasSent = connectError.kind === "failed" && AFTER_SENDING.has(connectError.phase);
	return { kind: "failed", again, retryAfterMs: null, message, ...(wasSent && { mayHaveArrived: true }) };
}
