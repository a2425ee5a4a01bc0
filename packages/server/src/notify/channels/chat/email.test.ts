import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, test } from "vitest";
import type { Message } from "../../../domain/alerts/notice.ts";
import { aMessage, aNotice, HOSTILE_TEXT, NOON } from "../../../domain/alerts/testing/messages.ts";
import { PolicedDialer } from "../../../net/dial.ts";
import { unusedPort } from "../../../probe/targets/listening.ts";
import { createNotifier } from "../../notifier.ts";
import { smtpServer } from "../../smtp.ts";

interface Mailbox extends AsyncDisposable {
	readonly port: number;
	readonly mails: { from: string; to: string[]; email: Email; raw: string }[];
}

async function aMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
	const mails: Mailbox["mails"] = [];
	const server = new SMTPServer({
		disabledCommands: ["AUTH", "STARTTLS"],
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk) => chunks.push(chunk));
			stream.on("end", async () => {
				const raw = Buffer.concat(chunks);
				const { mailFrom, rcptTo } = session.envelope;
				mails.push({
					from: mailFrom ? mailFrom.address : "",
					to: rcptTo.map(({ address }) => address),
					email: await PostalMime.parse(raw),
					raw: raw.toString("utf8"),
				});
				done();
			});
		},
		...options,
	});
	// Clients that hang up are part of the tests.
	server.on("error", () => {});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	return {
		port: (server.server.address() as AddressInfo).port,
		mails,
		[Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

async function send(url: string, message: Message, signal = new AbortController().signal) {
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const notifier = createNotifier({
		dialer,
		userAgent: "x",
		publicUrl: "https://lapwing.example",
		smtp: { server: smtpServer(url, "Lapwing <lapwing@status.example>"), dialer },
		now: () => NOON,
		onFault: (error) => {
			throw error;
		},
	});
	const settings = { type: "email", to: ["one@ops.example", "two@ops.example"] } as const;
	try {
		return await notifier.deliver({ settings, previous: null }, message, signal);
	} finally {
		dialer.close();
	}
}

/** Answers each recipient with these codes, one an attempt, and takes it after them. */
function answering(codes: Readonly<Record<string, number[]>>): SMTPServerOptions {
	return {
		onRcptTo({ address }, _session, done) {
			const responseCode = codes[address]?.shift();
			done(responseCode === undefined ? undefined : Object.assign(new Error("no"), { responseCode }));
		},
	};
}

describe("a mail", () => {
	test("arrives as text and HTML, under the notice's id", async () => {
		await using mailbox = await aMailbox();
		expect(await send(`smtp://127.0.0.1:${mailbox.port}`, aMessage(aNotice()))).toEqual({ kind: "sent" });
		const [mail] = mailbox.mails;
		expect([mail?.from, mail?.to]).toEqual(["lapwing@status.example", ["one@ops.example", "two@ops.example"]]);
		expect(mail?.email.subject).toBe("Shop is down");
		expect(mail?.email.messageId).toBe("<evt_01@status.example>");
		expect(mail?.email.headers).toContainEqual(
			expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
		);
		expect(mail?.email.text).toContain("Since 11:59:00 UTC, seen from Western Europe");
		expect(mail?.email.text).toContain("https://lapwing.example/monitors/mon_01");
		expect(mail?.email.html).toContain("TLS handshake (tls)");
	});

	test("escapes names in HTML and headers", async () => {
		await using mailbox = await aMailbox();
		const name = `${HOSTILE_TEXT}\r\nBcc: evil@example.com`;
		await send(
			`smtp://127.0.0.1:${mailbox.port}`,
			aMessage(aNotice({ monitor: { id: "mon_01", name, target: "http://x/" }, error: HOSTILE_TEXT })),
		);
		const [mail] = mailbox.mails;
		expect(mail?.to).toHaveLength(2);
		expect(mail?.email.bcc).toBeUndefined();
		expect(mail?.email.subject).toContain("Bcc: evil@example.com is down");
		expect(mail?.email.html).not.toContain("<b>");
		expect(mail?.email.html).toContain("&lt;b&gt;&amp;amp;&lt;/b&gt;");
	});

	test("holds many monitors at once, or a test", async () => {
		await using mailbox = await aMailbox();
		const notices = Array.from({ length: 30 }, (_, index) => aNotice({ id: `evt_${index}` }));
		await send(`smtp://127.0.0.1:${mailbox.port}`, aMessage(...notices));
		await send(`smtp://127.0.0.1:${mailbox.port}`, aMessage());
		expect(mailbox.mails.map(({ email }) => email.subject)).toEqual([
			"30 monitors are down",
			"Test: the alert On call reaches you",
		]);
		expect(mailbox.mails[0]?.email.text?.match(/Shop is down \(since/g)).toHaveLength(30);
	});
});

describe("a mail server", () => {
	test("that is busy is retried, one that refuses is not", async () => {
		const refusing = (responseCode: number): SMTPServerOptions => ({
			onRcptTo: (_address, _session, done) => done(Object.assign(new Error("no"), { responseCode })),
		});
		await using busy = await aMailbox(refusing(451));
		await using strict = await aMailbox(refusing(550));
		expect(await send(`smtp://127.0.0.1:${busy.port}`, aMessage(aNotice()))).toEqual({
			kind: "failed",
			again: true,
			retryAfterMs: null,
			message: "The mail server answered with 451.",
		});
		expect(await send(`smtp://127.0.0.1:${strict.port}`, aMessage(aNotice()))).toMatchObject({ again: false });
	});

	test("that refuses one address gets the mail for the others, with a warning to the owner", async () => {
		await using choosy = await aMailbox(answering({ "one@ops.example": [550] }));
		expect(await send(`smtp://127.0.0.1:${choosy.port}`, aMessage(aNotice()))).toEqual({
			kind: "sent",
			warning: "1 of 2 recipients (address 1) refused it: The mail server answered with 550.",
		});
		expect(choosy.mails.map(({ to }) => to)).toEqual([["two@ops.example"]]);
	});

	test("that puts one address off gets the mail for that one later, and for no other again", async () => {
		const codes = { "one@ops.example": [], "two@ops.example": [451] };
		await using greylisting = await aMailbox(answering(codes));
		const url = `smtp://127.0.0.1:${greylisting.port}`;
		const first = await send(url, aMessage(aNotice()));
		expect(first).toEqual({
			kind: "failed",
			again: true,
			retryAfterMs: null,
			message: "1 of 2 recipients (address 2) did not get it yet: The mail server answered with 451.",
			settled: { "one@ops.example": null },
			mayHaveArrived: true,
		});
		const settled = first.kind === "failed" ? first.settled : {};
		expect(await send(url, { ...aMessage(aNotice()), settled: settled ?? {} })).toEqual({ kind: "sent" });
		expect(greylisting.mails.map(({ to }) => to)).toEqual([["one@ops.example"], ["two@ops.example"]]);
		const [one, two] = greylisting.mails;
		// The same mail to both, also in what it says of its recipients.
		expect([two?.email.to, two?.email.messageId]).toEqual([one?.email.to, one?.email.messageId]);
	});

	test("that refuses one address for good and puts the other off is asked for that one alone", async () => {
		const codes = { "one@ops.example": [550], "two@ops.example": [451] };
		await using strict = await aMailbox(answering(codes));
		const url = `smtp://127.0.0.1:${strict.port}`;
		const first = await send(url, aMessage(aNotice()));
		const settled = { "one@ops.example": "The mail server answered with 550." };
		expect(first).toEqual({
			kind: "failed",
			again: true,
			retryAfterMs: null,
			message: "The mail server answered with 451.",
			settled,
		});
		expect(await send(url, { ...aMessage(aNotice()), settled })).toEqual({
			kind: "sent",
			warning: "1 of 2 recipients (address 1) refused it: The mail server answered with 550.",
		});
		expect(strict.mails.map(({ to }) => to)).toEqual([["two@ops.example"]]);
	});

	test("that is unreachable is retried", async () => {
		expect(await send(`smtp://127.0.0.1:${await unusedPort()}`, aMessage(aNotice()))).toMatchObject({
			kind: "failed",
			again: true,
		});
	});

	test("without TLS never receives our password", async () => {
		let asked = false;
		await using plain = await aMailbox({
			disabledCommands: ["STARTTLS"],
			allowInsecureAuth: true,
			onAuth: (_auth, _session, done) => {
				asked = true;
				done(null, { user: "me" });
			},
		});
		expect(await send(`smtp://me:secret@127.0.0.1:${plain.port}`, aMessage(aNotice()))).toMatchObject({
			kind: "failed",
		});
		expect([asked, plain.mails]).toEqual([false, []]);
	});

	test("whose certificate is not trusted gets nothing, by STARTTLS or implicit TLS", async () => {
		await using starttls = await aMailbox({ disabledCommands: ["AUTH"] });
		await using implicit = await aMailbox({ secure: true });
		expect(await send(`smtp://127.0.0.1:${starttls.port}`, aMessage(aNotice()))).toMatchObject({ kind: "failed" });
		expect(await send(`smtps://127.0.0.1:${implicit.port}`, aMessage(aNotice()))).toMatchObject({ kind: "failed" });
		expect([...starttls.mails, ...implicit.mails]).toEqual([]);
	});

	test("that hangs is abandoned at a stop, with an unknown outcome", async () => {
		const stopping = new AbortController();
		await using hanging = await aMailbox({ onMailFrom: () => stopping.abort() });
		expect(await send(`smtp://127.0.0.1:${hanging.port}`, aMessage(aNotice()), stopping.signal)).toEqual({
			kind: "aborted",
		});
	});
});

test("SMTP_URL is read with its defaults", () => {
	expect(smtpServer("smtps://me%40x:p%3Ass@mail.example", "a@b.example")).toEqual({
		host: "mail.example",
		port: 465,
		implicitTls: true,
		credentials: { user: "me@x", password: "p:ss" },
		from: "a@b.example",
	});
	expect(smtpServer("smtp://[::1]", "x")).toMatchObject({ host: "::1", port: 587, credentials: null });
	expect(() => smtpServer("http://x", "x")).toThrow(TypeError);
});
