/**
 * Mail through the operator's server: its URL, and what its reply means for a delivery. 4xx are retried, 5xx are
 * final.
 */

import type { ConnectError } from "../net/connect-error.ts";
import type { Dialer } from "../net/dial.ts";
import { type SmtpConnection, type SmtpResult, type SmtpServer, sendBySmtp, trySmtp } from "../net/smtp.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery, type Failure, keeping, type Mail } from "./interface.ts";
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

/** Of several recipients some may be refused and others not: `settled` are those of whom the server has decided. */
export async function sendMail(dialer: Dialer, server: SmtpServer, mail: Mail, signal: AbortSignal): Promise<Delivery> {
	const connection: SmtpConnection = { server, timeoutMs: DELIVERY_TIMEOUT_MS, signal };
	const result = await sendBySmtp(dialer, { ...connection, message: mail });
	const { recipients = mail.to } = mail;
	if (!("refused" in result) || result.refused.length === 0) return outcomeOf(result);
	const codes = new Map(result.refused.map(({ address, code }) => [address, code]));
	const settled = recipients.flatMap((address): [string, string | null][] => {
		const code = codes.get(address);
		if (code === undefined) return result.kind === "accepted" ? [[address, null]] : [];
		const { again, message } = refusal(code);
		return again ? [] : [[address, message]];
	});
	// One that passes decides.
	return keeping(refusal(Math.min(...codes.values())), Object.fromEntries(settled));
}

/** Whether the mail server takes our connection and login; nothing is sent. */
export async function tryMailServer(dialer: Dialer, server: SmtpServer): Promise<Delivery> {
	const { signal } = new AbortController();
	return outcomeOf(await trySmtp(dialer, { server, timeoutMs: DELIVERY_TIMEOUT_MS, signal }));
}

function outcomeOf(result: SmtpResult | ConnectError): Delivery {
	switch (result.kind) {
		case "accepted":
			return { kind: "sent" };
		case "timed_out":
			return {
				...failed(true, `The mail server did not answer in full within ${DELIVERY_TIMEOUT_MS} ms.`),
				...UNKNOWN,
			};
		case "not_accepted":
			if (result.code === null) return { ...failed(true, "The conversation with the mail server failed."), ...UNKNOWN };
			return refusal(result.code);
		default:
			return deliveryOf(result);
	}
}

/** 4xx pass. */
function refusal(code: number): Failure {
	return failed(code < 500, `The mail server answered with ${code}.`);
}

/** The server may have taken the mail before it fell silent. */
const UNKNOWN = { mayHaveArrived: true } as const;

function failed(again: boolean, message: string): Failure {
	return { kind: "failed", again, retryAfterMs: null, message };
}
