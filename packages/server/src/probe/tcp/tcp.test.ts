import { createServer } from "node:net";
import { expect, test } from "vitest";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { listen, refusedPort } from "../targets/listening.ts";
import { startProber } from "../testing/prober.ts";

function anOrder(host: string, port: number): CheckOrder {
	return {
		monitorId: 1,
		teamId: 1,
		scheduledAt: 0,
		revision: 1,
		settings: { type: "tcp", host, port },
		degradedAfterMs: 30_000,
		contentChecks: [],
		timeoutMs: 2_000,
		nextDueAt: 0,
		locationHint: "weur",
		wasSlow: false,
	};
}

async function observe(host: string, port: number, options: { allowPrivateTargets?: boolean } = {}) {
	await using prober = startProber(options);
	return (await prober.prober.run(anOrder(host, port), new AbortController().signal))?.observation;
}

test("a port that accepts connections is up, whatever is sent over them, and the connection is closed", async () => {
	let closed: () => void = () => {};
	const isClosed = new Promise<void>((resolve) => {
		closed = resolve;
	});
	const server = createServer((socket) => socket.on("close", closed).resume());
	await using target = await listen(server, { scheme: "http" });
	const { port } = new URL(target.url);
	const observation = await observe("127.0.0.1", Number(port));
	expect(observation).toMatchObject({ kind: "answered", type: "tcp", address: "127.0.0.1", certificate: null });
	if (observation?.kind !== "answered") throw new Error("not answered");
	expect(observation.responseTimeMs).toBeGreaterThanOrEqual(observation.phases.connect);
	expect(observation.phases).toMatchObject({ tls: 0, first_byte: 0, transfer: 0 });
	await isClosed;
});

test("a port that nobody listens on is refused", async () => {
	expect(await observe("127.0.0.1", await refusedPort())).toMatchObject({
		kind: "failed",
		fault: "refused",
		phase: "connect",
	});
});

test("an address that may not be connected to is forbidden", async () => {
	expect(await observe("169.254.169.254", 80)).toMatchObject({ kind: "failed", fault: "target_forbidden" });
	expect(await observe("127.0.0.1", 80, { allowPrivateTargets: false })).toMatchObject({ fault: "target_forbidden" });
});

test("a resolver that does not answer is our own fault, not the target's", async () => {
	expect(await observe("db.example", 5432)).toMatchObject({ kind: "missed", cause: "resolver" });
});
