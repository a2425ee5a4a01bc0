/**
 * Mail by SMTP (RFC 5321) over a connection of our dialer. `smtps:` is TLS from the start; `smtp:` is upgraded by STARTTLS
 * (RFC 3207) when the server offers it, and has to be when there is a password to protect. Answers of 4xx are tried again,
 * 5xx are final.
 */

import type { Socket } from "node:net";
import { createTransport } from "nodemailer";
import type { Dialer } from "../net/dial.ts";
import { offerOptions } from "../net/tls/offer.ts";
import type { Mail } from "./channel.ts";
import { DELIVERY_TIMEOUT_MS, type Delivery } from "./interface.ts";
import { deliveryOf } from "./post.ts";

export interface SmtpServer {
	readonly host: string;
	readonly port: number;
	/** TLS from the start. */
	readonly implicitTls: boolean;
	readonly credentials: { readonly user: string; readonly password: string } | null;
	/** For example `Lapwing <lapwing@example.com>`. */
	readonly from: string;
}

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

export async function sendMail(
	dialer: Dialer,
	server: SmtpServer,
	{ id, to, ...content }: Mail,
	signal: AbortSignal,
): Promise<Delivery> {
	const { host, port, implicitTls, credentials, from } = server;
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]);
	const connected = await dialer.dial({
		host,
		port,
		...(implicitTls && { tls: {} }),
		timeoutMs: DELIVERY_TIMEOUT_MS,
		signal,
	});
	if (connected.kind !== "connected") return deliveryOf(connected);
	const { socket } = connected;
	// The library destroys the socket on errors of its own; one that comes later must not end the process.
	socket.on("error", () => {});
	const cut = () => socket.destroy();
	deadline.addEventListener("abort", cut);
	const transport = createTransport({
		host,
		port,
		secure: implicitTls,
		// STARTTLS is the library's; what a handshake may cost is ours.
		tls: offerOptions("hybrid"),
		requireTLS: credentials !== null && !implicitTls,
		...(credentials !== null && { auth: { user: credentials.user, pass: credentials.password } }),
		greetingTimeout: DELIVERY_TIMEOUT_MS,
		socketTimeout: DELIVERY_TIMEOUT_MS,
		getSocket: (_: unknown, done: (error: null, given: { connection: Socket; secured: boolean }) => void) =>
			done(null, { connection: socket, secured: implicitTls }),
	});
	try {
		const { rejected } = await transport.sendMail({
			from,
			to: [...to],
			...content,
			messageId: `<${id}@${domainOf(from)}>`,
			headers: { "Auto-Submitted": "auto-generated" },
			// Nothing of a message may make the library read files or fetch URLs.
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		// The others have it: another attempt would send it to them again.
		if (rejected.length === 0) return { kind: "sent" };
		return { kind: "sent", remark: `The mail server refused ${rejected.length} of ${to.length} addresses.` };
	} catch (error) {
		if (signal.aborted) return { kind: "aborted" };
		return failureOf(error, deadline.aborted);
	} finally {
		deadline.removeEventListener("abort", cut);
		transport.close();
		socket.destroy();
	}
}

function failureOf(error: unknown, timedOut: boolean): Delivery {
	const code = responseCodeOf(error);
	const failed = (again: boolean, message: string): Delivery => ({
		kind: "failed",
		again,
		retryAfterMs: null,
		message,
	});
	if (timedOut) return failed(true, `The mail server did not take the message within ${DELIVERY_TIMEOUT_MS} ms.`);
	if (code === null) return failed(true, "The conversation with the mail server failed.");
	return failed(code < 500, `The mail server answered with ${code}.`);
}

function responseCodeOf(error: unknown): number | null {
	if (typeof error !== "object" || error === null || !("responseCode" in error)) return null;
	return typeof error.responseCode === "number" && error.responseCode >= 400 ? error.responseCode : null;
}

function domainOf(from: string): string {
	return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "lapwing.invalid";
}
