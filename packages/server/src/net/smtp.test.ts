import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { PolicedDialer } from "./dial.ts";
import { trySmtp } from "./smtp.ts";

test("a connection that comes after the deadline is closed, and no mail is sent over it", async () => {
	let sessions = 0;
	const mails = new SMTPServer({
		authOptional: true,
		disableReverseLookup: true,
		disabledCommands: ["STARTTLS"],
		onConnect(_, done) {
			sessions += 1;
			done();
		},
	});
	await new Promise<void>((listening) => mails.listen(0, "127.0.0.1", listening));
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const { dial } = dialer;
	dialer.dial = async (request) => {
		const connected = await dial.call(dialer, { ...request, timeoutMs: 5_000 });
		await pause(1_100);
		return connected;
	};
	const { port } = mails.server.address() as AddressInfo;
	const server = { host: "127.0.0.1", port, implicitTls: false, credentials: null, from: "lapwing@example.com" };
	const { signal } = new AbortController();
	// The library, which the first mail loads, takes no part of the time.
	expect(await trySmtp(dialer, { server, timeoutMs: 5_000, signal })).toMatchObject({ kind: "accepted" });
	expect(await trySmtp(dialer, { server, timeoutMs: 1_000, signal })).toEqual({ kind: "timed_out" });
	expect(sessions).toBe(2);
	dialer.close();
	await new Promise<void>((closed) => mails.close(closed));
});
