/** Servers that say one thing after another, and then speak TLS on the same connection, or do as a test wants. */

import type { Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import type { Identity } from "./certificates.ts";
import type { Target } from "./listening.ts";
import { startRawTarget } from "./raw-target.ts";

export interface Script {
	/** The first is said to who connects, each other one after what the client sends; null says nothing. */
	readonly says: readonly (string | Buffer | null)[];
	/** Called after the last was said. */
	readonly after?: (socket: Socket) => void;
}

export function startScriptedTarget({ says, after = () => {} }: Script): Promise<Target> {
	return startRawTarget((socket) => {
		let said = 0;
		const next = () => {
			if (said >= says.length) return;
			const text = says[said++] ?? null;
			if (text !== null) socket.write(text);
			if (said < says.length) return;
			socket.off("data", next);
			socket.pause();
			after(socket);
		};
		socket.on("data", next);
		next();
	});
}

/** The server's half of a handshake on a connection that began in the clear. */
export function upgrade(
	{ chain, key }: Identity,
	onSecure: (socket: TLSSocket) => void = () => {},
	options: object = {},
): (socket: Socket) => void {
	const secureContext = createSecureContext({ cert: chain, key, ...options });
	return (socket) => {
		const secured = new TLSSocket(socket, { isServer: true, secureContext });
		secured.on("error", () => {}).once("secure", () => onSecure(secured));
	};
}

/** What servers say up to their consent to TLS. */
export const CONSENTS = {
	smtp: ["220 mail.example ESMTP\r\n", "250-mail.example\r\n250-SIZE 1000\r\n250 STARTTLS\r\n", "220 Go ahead\r\n"],
	imap: ["* OK IMAP4rev2 ready\r\n", "* CAPABILITY IMAP4rev2\r\na1 OK Begin TLS\r\n"],
	pop3: ["+OK POP3 ready\r\n", "+OK Begin TLS\r\n"],
	postgres: [null, "S"],
} as const;
