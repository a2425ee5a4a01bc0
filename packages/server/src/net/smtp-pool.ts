/**
 * Sends many mails by SMTP over a few connections that stay open (nodemailer's pool), each made by our dialer. For one
 * mail now and then: ./smtp.ts.
 *
 * A refusal says whose it is: that of one mail's recipient, or that of the session, in which no mail can be sent.
 */

import { createTransport } from "nodemailer";
import type { Dialer } from "./dial.ts";
import { type SmtpServer, transportOptions } from "./smtp.ts";

export interface PooledMail {
	readonly to: string;
	/** The name beside the server's sender address. */
	readonly fromName: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** The left part of the Message-ID. */
	readonly id: string;
	/** The left part of the Message-ID of the mail that this one belongs to; null: of none. */
	readonly thread: string | null;
	readonly headers: Readonly<Record<string, string>>;
}

export type PooledResult =
	| { readonly kind: "accepted" }
	/** The server does not take this mail, or not now. */
	| {
			readonly kind: "refused";
			/** 400–599 */
			readonly code: number;
			/** Whether it is about the recipient's address, as far as the reply says. */
			readonly isAboutAddress: boolean;
	  }
	/** No mail can be sent now: no connection, no login, a refused sender, or no answer. The server may have this one. */
	| { readonly kind: "unavailable"; readonly message: string }
	| { readonly kind: "aborted" };

interface PoolOptions {
	readonly connections: number;
	/** For one mail, the connection included. */
	readonly timeoutMs: number;
}

/** Some servers end a connection after a hundred. */
const MAILS_A_CONNECTION = 100;
/** Connections that nobody needs are closed after this time. */
const IDLE_MS = 10_000;

export class SmtpPool {
	readonly #server: SmtpServer;
	readonly #timeoutMs: number;
	readonly #transport: ReturnType<typeof transportOf>;

	constructor(dialer: Dialer, server: SmtpServer, options: PoolOptions) {
		this.#server = server;
		this.#timeoutMs = options.timeoutMs;
		this.#transport = transportOf(dialer, server, options);
	}

	/** Never rejects. */
	async send({ id, thread, fromName, ...mail }: PooledMail, signal: AbortSignal): Promise<PooledResult> {
		if (signal.aborted) return { kind: "aborted" };
		const address = addressOf(this.#server.from);
		const domain = address.slice(address.lastIndexOf("@") + 1);
		const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
		try {
			await this.#transport.sendMail({
				...mail,
				from: { name: fromName, address },
				headers: { "Auto-Submitted": "auto-generated", ...mail.headers },
				messageId: `<${id}@${domain}>`,
				...(thread !== null && { references: [`<${thread}@${domain}>`] }),
				// Nothing of a mail may make the library read files or fetch URLs.
				disableFileAccess: true,
				disableUrlAccess: true,
				signal: deadline,
			});
			return { kind: "accepted" };
		} catch (error) {
			if (signal.aborted) return { kind: "aborted" };
			if (deadline.aborted) {
				return { kind: "unavailable", message: `The mail server did not answer in full within ${this.#timeoutMs} ms.` };
			}
			return meaningOf(error);
		}
	}

	/** Ends its connections; mails under way are not waited for. */
	close(): void {
		this.#transport.close();
	}
}

function transportOf(dialer: Dialer, server: SmtpServer, { connections, timeoutMs }: PoolOptions) {
	const { host, port, implicitTls } = server;
	return createTransport({
		pool: true,
		maxConnections: connections,
		maxMessages: MAILS_A_CONNECTION,
		// For mails of which not a byte was sent, because the server had closed an idle connection.
		maxRequeues: 2,
		idleTimeout: IDLE_MS,
		...transportOptions(server, timeoutMs),
		getSocket(_: unknown, done: (error: Error | null, given?: object) => void) {
			dialer.dial({ host, port, ...(implicitTls && { tls: {} }), timeoutMs }).then((connected) => {
				if (connected.kind !== "connected") {
					const message = connected.kind === "aborted" ? "The attempt was cut short." : connected.message;
					return done(new NotConnected(message));
				}
				const { socket } = connected;
				// The library handles errors while it uses the socket; one that comes later must not end the process.
				socket.on("error", () => {});
				done(null, { connection: socket, secured: implicitTls });
			});
		},
	});
}

class NotConnected extends Error {
	override readonly name = "NotConnected";
}

/** `Lapwing <lapwing@example.com>` or a bare address. */
function addressOf(from: string): string {
	return (/<([^<>]+)>/.exec(from)?.[1] ?? from).trim();
}

/** Commands to which a refusal is about one mail. */
const COMMANDS_OF_A_MAIL = new Set(["RCPT TO", "DATA"]);

/** The library knows before it asks the server that it can't send to this address. */
const NOT_SENDABLE: PooledResult = { kind: "refused", code: 553, isAboutAddress: true };

function meaningOf(error: unknown): PooledResult {
	const { code, command, responseCode, response, message } = error as {
		code?: unknown;
		command?: unknown;
		responseCode?: unknown;
		response?: unknown;
		message?: unknown;
	};
	if (error instanceof NotConnected) return { kind: "unavailable", message: error.message };
	if (code === "EENVELOPE" && command === "API") {
		// "Invalid recipient": the sender is the operator's own, and checked by the first mail.
		return String(message).includes("recipient") ? NOT_SENDABLE : { kind: "unavailable", message: String(message) };
	}
	if (typeof responseCode !== "number" || responseCode < 400) {
		return { kind: "unavailable", message: "The conversation with the mail server failed." };
	}
	// 421: the server ends the session (RFC 5321 §3.8).
	if (responseCode === 421 || !COMMANDS_OF_A_MAIL.has(String(command))) {
		return { kind: "unavailable", message: `The mail server answered with ${responseCode}.` };
	}
	return { kind: "refused", code: responseCode, isAboutAddress: isAboutAddress(String(response)) };
}

/**
 * A refusal with an enhanced code (RFC 3463) of the system, the network, the protocol, the content or a policy
 * (X.3–X.7) is as true for every other address: a relay that takes no mail of ours must not stop ten thousand of them.
 */
function isAboutAddress(reply: string): boolean {
	const subject = /^\d{3}[ -][245]\.(\d{1,3})\.\d{1,3}\b/.exec(reply)?.[1];
	return subject === undefined || subject === "1" || subject === "2";
}
