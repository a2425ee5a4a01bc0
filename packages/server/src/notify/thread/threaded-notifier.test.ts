import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import type { Message } from "../../domain/alerts/notice.ts";
import { aMessage, aNotice } from "../../domain/alerts/testing/messages.ts";
import { watchConnections } from "../../net/testing/watched-connections.ts";
import { startReceiver } from "../testing/receiver.ts";
import { createThreadedNotifier, type ThreadedNotifier, type ThreadedNotifierOptions } from "./threaded-notifier.ts";

const opened: ThreadedNotifier[] = [];
afterEach(async () => {
	for (const notifier of opened.splice(0)) await notifier.close();
});

function start(options: Partial<ThreadedNotifierOptions> = {}) {
	const lost: Error[] = [];
	const notifier = createThreadedNotifier({
		allowPrivateTargets: true,
		resolvers: null,
		userAgent: "Lapwing/test",
		publicUrl: "https://lapwing.example",
		smtp: null,
		onThreadLost: (reason) => void lost.push(reason),
		onFault: (error) => {
			throw error;
		},
		...options,
	});
	opened.push(notifier);
	const never = new AbortController().signal;
	const slack = (url: string) => ({ settings: { type: "slack", url } as const, previous: null });
	return {
		notifier,
		lost,
		deliver: (url: string, message: Message = aMessage(aNotice()), signal = never) =>
			notifier.deliver(slack(url), message, signal),
		mail: () =>
			notifier.deliver({ settings: { type: "email", to: ["a@b.example"] }, previous: null }, aMessage(), never),
	};
}

test("a message is delivered by a thread, not by the main thread", async () => {
	await using receiver = await startReceiver();
	receiver.answers.push("hang");
	const { deliver } = start();
	const sockets = () => process.getActiveResourcesInfo().filter((each) => each === "TCPSocketWrap").length;
	// Those that an earlier file has left to their end.
	const before = sockets();
	const stopping = new AbortController();
	const delivering = deliver(receiver.url, aMessage(aNotice()), stopping.signal);
	await receiver.until(1);
	// The receiver's own end, which is in this process.
	expect(sockets()).toBe(before + 1);
	stopping.abort();
	expect(await delivering).toEqual({ kind: "aborted" });
	expect(await deliver(receiver.url)).toEqual({ kind: "sent" });
	expect(receiver.received[1]?.headers["user-agent"]).toBe("Lapwing/test");
});

test("nothing is delivered after the end, and no thread begins", async () => {
	await using receiver = await startReceiver();
	const { deliver, notifier } = start();
	await notifier.close();
	expect(await deliver(receiver.url)).toEqual({ kind: "aborted" });
	expect(receiver.received).toEqual([]);
});

const fragile = new URL("./testing/fragile-thread.ts", import.meta.url);

function named(name: string): Message {
	return { ...aMessage(aNotice()), alert: { id: "alt_01", name } };
}

test("a delivery of a thread that dies is retried later by another thread", async () => {
	const { deliver, lost } = start({ program: fragile });
	const answers = Promise.all([
		deliver("http://a.example/", named("silent")),
		deliver("http://a.example/", named("dies")),
	]);
	const later = { kind: "failed", again: true };
	expect(await answers).toMatchObject([later, later]);
	expect(lost).toHaveLength(1);
	await expect
		.poll(() => deliver("http://a.example/", named("well")), { timeout: 10_000, interval: 200 })
		.toEqual({ kind: "sent" });
});

test("a thread that does not answer holds up no stop", async () => {
	const { deliver } = start({ program: fragile });
	const stopping = new AbortController();
	const delivering = deliver("http://a.example/", named("silent"), stopping.signal);
	stopping.abort();
	expect(await delivering).toEqual({ kind: "aborted" });
});

test("the operator's mail server may be private although private addresses are denied to users", async () => {
	const { mailbox, smtp } = await aMailbox();
	await using receiver = await startReceiver();
	try {
		const { deliver, mail } = start({ allowPrivateTargets: false, smtp });
		expect(await mail()).toEqual({ kind: "sent" });
		expect(await deliver(receiver.url)).toMatchObject({ kind: "failed", again: false });
		expect(receiver.received).toEqual([]);
	} finally {
		await new Promise<void>((resolve) => mailbox.close(() => resolve()));
	}
});

test("a mail that is about no monitor leaves from the thread too", async () => {
	const { mailbox, smtp } = await aMailbox();
	using connections = watchConnections({ standIns: new Map(), nameServerPorts: new Set() });
	try {
		const { notifier } = start({ smtp });
		const mail = { id: "evt_1", to: ["ada@example.com"], subject: "Your link", text: "link", html: "<p>link</p>" };
		expect(await notifier.mail(mail, new AbortController().signal)).toEqual({ kind: "sent" });
		// The watch sees the sockets of this thread alone.
		expect(connections.taken()).toEqual([]);
		expect(await notifier.mail(mail, AbortSignal.abort())).toEqual({ kind: "aborted" });
		const without = start().notifier.mail(mail, new AbortController().signal);
		expect(await without).toMatchObject({ kind: "failed", again: false });
	} finally {
		await new Promise<void>((resolve) => mailbox.close(() => resolve()));
	}
});

async function aMailbox() {
	const mailbox = new SMTPServer({ disabledCommands: ["AUTH", "STARTTLS"], disableReverseLookup: true });
	mailbox.listen(0, "127.0.0.1");
	await once(mailbox.server, "listening");
	const { port } = mailbox.server.address() as AddressInfo;
	return { mailbox, smtp: { host: "127.0.0.1", port, implicitTls: false, credentials: null, from: "a@b.example" } };
}
