/**
 * Mail through the operator's server: its URL, and what its reply means for a delivery. 4xx are retried, 5xx are
 * final.
 */

import type { ConnectError } from "../net/connect-error.ts";
import type { Dialer } from "../net/dial.ts";
import { type SmtpConnection, type SmtpResult, type SmtpServer, sendBySmtp, trySmtp } from "../net/smtp.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery, type Mail } from "./interface.ts";
import { deliveryOf } from "./post.ts";

/** Throws a TypeError for what is no smtp: or smtps: URL. */
export function smtpServer(url: string, from: string): SmtpServer {
	const { protocol, hostname, port, username, password } = new URL(url);
	if (protocol !== "smtp:" && protocol !== "smtps:") throw new TypeError("An SMTP URL begins with smtp: or smtps:");
	const implicitTls = protocol === "smtps:";
	return {
		host: hostname.replace(/^\[|\]$/g, ""),
		port: port === "" ? (implicitTls ? 465 : 587) : Number(port),
		implicitTls,
		credentials:
			username === "" ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
		from,
	};
}

export async function sendMail(dialer: Dialer, server: SmtpServer, mail: Mail, signal: AbortSignal): Promise<Delivery> {
	const connection: SmtpConnection = { server, timeoutMs: DELIVERY_TIMEOUT_MS, signal };
	const result = await sendBySmtp(dialer, { ...connection, message: mail });
	return outcomeOf(result, mail.to.length);
}

/** Whether the mail server takes our connection and login; nothing is sent. */
export async function tryMailServer(dialer: Dialer, server: SmtpServer): Promise<Delivery> {
	const { signal } = new AbortController();
	return outcomeOf(await trySmtp(dialer, { server, timeoutMs: DELIVERY_TIMEOUT_MS, signal }), 0);
}

function outcomeOf(result: SmtpResult | ConnectError, recipients: number): Delivery {
	switch (result.kind) {
		case "accepted": {
			// The others have it: another attempt would send it to them again.
			if (result.refusedRecipients === 0) return { kind: "sent" };
			return {
				kind: "sent",
				warning: `The mail server refused ${result.refusedRecipients} of ${recipients} addresses.`,
			};
		}
		case "timed_out":
			return {
				...failed(true, `The mail server did not answer in full within ${DELIVERY_TIMEOUT_MS} ms.`),
				...UNKNOWN,
			};
		case "not_accepted":
			if (result.code === null) return { ...failed(true, "The conversation with the mail server failed."), ...UNKNOWN };
			return failed(result.code < 500, `The mail server answered with ${result.code}.`);
		default:
			return deliveryOf(result);
	}
}

/** The server may have taken the mail before it fell silent. */
const UNKNOWN = { mayHaveArrived: true } as const;

function failed(again: boolean, message: string): Delivery {
	return { kind: "failed", again, retryAfterMs: null, message };
}
