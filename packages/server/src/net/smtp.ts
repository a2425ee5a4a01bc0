/**
 * Sends one mail by SMTP (RFC 5321) over a connection of our dialer. The dialer makes TLS from the start (smtps);
 * nodemailer makes STARTTLS (RFC 3207) when the server offers it, and requires it when there is a password to protect.
 */

import type { Socket } from "node:net";
import { domainToASCII } from "node:url";
import type { Transporter } from "nodemailer";
import type { ConnectError } from "./connect-error.ts";
import type { Dialer } from "./dial.ts";
import { offerOptions } from "./tls/offer.ts";

export interface SmtpServer {
	readonly host: string;
	readonly port: number;
	/** TLS from the start. */
	readonly implicitTls: boolean;
	readonly credentials: { readonly user: string; readonly password: string } | null;
	/** For example `Lapwing <lapwing@example.com>`. */
	readonly from: string;
}

interface SmtpMessage {
	readonly to: readonly string[];
	/** Those of them to whom it goes; the others are named in it. Default: all. */
	readonly recipients?: readonly string[];
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** The left part of the Message-ID. */
	readonly id: string;
}

/** A recipient that the server refused, and the reply code of that. */
interface RefusedRecipient {
	readonly address: string;
	/** 400–599. */
	readonly code: number;
}

export type SmtpResult =
	/** The server accepted the mail, for all but these recipients. */
	| { readonly kind: "accepted"; readonly refused: readonly RefusedRecipient[] }
	/** The reply code of the server, 400–599; null when the connection broke off. `refused`: recipients, if any was. */
	| { readonly kind: "not_accepted"; readonly code: number | null; readonly refused: readonly RefusedRecipient[] }
	/** The server accepted the connection and did not finish in time. */
	| { readonly kind: "timed_out" };

export interface SmtpConnection {
	readonly server: SmtpServer;
	/** For all of it, the connection included. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

interface SmtpRequest extends SmtpConnection {
	readonly message: SmtpMessage;
}

/** Never rejects. */
export function sendBySmtp(
	dialer: Dialer,
	{ message, ...connection }: SmtpRequest,
): Promise<SmtpResult | ConnectError> {
	const { from } = connection.server;
	const { id, to, recipients = to, ...content } = message;
	const send = async (transport: Transporter) => {
		const { rejectedErrors } = await transport.sendMail({
			from,
			to: [...to],
			envelope: { from, to: [...recipients] },
			...content,
			messageId: `<${id}@${domainOf(from)}>`,
			headers: { "Auto-Submitted": "auto-generated" },
			// Nothing of a message may make the library read files or fetch URLs.
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		return refusedAmong(recipients, rejectedErrors);
	};
	return overSmtp(dialer, connection, send, recipients);
}

/** Connects, greets and logs in, and sends nothing. Never rejects. */
export function trySmtp(dialer: Dialer, connection: SmtpConnection): Promise<SmtpResult | ConnectError> {
	return overSmtp(dialer, connection, async (transport) => {
		await transport.verify();
		return [];
	});
}

/** @param work resolves with the recipients that were refused, if others were not */
async function overSmtp(
	dialer: Dialer,
	{ server, timeoutMs, signal }: SmtpConnection,
	work: (transport: Transporter) => Promise<readonly RefusedRecipient[]>,
	recipients: readonly string[] = [],
): Promise<SmtpResult | ConnectError> {
	const { host, port, implicitTls } = server;
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
	// Loaded with the first mail: it takes 13 MB. Before there is a socket, whose events would be missed.
	const { createTransport } = await import("nodemailer");
	const connected = await dialer.dial({ host, port, ...(implicitTls && { tls: {} }), timeoutMs, signal });
	if (connected.kind !== "connected") return connected;
	const { socket } = connected;
	// The library destroys the socket on errors of its own; one that comes later must not end the process.
	socket.on("error", () => {});
	if (deadline.aborted) {
		// Its event is over: the dialer began later, by the time that loading took.
		socket.destroy();
		return { kind: signal.aborted ? "aborted" : "timed_out" };
	}
	const cut = () => socket.destroy();
	deadline.addEventListener("abort", cut);
	const transport = createTransport({
		...transportOptions(server, timeoutMs),
		getSocket: (_: unknown, done: (error: null, given: { connection: Socket; secured: boolean }) => void) =>
			done(null, { connection: socket, secured: implicitTls }),
	});
	try {
		return { kind: "accepted", refused: await work(transport) };
	} catch (error) {
		if (signal.aborted) return { kind: "aborted" };
		if (deadline.aborted) return { kind: "timed_out" };
		const refused = refusedAmong(recipients, (error as { rejectedErrors?: unknown }).rejectedErrors);
		return { kind: "not_accepted", code: responseCodeOf(error), refused };
	} finally {
		deadline.removeEventListener("abort", cut);
		transport.close();
		socket.destroy();
	}
}

/** How a server is spoken to, over one connection or many. */
export function transportOptions({ host, port, implicitTls, credentials }: SmtpServer, timeoutMs: number) {
	return {
		host,
		port,
		secure: implicitTls,
		tls: offerOptions("hybrid"),
		requireTLS: credentials !== null && !implicitTls,
		...(credentials !== null && { auth: { user: credentials.user, pass: credentials.password } }),
		greetingTimeout: timeoutMs,
		socketTimeout: timeoutMs,
	};
}

/** @param errors of the library, each with the address as it was sent: with the ASCII form of its domain */
function refusedAmong(recipients: readonly string[], errors: unknown): RefusedRecipient[] {
	const sent = new Map(recipients.map((address) => [asSent(address), address]));
	return (Array.isArray(errors) ? errors : []).flatMap((error: { recipient?: string }) => {
		const address = sent.get(asSent(error.recipient ?? ""));
		const code = responseCodeOf(error);
		return address === undefined || code === null ? [] : [{ address, code }];
	});
}

function asSent(address: string): string {
	const at = address.lastIndexOf("@");
	return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`.toLowerCase();
}

function responseCodeOf(error: unknown): number | null {
	if (typeof error !== "object" || error === null || !("responseCode" in error)) return null;
	return typeof error.responseCode === "number" && error.responseCode >= 400 ? error.responseCode : null;
}

function domainOf(from: string): string {
	return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "lapwing.invalid";
}
