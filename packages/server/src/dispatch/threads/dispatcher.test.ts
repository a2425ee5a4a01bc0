import { afterEach, expect, test } from "vitest";
import type { CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { startHttpTarget } from "../../probe/targets/http-target.ts";
import type { Dispatcher, OutcomeBatch } from "../interface.ts";
import { InProcessDispatcher, type InProcessOptions, WAITING_AT_MOST } from "./dispatcher.ts";

const opened: Dispatcher[] = [];
afterEach(async () => {
	for (const dispatcher of opened.splice(0)) await dispatcher.close();
});

function start(options: Partial<InProcessOptions> = {}) {
	const outcomes: CheckOutcome[] = [];
	let waiting: { count: number; resolve: () => void } | undefined;
	const lost: Error[] = [];
	const dispatcher = new InProcessDispatcher({
		threads: 1,
		concurrency: 10,
		prober: { allowPrivateTargets: true, resolvers: null, userAgent: "Lapwing/test" },
		receiver: {
			receive(batch) {
				outcomes.push(...batch.outcomes);
				batch.acknowledge();
				if (waiting && outcomes.length >= waiting.count) waiting.resolve();
			},
		},
		onThreadLost: (error) => lost.push(error),
		onProberFault: () => {},
		now: Date.now,
		...options,
	});
	opened.push(dispatcher);
	const received = (count: number) =>
		new Promise<void>((resolve) => {
			waiting = { count, resolve };
			if (outcomes.length >= count) resolve();
		});
	return { dispatcher, outcomes, received, lost };
}

function anOrder(url: string, fields: Partial<CheckOrder> = {}): CheckOrder {
	const scheduledAt = Date.now();
	return {
		monitorId: 1,
		teamId: 1,
		scheduledAt,
		revision: 1,
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 5_000,
		nextDueAt: scheduledAt + 60_000,
		wasSlow: false,
		locationId: null,
		...fields,
	};
}

/** Answers each request when the test says so. */
async function aHeldTarget() {
	const held: (() => void)[] = [];
	let closed = 0;
	let arrived: (() => void) | undefined;
	const target = await startHttpTarget((request, response) => {
		request.socket.on("close", () => {
			closed += 1;
			arrived?.();
		});
		held.push(() => response.end());
		arrived?.();
	});
	const until = (condition: () => boolean) =>
		new Promise<void>((resolve) => {
			const test = () => condition() && resolve();
			arrived = test;
			test();
		});
	return Object.assign(target, {
		held,
		closed: () => closed,
		untilHeld: (count: number) => until(() => held.length >= count),
		untilClosed: (count: number) => until(() => closed >= count),
	});
}

test("orders go to a thread and return as outcomes with their orders", async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	const { dispatcher, outcomes, received } = start({ threads: 2 });
	const orders = Array.from({ length: 6 }, (_, index) => anOrder(target.url, { monitorId: index + 1 }));
	await dispatcher.dispatch(orders);
	expect(dispatcher.inFlight).toBe(6);
	expect(dispatcher.capacity).toEqual({ total: 4, slow: 4 });
	await received(6);
	expect(outcomes.map(({ order }) => order).sort((a, b) => a.monitorId - b.monitorId)).toEqual(orders);
	for (const { observation } of outcomes) expect(observation).toMatchObject({ kind: "answered", status: 200 });
	expect(dispatcher.inFlight).toBe(0);
});

test("of many orders at once, as after a restart, the first are asked before the last are connected", async () => {
	let connectedBeforeTheFirst: number | undefined;
	await using target = await startHttpTarget((_request, response) => {
		connectedBeforeTheFirst ??= target.connections;
		response.end("ok");
	});
	const { dispatcher, outcomes, received } = start({ concurrency: 3_000 });
	await dispatcher.dispatch(Array.from({ length: 3_000 }, (_, index) => anOrder(target.url, { monitorId: index + 1 })));
	await received(3_000);
	for (const { observation } of outcomes) expect(observation.kind).toBe("answered");
	// From 2 to 14. Started all at once it is 1,000 and more: each waits for all others, and its response time says so.
	expect(connectedBeforeTheFirst).toBeLessThan(300);
});

test("a thread is given no more orders than it can start soon", async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	const { dispatcher, received } = start({ concurrency: 5 * WAITING_AT_MOST });
	expect(dispatcher.capacity.total).toBe(WAITING_AT_MOST);
	await dispatcher.dispatch(
		Array.from({ length: WAITING_AT_MOST }, (_, index) => anOrder(target.url, { monitorId: index + 1 })),
	);
	expect(dispatcher.capacity.total).toBe(0);
	await received(WAITING_AT_MOST);
	expect(dispatcher.capacity.total).toBe(WAITING_AT_MOST);
});

test("an order that is aborted while it waits for its turn is never started", async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	const { dispatcher, outcomes, received } = start({ concurrency: 1_000 });
	const orders = Array.from({ length: 500 }, (_, index) => anOrder(target.url, { monitorId: index + 1 }));
	await dispatcher.dispatch(orders);
	await dispatcher.dispatch(orders.slice(250).map((order) => ({ ...order, revision: 2 })));
	await received(500);
	expect(outcomes).toHaveLength(500);
	expect(outcomes.filter(({ order }) => order.revision === 2)).toHaveLength(250);
	expect(dispatcher.inFlight).toBe(0);
});

test("a newer revision ends the check of the older one; the same order again is ignored", async () => {
	await using target = await aHeldTarget();
	const { dispatcher, outcomes, received } = start();
	const order = anOrder(target.url);
	await dispatcher.dispatch([order]);
	await target.untilHeld(1);
	await dispatcher.dispatch([order]);
	expect(dispatcher.inFlight).toBe(1);
	await dispatcher.dispatch([{ ...order, revision: 2 }]);
	await target.untilHeld(2);
	await target.untilClosed(1);
	target.held[1]?.();
	await received(1);
	expect(outcomes.map((outcome) => outcome.order.revision)).toEqual([2]);
	expect(dispatcher.inFlight).toBe(0);
});

test("a later instant of the same minute ends the running check of the earlier one", async () => {
	await using target = await aHeldTarget();
	const { dispatcher, outcomes, received } = start();
	const order = { ...anOrder(target.url), scheduledAt: 1_800_000_000_000 };
	await dispatcher.dispatch([order]);
	await target.untilHeld(1);
	const asked = { ...order, scheduledAt: order.scheduledAt + 59_999 };
	expect(await dispatcher.dispatch([asked])).toEqual([]);
	await target.untilHeld(2);
	await target.untilClosed(1);
	const nextMinute = { ...order, scheduledAt: order.scheduledAt + 60_000 };
	expect(await dispatcher.dispatch([nextMinute])).toEqual([nextMinute]);
	target.held[1]?.();
	await received(1);
	expect(outcomes.map((outcome) => outcome.order)).toEqual([asked]);
});

test("an order for another minute is returned while a check of its monitor runs", async () => {
	await using target = await aHeldTarget();
	const { dispatcher, outcomes, received } = start();
	const order = anOrder(target.url);
	await dispatcher.dispatch([order]);
	const asked = { ...order, scheduledAt: order.scheduledAt - 1_000 };
	expect(await dispatcher.dispatch([order, asked])).toEqual([asked]);
	await target.untilHeld(1);
	target.held[0]?.();
	await received(1);
	expect(outcomes.map((outcome) => outcome.order)).toEqual([order]);
	expect(await dispatcher.dispatch([asked])).toEqual([]);
});

test("draining waits for checks that end in time and returns the orders of the others", async () => {
	await using target = await aHeldTarget();
	const { dispatcher, outcomes } = start();
	const [quick, stuck] = [anOrder(target.url, { monitorId: 1 }), anOrder(target.url, { monitorId: 2 })];
	await dispatcher.dispatch([quick]);
	await target.untilHeld(1);
	await dispatcher.dispatch([stuck]);
	await target.untilHeld(2);
	const drained = dispatcher.drain(1_500);
	expect(dispatcher.capacity.total).toBe(0);
	target.held[0]?.();
	expect(await drained).toEqual([stuck]);
	expect(outcomes.map(({ order }) => order.monitorId)).toEqual([1]);
});

const fragile = new URL("./testing/fragile-thread.ts", import.meta.url);

test("slow checks leave capacity for fast ones", async () => {
	await using target = await aHeldTarget();
	const { dispatcher } = start({ concurrency: 8 });
	const slow = Array.from({ length: 6 }, (_, index) => anOrder(target.url, { monitorId: index + 1, wasSlow: true }));
	expect(dispatcher.capacity).toEqual({ total: 8, slow: 6 });
	await dispatcher.dispatch(slow);
	expect(dispatcher.capacity).toEqual({ total: 2, slow: 0 });
});

test("a check that turns out to be slow counts as slow while it runs", async () => {
	let turned = 0;
	await using target = await aHeldTarget();
	const { dispatcher } = start({ concurrency: 8, monotonic: () => performance.now() + turned });
	await dispatcher.dispatch([anOrder(target.url)]);
	await target.untilHeld(1);
	expect(dispatcher.capacity).toEqual({ total: 7, slow: 6 });
	const slowCapacityLater = () => {
		turned += 500;
		return dispatcher.capacity.slow;
	};
	await expect.poll(slowCapacityLater, { timeout: 10_000, interval: 200 }).toBe(5);
});

test("orders are returned while there is no thread", async () => {
	const { dispatcher, received } = start({ program: fragile });
	await dispatcher.dispatch([anOrder("http://dies.example/", { monitorId: 2 })]);
	await received(1);
	const order = anOrder("http://answers.example/", { monitorId: 3 });
	expect(dispatcher.capacity.total).toBe(0);
	expect(await dispatcher.dispatch([order])).toEqual([order]);
	expect(dispatcher.inFlight).toBe(0);
});

test("a prober is available once a thread has started", async () => {
	const { dispatcher } = start();
	expect(dispatcher.noProberForMs).toBeGreaterThanOrEqual(0);
	await expect.poll(() => dispatcher.noProberForMs, { timeout: 20_000 }).toBe(null);
});

test("threads that die while they start do not count as probers", async () => {
	let turned = 0;
	const program = new URL("data:text/javascript,process.exit(1)");
	const { dispatcher, lost } = start({ program, monotonic: () => performance.now() + turned });
	await expect.poll(() => lost.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
	turned = 15_000;
	expect(dispatcher.noProberForMs).toBeGreaterThanOrEqual(15_000);
});

test("an outcome is in flight until it is acknowledged", async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	const batches: OutcomeBatch[] = [];
	const { dispatcher } = start({ receiver: { receive: (batch) => void batches.push(batch) } });
	await dispatcher.dispatch([anOrder(target.url)]);
	await expect.poll(() => batches.length, { timeout: 10_000 }).toBe(1);
	expect([dispatcher.inFlight, dispatcher.capacity.total]).toEqual([1, 10]);
	batches[0]?.acknowledge();
	expect(dispatcher.inFlight).toBe(0);
});

test("when a thread dies its checks are missed, not down, and another thread takes over", async () => {
	const { dispatcher, outcomes, received, lost } = start({ program: fragile });
	await dispatcher.dispatch([
		anOrder("http://waits.example/", { monitorId: 1 }),
		anOrder("http://dies.example/", { monitorId: 2 }),
	]);
	await received(2);
	expect(outcomes.map(({ observation }) => observation)).toEqual([
		expect.objectContaining({ kind: "missed", cause: "prober_lost" }),
		expect.objectContaining({ kind: "missed", cause: "prober_lost" }),
	]);
	expect(lost).toHaveLength(1);
	await expectAnotherTakesOver({ dispatcher, outcomes, received });
});

test("a thread that hangs is replaced, and its checks are missed", async () => {
	let turned = 0;
	const { dispatcher, outcomes, received, lost } = start({
		program: fragile,
		concurrency: 2 * WAITING_AT_MOST,
		monotonic: () => performance.now() + turned,
	});
	await dispatcher.dispatch([anOrder("http://hangs.example/", { monitorId: 2 })]);
	// No order waits any more: the last message of the thread is read, and its silence begins.
	await expect.poll(() => dispatcher.capacity.total, { timeout: 20_000, interval: 10 }).toBe(WAITING_AT_MOST);
	turned = 30_000;
	await received(1);
	expect(outcomes[0]?.observation).toMatchObject({ kind: "missed", cause: "prober_lost" });
	await expect.poll(() => lost.length, { timeout: 10_000 }).toBe(1);
	await expectAnotherTakesOver({ dispatcher, outcomes, received });
});

test("a change of the wall clock makes no thread count as hanging and no check as lost", async () => {
	let turned = 0;
	await using target = await startSlowTarget();
	const { dispatcher, outcomes, received, lost } = start({ now: () => Date.now() + turned });
	await dispatcher.dispatch([anOrder(target.url)]);
	turned = 3_600_000;
	await received(1);
	expect(outcomes[0]?.observation).toMatchObject({ kind: "answered", status: 200 });
	expect(lost).toEqual([]);
});

test("a thread whose messages were not read because the service stalled does not count as hanging", async () => {
	await using target = await startSlowTarget();
	// As if this process were stalled for most of each second: a heartbeat is 40 s old before the next one is read.
	const { dispatcher, outcomes, received, lost } = start({ monotonic: () => performance.now() * 40 });
	await dispatcher.dispatch([anOrder(target.url, { timeoutMs: 60_000 })]);
	await received(1);
	expect(outcomes[0]?.observation).toMatchObject({ kind: "answered", status: 200 });
	expect(lost).toEqual([]);
});

/** Long enough for a scan for lost checks. */
function startSlowTarget() {
	return startHttpTarget((_request, response) => void setTimeout(() => response.end("ok"), 3_000));
}

async function expectAnotherTakesOver({
	dispatcher,
	outcomes,
	received,
}: Pick<ReturnType<typeof start>, "dispatcher" | "outcomes" | "received">) {
	await expect
		.poll(
			async () => {
				outcomes.length = 0;
				const refused = await dispatcher.dispatch([anOrder("http://answers.example/", { monitorId: 9 })]);
				if (refused.length > 0) return "refused";
				await received(1);
				return outcomes[0]?.observation.kind;
			},
			{ timeout: 10_000, interval: 300 },
		)
		.toBe("answered");
}

test("a single attempt is made in a thread beside the checks; without an answer in time it gives nothing", async () => {
	await using target = await startHttpTarget((_request, response) => response.end("ok"));
	await using silent = await aHeldTarget();
	const { dispatcher, outcomes } = start();
	const { signal } = new AbortController();
	expect(await dispatcher.attempt(anOrder(target.url), { timeoutMs: 5_000, signal })).toMatchObject({
		observation: { kind: "answered", status: 200 },
	});
	expect(await dispatcher.attempt(anOrder(silent.url), { timeoutMs: 50, signal })).toBeNull();
	const stopping = new AbortController();
	const waiting = dispatcher.attempt(anOrder(silent.url), { timeoutMs: 60_000, signal: stopping.signal });
	stopping.abort();
	expect(await waiting).toBeNull();
	expect(outcomes).toEqual([]);
	expect(dispatcher.capacity.total).toBe(10);
});
