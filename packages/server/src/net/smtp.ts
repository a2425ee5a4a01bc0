/**
 * Sends one mail by SMTP (RFC 5321) over a connection of our dialer. The dialer makes TLS from the start (smtps);
 * nodemailer makes STARTTLS (RFC 3207) when the server offers it, and requires it when there is a password to protect.
 */

import type { Socket } from "node:net";
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
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** The left part of the Message-ID. */
	readonly id: string;
}

export type SmtpResult =
	/** The server accepted the mail, for all but so many recipients. */
	| { readonly kind: "accepted"; readonly refusedRecipients: number }
	/** The reply code of the server, 400–599; null when the connection broke off. */
	| { readonly kind: "not_accepted"; readonly code: number | null }
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
	return overSmtp(dialer, connection, async (transport) => {
		const { id, to, ...content } = message;
		const { rejected = [] } = await transport.sendMail({
			from,
			to: [...to],
			...content,
			messageId: `<${id}@${domainOf(from)}>`,
			headers: { "Auto-Submitted": "auto-generated" },
			// Nothing of a message may make the library read files or fetch URLs.
			disableFileAccess: true,
			disableUrlAccess: true,
		});
		return rejected.length;
	});
}

/** Connects, greets and logs in, and sends nothing. Never rejects. */
export function trySmtp(dialer: Dialer, connection: SmtpConnection): Promise<SmtpResult | ConnectError> {
	return overSmtp(dialer, connection, async (transport) => {
		await transport.verify();
		return 0;
	});
}

/** @param work resolves with the number of refused recipients */
async function overSmtp(
	dialer: Dialer,
	{ server, timeoutMs, signal }: SmtpConnection,
	work: (transport: Transporter) => Promise<number>,
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
		return { kind: "accepted", refusedRecipients: await work(transport) };
	} catch (error) {
		if (signal.aborted) return { kind: "aborted" };
		return deadline.aborted ? { kind: "timed_out" } : { kind: "not_accepted", code: responseCodeOf(error) };
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

function responseCodeOf(error: unknown): number | null {
	if (typeof error !== "object" || error === null || !("responseCode" in error)) return null;
	return typeof error.responseCode === "number" && error.responseCode >= 400 ? error.responseCode : null;
}

function domainOf(from: string): string {
	return /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? "lapwing.invalid";
}
