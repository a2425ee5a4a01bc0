/**
 * Agrees on TLS with a server whose protocol begins in the clear. Nothing that the server says before the handshake is
 * kept for after it: bytes that it sends beyond its consent are refused, for they may be another's, put in front of
 * what the server says under TLS (CVE-2011-0411, CVE-2021-23222).
 */

import { isIPv6, type Socket } from "node:net";
import type { Fault } from "../../domain/checks/observation.ts";
import type { StarttlsProtocol } from "../../domain/monitors/tcp/tcp.ts";
import type { ConnectError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { transportErrorOf } from "../errno.ts";

/** All that a server may say before the handshake. Long greetings have some hundred bytes, lists of extensions a KB. */
const MAX_BYTES = 16 * 1024;
/** Characters of what a server says that a message shows. */
const MAX_SHOWN = 60;

/** Null when the server agreed; the socket is paused then, and nothing was read of the handshake. */
export async function agreeOnTls(
	protocol: StarttlsProtocol,
	socket: Socket,
	address: string,
	deadline: Deadline,
): Promise<ConnectError | null> {
	const dialogue = new Dialogue(socket, address, deadline);
	try {
		await PROTOCOLS[protocol](dialogue);
		dialogue.expectNothingMore();
		return null;
	} catch (error) {
		if (error instanceof Ended) return error.connectError;
		throw error;
	} finally {
		dialogue.close();
	}
}

const PROTOCOLS: Readonly<Record<StarttlsProtocol, (dialogue: Dialogue) => Promise<void>>> = {
	/** RFC 3207, over the replies of RFC 5321 §4.2. */
	async smtp(dialogue) {
		await smtpReply(dialogue, "220");
		dialogue.send(`EHLO ${addressLiteral(dialogue.localAddress)}\r\n`);
		// The first line greets, with the server's name (RFC 5321 §4.1.1.1).
		const [, ...offered] = await smtpReply(dialogue, "250");
		if (!offered.some((line) => /^STARTTLS(?: |$)/i.test(line))) dialogue.refuse("does not offer STARTTLS");
		dialogue.send("STARTTLS\r\n");
		await smtpReply(dialogue, "220");
	},
	/** RFC 9051 §6.2.1. */
	async imap(dialogue) {
		const greeting = await dialogue.line();
		if (/^\* PREAUTH\b/i.test(greeting)) dialogue.refuse("is already signed in, and so has no STARTTLS");
		if (/^\* BYE\b/i.test(greeting)) dialogue.refuse("says", greeting);
		if (!/^\* OK\b/i.test(greeting)) dialogue.violate("is not IMAP", greeting);
		dialogue.send("a1 STARTTLS\r\n");
		let line = await dialogue.line();
		while (line.startsWith("* ")) line = await dialogue.line();
		if (/^a1 (?:NO|BAD)\b/i.test(line)) dialogue.refuse("refuses STARTTLS", line);
		if (!/^a1 OK\b/i.test(line)) dialogue.violate("is not IMAP", line);
	},
	/** RFC 2595 §4. */
	async pop3(dialogue) {
		await pop3Reply(dialogue, "says");
		dialogue.send("STLS\r\n");
		await pop3Reply(dialogue, "refuses STLS");
	},
	/** SSLRequest (PostgreSQL, "Message Flow", "SSL Session Encryption"): answered by one byte. */
	async postgres(dialogue) {
		dialogue.send(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
		const answer = await dialogue.bytes(1);
		if (answer === "N") dialogue.refuse("does not offer TLS");
		if (answer === "E") dialogue.refuse("answers the request for TLS with an error");
		if (answer !== "S") dialogue.violate("is not PostgreSQL", answer);
	},
};

/** The lines of a reply whose code is `expected`, without the codes. */
async function smtpReply(dialogue: Dialogue, expected: string): Promise<string[]> {
	const lines: string[] = [];
	for (;;) {
		const line = await dialogue.line();
		if (!/^[2-5]\d\d(?:[ -]|$)/.test(line)) dialogue.violate("is not SMTP", line);
		if (!line.startsWith(expected)) dialogue.refuse("says", line);
		lines.push(line.slice(4));
		if (line[3] !== "-") return lines;
	}
}

async function pop3Reply(dialogue: Dialogue, refusal: string): Promise<void> {
	const line = await dialogue.line();
	if (/^-ERR\b/i.test(line)) dialogue.refuse(refusal, line);
	if (!/^\+OK\b/i.test(line)) dialogue.violate("is not POP3", line);
}

/** How a client without a name calls itself (RFC 5321 §4.1.3). */
function addressLiteral(address: string): string {
	return isIPv6(address) ? `[IPv6:${address}]` : `[${address}]`;
}

/** Ends a dialogue; caught where it began. */
class Ended extends Error {
	readonly connectError: ConnectError;

	constructor(connectError: ConnectError) {
		super("The dialogue has ended.");
		this.connectError = connectError;
	}
}

/** What both say in the clear. */
class Dialogue {
	readonly #socket: Socket;
	readonly #address: string;
	readonly #deadline: Deadline;
	#unread = "";
	#receivedBytes = 0;
	#end: ConnectError | null = null;
	#wake: () => void = () => {};

	constructor(socket: Socket, address: string, deadline: Deadline) {
		this.#socket = socket;
		this.#address = address;
		this.#deadline = deadline;
		socket.on("data", this.#onData).on("end", this.#onClose).on("close", this.#onClose).on("error", this.#onError);
	}

	/** The address at this end. */
	get localAddress(): string {
		return this.#socket.localAddress ?? "127.0.0.1";
	}

	send(text: string | Buffer): void {
		this.#socket.write(text);
	}

	/** The next line, without its end. */
	async line(): Promise<string> {
		for (;;) {
			const end = this.#unread.indexOf("\n");
			if (end !== -1) return this.#take(end + 1).replace(/\r?\n$/, "");
			await this.#more();
		}
	}

	async bytes(count: number): Promise<string> {
		while (this.#unread.length < count) await this.#more();
		return this.#take(count);
	}

	expectNothingMore(): void {
		if (this.#unread !== "") this.violate("sends bytes in the clear after its consent to TLS");
	}

	/** The server does not want TLS. `says`: its own words. */
	refuse(what: string, says = ""): never {
		throw new Ended(this.#failure("starttls_refused", what, says));
	}

	/** The server does not speak the protocol. */
	violate(what: string, says = ""): never {
		throw new Ended(this.#failure("protocol", what, says));
	}

	/** Leaves the socket paused, so that nothing of the handshake is lost. */
	close(): void {
		this.#socket.pause();
		this.#socket
			.off("data", this.#onData)
			.off("end", this.#onClose)
			.off("close", this.#onClose)
			.off("error", this.#onError);
	}

	#take(count: number): string {
		const taken = this.#unread.slice(0, count);
		this.#unread = this.#unread.slice(count);
		return taken;
	}

	/** Waits for news of the server. What came before its end is read first. */
	async #more(): Promise<void> {
		if (this.#end !== null) throw new Ended(this.#end);
		await new Promise<void>((resolve) => {
			this.#wake = resolve;
			this.#deadline.begin(() => {
				this.#end = this.#deadline.connectError("tls", this.#address);
				resolve();
			});
		});
		this.#deadline.finish();
	}

	readonly #onData = (bytes: Buffer): void => {
		this.#receivedBytes += bytes.length;
		if (this.#receivedBytes > MAX_BYTES) {
			this.#end ??= this.#failure("protocol", `says more than ${MAX_BYTES} bytes before TLS`, "");
			this.#socket.pause();
		} else {
			this.#unread += bytes.toString("latin1");
		}
		this.#wake();
	};

	readonly #onClose = (): void => {
		this.#end ??= this.#failure("reset", "closed the connection before TLS was agreed on", "");
		this.#wake();
	};

	readonly #onError = (error: Error): void => {
		this.#end ??= transportErrorOf(error, "tls", this.#address);
		this.#wake();
	};

	#failure(fault: Fault, what: string, says: string): ConnectError {
		const shown = says.slice(0, MAX_SHOWN).replace(/[^\x20-\x7e]/g, "·");
		const message = `${this.#address} ${what}${shown === "" ? "" : `: "${shown}"`}.`;
		return { kind: "failed", fault, phase: "tls", message, address: this.#address, certificate: null };
	}
}
