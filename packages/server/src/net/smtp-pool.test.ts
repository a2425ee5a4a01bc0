import { afterEach, describe, expect, test } from "vitest";
import { aMailbox } from "../notify/subscribers/testing/mailbox.ts";
import { unusedPort } from "../probe/targets/listening.ts";
import { PolicedDialer } from "./dial.ts";
import type { SmtpServer } from "./smtp.ts";
import { type PooledMail, SmtpPool } from "./smtp-pool.ts";

const never = new AbortController().signal;
const closing: (() => void)[] = [];
afterEach(() => {
	for (const close of closing.splice(0)) close();
});

function aPool(server: SmtpServer, options: { connections?: number; timeoutMs?: number } = {}) {
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const pool = new SmtpPool(dialer, server, { connections: 2, timeoutMs: 20_000, ...options });
	closing.push(() => {
		pool.close();
		dialer.close();
	});
	return pool;
}

function aMail(to: string, changes: Partial<PooledMail> = {}): PooledMail {
	const content = { subject: "News", text: "text", html: "<p>text</p>" };
	return { to, fromName: "Acme", id: `id-${to.split("@")[0]}`, thread: null, headers: {}, ...content, ...changes };
}

test("many mails go over few connections, each under its own Message-ID", async () => {
	await using mailbox = await aMailbox();
	const pool = aPool(mailbox.server);
	const sent = await Promise.all(
		Array.from({ length: 50 }, (_, index) => pool.send(aMail(`reader-${index}@example.com`), never)),
	);
	expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(["accepted"]));
	expect(mailbox.connections.opened).toBe(2);
	expect(new Set(mailbox.mails.map(({ messageId }) => messageId)).size).toBe(50);
	expect(mailbox.mails.map(({ messageId }) => messageId)).toContain("id-reader-7@status.example");
});

test("the sender is the page at the operator's address, and what follows one thing refers to it", async () => {
	await using mailbox = await aMailbox();
	const headers = { "List-Unsubscribe": "<https://status.example/u>" };
	await aPool(mailbox.server).send(aMail("a@example.com", { fromName: 'Acme "1"', thread: "inc_1", headers }), never);
	const email = await mailbox.mails[0]?.parsed();
	expect(email?.from).toEqual({ name: 'Acme "1"', address: "lapwing@status.example" });
	expect(email?.references).toBe("<inc_1@status.example>");
	expect(email?.headers).toContainEqual({
		key: "list-unsubscribe",
		originalKey: "List-Unsubscribe",
		value: "<https://status.example/u>",
	});
});

describe("a refusal", () => {
	test.each([
		[550, "5.1.1 No such user", true],
		[550, "No such user", true],
		[552, "5.2.2 Mailbox full", true],
		[450, "4.2.0 Greylisted", true],
		[554, "5.7.1 Relay access denied", false],
		[554, "5.6.0 Content refused", false],
	])("of a recipient with %i %s", async (code, text, isAboutAddress) => {
		await using mailbox = await aMailbox();
		mailbox.recipientReply = (address) => (address.startsWith("gone") ? { code, text } : null);
		const pool = aPool(mailbox.server, { connections: 1 });
		expect(await pool.send(aMail("gone@example.com"), never)).toEqual({ kind: "refused", code, isAboutAddress });
		// The connection is fine.
		expect(await pool.send(aMail("here@example.com"), never)).toEqual({ kind: "accepted" });
		expect(mailbox.connections.opened).toBe(1);
	});

	test("of a whole mail is about the mail, unless the server says that it is about the address", async () => {
		await using mailbox = await aMailbox();
		mailbox.mailReply = ({ to }) =>
			to.startsWith("spam") ? { code: 554, text: "5.7.1 Looks like spam" } : { code: 550, text: "5.1.1 No such user" };
		const pool = aPool(mailbox.server);
		const refused = { kind: "refused", isAboutAddress: false };
		expect(await pool.send(aMail("spam@example.com"), never)).toMatchObject(refused);
		expect(await pool.send(aMail("gone@example.com"), never)).toMatchObject({ ...refused, isAboutAddress: true });
	});

	test("of the sender, of a login or of a connection says that nothing can be sent", async () => {
		await using noSender = await aMailbox({
			onMailFrom: (_address, _session, done) => done(Object.assign(new Error("5.7.1 No"), { responseCode: 550 })),
		});
		await using noLogin = await aMailbox({
			disabledCommands: ["STARTTLS"],
			allowInsecureAuth: true,
			onAuth: (_auth, _session, done) => done(new Error("no")),
		});
		const credentials = { user: "a", password: "b" };
		const closed = { ...noSender.server, port: await unusedPort() };
		for (const server of [noSender.server, { ...noLogin.server, credentials }, closed]) {
			expect(await aPool(server).send(aMail("a@example.com"), never)).toMatchObject({ kind: "unavailable" });
		}
	});
});

test("a server that is silent ends a mail at its timeout, and an abort at once", async () => {
	await using mailbox = await aMailbox({ onData: () => {} });
	const pool = aPool(mailbox.server, { timeoutMs: 300 });
	expect(await pool.send(aMail("a@example.com"), never)).toMatchObject({ kind: "unavailable" });
	const stopping = new AbortController();
	const sending = pool.send(aMail("a@example.com"), stopping.signal);
	stopping.abort();
	expect(await sending).toEqual({ kind: "aborted" });
});

test("a mail goes over another connection when the server ended the one that was idle", async () => {
	await using mailbox = await aMailbox({ socketTimeout: 200 });
	const pool = aPool(mailbox.server, { connections: 1 });
	expect(await pool.send(aMail("a@example.com"), never)).toEqual({ kind: "accepted" });
	await expect.poll(() => mailbox.connections.open, { timeout: 5_000 }).toBe(0);
	expect(await pool.send(aMail("b@example.com"), never)).toEqual({ kind: "accepted" });
});
