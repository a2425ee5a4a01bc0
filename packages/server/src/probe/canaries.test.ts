import { createServer } from "node:net";
import { expect, test } from "vitest";
import { Canaries } from "./canaries.ts";
import { startFullTarget } from "./targets/full-target.ts";
import { listen, unusedPort } from "./targets/listening.ts";

const host = "127.0.0.1";
const never = new AbortController().signal;

test("answer when one of them accepts a connection, without waiting for those that are silent", async () => {
	await using silent = await startFullTarget();
	await using open = await listen(createServer(), { scheme: "http" });
	const silentCanary = { host, port: silent.port };
	using canaries = closing(new Canaries([silentCanary, { host, port: open.port }]));
	const silence = canaries.problemOf(silentCanary);
	expect(await Promise.race([silence, canaries.answer(never)])).toBe(true);
});

test("do not answer when all of them refuse or are silent, and no longer than three seconds", async () => {
	await using silent = await startFullTarget();
	const refused = { host, port: await unusedPort() };
	using canaries = closing(new Canaries([refused, { host, port: silent.port }]));
	expect(await canaries.answer(never)).toBe(false);
	expect(await canaries.problemOf(refused)).toBe("127.0.0.1 refused the connection.");
	expect(canaries.addresses).toEqual([`127.0.0.1:${refused.port}`, `127.0.0.1:${silent.port}`]);
});

test("do not answer once the trial is aborted", async () => {
	await using silent = await startFullTarget();
	using canaries = closing(new Canaries([{ host, port: silent.port }]));
	const abort = new AbortController();
	const answer = canaries.answer(abort.signal);
	abort.abort();
	expect(await answer).toBe(false);
});

function closing(canaries: Canaries): Canaries & Disposable {
	return Object.assign(canaries, { [Symbol.dispose]: () => canaries.close() });
}
