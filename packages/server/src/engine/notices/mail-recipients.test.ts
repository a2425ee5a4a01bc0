/** A mail to several addresses, of which the server takes some: what each gets, and what the alert's owner is shown. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { PolicedDialer } from "../../net/dial.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { smtpServer } from "../../notify/smtp.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

const TO = ["one@ops.example", "two@ops.example"] as const;

/** @param codes what it answers each address with, one an attempt; after them it takes the mail */
async function aMailServer(stage: Stage, codes: Readonly<Record<string, number[]>>) {
	const mails: string[] = [];
	const server = new SMTPServer({
		disabledCommands: ["AUTH", "STARTTLS"],
		onRcptTo({ address }, _session, done) {
			const responseCode = codes[address]?.shift();
			done(responseCode === undefined ? undefined : Object.assign(new Error("no"), { responseCode }));
		},
		onData(stream, { envelope }, done) {
			let text = "";
			stream.on("data", (chunk) => {
				text += chunk;
			});
			stream.on("end", () => {
				const subject = /^Subject: (.*)$/m.exec(text)?.[1]?.trim();
				mails.push(...envelope.rcptTo.map(({ address }) => `${address}: ${subject}`));
				done();
			});
		},
	});
	server.on("error", () => {});
	server.listen(0, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	await stage.newAlert({ channel: { type: "email", to: TO } });
	return {
		mails,
		/** Delivers what is due after so long, by a process of its own: what it knows of earlier attempts is stored. */
		async deliver(ms: number) {
			const notifier = createNotifier({
				...{ dialer, userAgent: "Lapwing/test", publicUrl: null, now: () => stage.clock.now },
				smtp: { server: smtpServer(`smtp://127.0.0.1:${port}`, "lapwing@status.example"), dialer },
				onFault: (error) => {
					throw error;
				},
			});
			stage.pass(ms);
			await deliverNotices({ ...stage.deps, notifier });
		},
		async [Symbol.asyncDispose]() {
			dialer.close();
			await new Promise<void>((resolve) => server.close(resolve));
		},
	};
}

onEachEngine("a mail to several addresses", (name) => {
	test("goes to one that was put off later, and to no other a second time", async () => {
		await using stage = await aStage(name);
		await using server = await aMailServer(stage, { "two@ops.example": [451, 451] });
		const shop = await stage.newMonitor("Shop");
		await stage.check("down", shop);
		await server.deliver(1_000);
		expect(server.mails).toEqual(["one@ops.example: Shop is down"]);
		expect(await stage.waiting(shop)).toMatchObject([
			{
				status: "pending",
				errorMessage: "1 of 2 recipients (address 2) did not get it yet: The mail server answered with 451.",
			},
		]);
		await server.deliver(2 * MINUTE);
		await server.deliver(10 * MINUTE);
		expect(server.mails.slice(1)).toEqual(["two@ops.example: Shop is down"]);
		expect(await stage.eventRows(shop)).toMatchObject([{ status: "sent", errorMessage: null }]);
	});

	test("counts as sent when one address has it and the attempts for the other end, and both get the end", async () => {
		await using stage = await aStage(name);
		await using server = await aMailServer(stage, { "two@ops.example": [451, 451, 451, 451, 451] });
		const shop = await stage.newMonitor("Shop");
		await stage.check("down", shop);
		for (let minute = 0; minute < 25; minute += 1) await server.deliver(MINUTE);
		expect(server.mails).toEqual(["one@ops.example: Shop is down"]);
		expect(await stage.eventRows(shop)).toMatchObject([
			{
				status: "sent",
				errorMessage: "1 of 2 recipients (address 2) did not get it yet: The mail server answered with 451.",
			},
		]);
		await stage.check("up", shop);
		await server.deliver(MINUTE);
		expect(server.mails.slice(1)).toEqual(TO.map((address) => expect.stringContaining(`${address}: Shop is up again`)));
	});

	test("tells the end to who has it, also when it was over before the other address took it", async () => {
		await using stage = await aStage(name);
		await using server = await aMailServer(stage, { "two@ops.example": [451] });
		const shop = await stage.newMonitor("Shop");
		await stage.check("down", shop);
		await server.deliver(1_000);
		await stage.check("up", shop);
		await server.deliver(10 * MINUTE);
		await server.deliver(MINUTE);
		const [problem, ...ends] = server.mails;
		expect(problem).toBe("one@ops.example: Shop is down");
		expect(ends).toEqual(TO.map((address) => expect.stringContaining(`${address}: Shop is up again`)));
		expect(await stage.events(shop)).toEqual(["down skipped_outdated", "up sent"]);
	});

	test("is sent with a warning when an address is refused for good, at once", async () => {
		await using stage = await aStage(name);
		await using server = await aMailServer(stage, { "one@ops.example": [550] });
		const shop = await stage.newMonitor("Shop");
		await stage.check("down", shop);
		await server.deliver(1_000);
		expect(server.mails).toEqual(["two@ops.example: Shop is down"]);
		expect(await stage.eventRows(shop)).toMatchObject([
			{
				status: "sent",
				errorMessage: "1 of 2 recipients (address 1) refused it: The mail server answered with 550.",
			},
		]);
	});
});
