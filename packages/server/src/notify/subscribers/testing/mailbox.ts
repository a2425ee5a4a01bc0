/** A real mail server on loopback that keeps what it is sent, and refuses what the test says. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { smtpServer } from "../../smtp.ts";

interface ReceivedMail {
	readonly to: string;
	readonly messageId: string;
	readonly raw: string;
	parsed(): Promise<Email>;
}

export interface Mailbox extends AsyncDisposable {
	readonly port: number;
	/** As Lapwing is configured to use it. */
	readonly server: ReturnType<typeof smtpServer>;
	readonly mails: ReceivedMail[];
	/** How many connections were opened, and how many are open. */
	readonly connections: { opened: number; open: number };
	/** The reply to a recipient; null: accepted. */
	recipientReply: (address: string) => { code: number; text: string } | null;
	/** The reply to a whole mail; null: accepted. */
	mailReply: (mail: ReceivedMail) => { code: number; text: string } | null;
	/** Resolves when so many mails have come. */
	until(count: number): Promise<void>;
}

export async function aMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
	const connections = { opened: 0, open: 0 };
	const waiting = new Set<() => void>();
	const server = new SMTPServer({
		disabledCommands: ["AUTH", "STARTTLS"],
		disableReverseLookup: true,
		onConnect(_session, done) {
			connections.opened += 1;
			connections.open += 1;
			done();
		},
		onClose() {
			connections.open -= 1;
		},
		onRcptTo({ address }, _session, done) {
			const reply = mailbox.recipientReply(address);
			done(reply === null ? null : refusal(reply));
		},
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk) => chunks.push(chunk));
			stream.on("end", () => {
				const raw = Buffer.concat(chunks).toString("utf8");
				const mail: ReceivedMail = {
					to: session.envelope.rcptTo[0]?.address ?? "",
					messageId: /^Message-ID:\s*<([^>]+)>/im.exec(raw)?.[1] ?? "",
					raw,
					parsed: () => PostalMime.parse(raw),
				};
				const reply = mailbox.mailReply(mail);
				if (reply !== null) return done(refusal(reply));
				mailbox.mails.push(mail);
				for (const look of waiting) look();
				done();
			});
		},
		...options,
	});
	// Clients that hang up are part of the tests.
	server.on("error", () => {});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const mailbox: Mailbox = {
		port,
		server: smtpServer(`smtp://127.0.0.1:${port}`, "Lapwing <lapwing@status.example>"),
		mails: [],
		connections,
		recipientReply: () => null,
		mailReply: () => null,
		until: (count) =>
			new Promise((resolve) => {
				const look = () => {
					if (mailbox.mails.length < count) return;
					waiting.delete(look);
					resolve();
				};
				waiting.add(look);
				look();
			}),
		[Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
	};
	return mailbox;
}

function refusal({ code, text }: { code: number; text: string }): Error {
	return Object.assign(new Error(text), { responseCode: code });
}
