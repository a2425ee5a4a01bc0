import { describe, expect, test } from "vitest";
import { startHttpTarget } from "../../probe/targets/http-target.ts";
import { startRawTarget } from "../../probe/targets/raw-target.ts";
import { HEARD, outcomesSubject } from "./subjects.ts";
import { WITH_NATS_SERVER } from "./testing/nats-server.ts";
import { anOrder, okTarget } from "./testing/orders.ts";
import { startRelay } from "./testing/relay.ts";
import { natsStage, until } from "./testing/stage.ts";

describe.concurrent("probers of other locations, over a real NATS server", WITH_NATS_SERVER, () => {
	test("a prober takes its location's orders, and its outcomes come back with their orders", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const { dispatcher, outcomes, link } = stage.control();
		const mine = stage.prober(await stage.token(1));
		stage.prober(await stage.token(2));
		await until(() => [1, 2].every((id) => dispatcher.absenceAt(id) === null));
		expect(dispatcher.locationsWithProber()).toEqual(new Set([1, 2]));
		const orders = Array.from({ length: 120 }, (_, index) => anOrder(target.url, { monitorId: index + 1 }));
		expect(await dispatcher.dispatch(orders)).toEqual([]);
		await until(() => outcomes.length === 120);
		expect(outcomes.map(({ order }) => order)).toEqual(expect.arrayContaining(orders));
		for (const { observation, proberId } of outcomes) {
			expect({ kind: observation.kind, proberId }).toEqual({ kind: "answered", proberId: 1 });
		}
		await until(() => dispatcher.inFlight === 0);
		expect(stage.beats.some(({ proberId }) => proberId === 1)).toBe(true);
		await mine.process.stop(1_000);
		expect(await mine.ended).toBe("stopped");
		await until(() => dispatcher.absenceAt(1) === "prober_away");
		expect(dispatcher.absenceAt(3)).toBe("no_prober");
		expect(link.presence.locations()).toEqual(new Set([2]));
	});

	test("a single attempt is asked for and answered; nobody there, or no answer in time, gives nothing", async () => {
		await using target = await okTarget();
		await using silent = await startHttpTarget(() => {});
		await using stage = await natsStage();
		const { dispatcher } = stage.control();
		stage.prober(await stage.token(1));
		await until(() => dispatcher.absenceAt(1) === null);
		const { signal } = new AbortController();
		const ask = (url: string, location: number, timeoutMs = 5_000) =>
			dispatcher.attempt(anOrder(url, { locationId: null }), location, { timeoutMs, signal });
		expect(await ask(target.url, 1)).toMatchObject({ observation: { kind: "answered", status: 200 }, proberId: 1 });
		expect(await ask(silent.url, 1, 200)).toBeNull();
		expect(await ask(target.url, 2)).toBeNull();
	});

	test("a NATS server that is killed and loses its store loses no outcome, and orders go on afterwards", async () => {
		let answer: (() => void) | undefined;
		await using held = await startHttpTarget((_request, response) => {
			answer = () => response.end("ok");
		});
		await using target = await okTarget();
		await using stage = await natsStage();
		const { dispatcher, outcomes } = stage.control();
		stage.prober(await stage.token(1));
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder(held.url, { timeoutMs: 60_000 })]);
		await until(() => answer !== undefined);
		await stage.nats.kill({ andForget: true });
		answer?.();
		await stage.nats.start();
		await until(() => outcomes.length === 1, 20_000);
		await until(() => dispatcher.absenceAt(1) === null, 20_000);
		const next = anOrder(target.url, { monitorId: 2 });
		expect(await dispatcher.dispatch([next])).toEqual([]);
		await until(() => outcomes.length === 2);
		expect(outcomes[1]?.order).toEqual(next);
	});

	test("control and prober stop while their server is away", async () => {
		await using stage = await natsStage();
		const control = stage.control();
		const { process, ended } = stage.prober(await stage.token(1));
		await until(() => control.dispatcher.absenceAt(1) === null);
		await stage.nats.kill();
		await until(() => control.link.connection === null);
		const startedAt = performance.now();
		await Promise.all([control.close(), process.stop(1_000)]);
		await ended;
		expect(performance.now() - startedAt).toBeLessThan(8_000);
	});

	test("outcomes are sent again until they are committed, and to any control once theirs is gone", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const first = stage.control();
		first.commits = false;
		stage.prober(await stage.token(1));
		await until(() => first.dispatcher.absenceAt(1) === null);
		const order = anOrder(target.url);
		await first.dispatcher.dispatch([order]);
		await until(() => first.outcomes.length === 1);
		await first.close();
		const second = stage.control({ orders: [order] });
		await until(() => second.outcomes.length === 1, 40_000);
		expect(second.outcomes[0]).toMatchObject({ order, proberId: 1, observation: { kind: "answered" } });
	});

	test("outcomes that wait for long hold up no others, and are asked for until they are committed", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const control = stage.control();
		control.commits = false;
		stage.prober(await stage.token(1));
		const { dispatcher, outcomes } = control;
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder(target.url)]);
		await until(() => control.held.length === 1);
		control.commits = true;
		// By then, what was not answered was sent again.
		for (const end = Date.now() + 13_000; Date.now() < end; ) {
			const monitorId = outcomes.length + 1;
			await dispatcher.dispatch([anOrder(target.url, { monitorId })]);
			await until(() => outcomes.length === monitorId, 3_000);
		}
		expect(dispatcher.inFlight).toBe(1);
		control.held[0]?.acknowledge();
		expect(dispatcher.inFlight).toBe(0);
	});

	test("a location whose outcomes wait for long leaves room for those of others", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const control = stage.control({ bufferLimit: 20 });
		control.commits = false;
		for (const location of [1, 2]) stage.prober(await stage.token(location));
		const { dispatcher, held, outcomes } = control;
		await until(() => [1, 2].every((id) => dispatcher.absenceAt(id) === null));
		for (let monitorId = 1; monitorId <= 10; monitorId += 1) {
			await dispatcher.dispatch([anOrder(target.url, { monitorId })]);
			await until(() => held.length === monitorId);
		}
		// Nothing more is claimed for it, and what it has begun stays with its prober.
		expect([dispatcher.inFlightAt(1), dispatcher.inFlightAt(2)]).toEqual([20, 10]);
		const more = Array.from({ length: 20 }, (_, index) => anOrder(target.url, { monitorId: 11 + index }));
		await dispatcher.dispatch(more);
		await until(() => target.connections === 30);
		control.commits = true;
		await dispatcher.dispatch([anOrder(target.url, { monitorId: 99, locationId: 2 })]);
		await until(() => outcomes.some(({ order }) => order.locationId === 2));
		expect([held.length, outcomes.length]).toEqual([10, 11]);
		for (const batch of held) batch.acknowledge();
		await until(() => outcomes.length === 31, 30_000);
	});

	test("what another control waits for is left to it, and asked about again", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const first = stage.control();
		first.commits = false;
		stage.prober(await stage.token(1));
		await until(() => first.dispatcher.absenceAt(1) === null);
		const order = anOrder(target.url);
		await first.dispatcher.dispatch([order]);
		await until(() => first.outcomes.length === 1);
		await first.close();
		let asked = 0;
		const isClaimed = () => {
			asked += 1;
			// Its lease has ended when it is asked the second time.
			return asked === 1;
		};
		const second = stage.control({ orders: [order], isClaimed });
		await until(() => second.outcomes.length > 0, 50_000);
		expect(asked).toBeGreaterThan(1);
		expect(second.outcomes).toMatchObject([{ order, proberId: 1 }]);
	});

	test("a check that another control orders again while it runs is accepted, and that one gets its outcome", async () => {
		let answer: (() => void) | undefined;
		let requests = 0;
		await using held = await startHttpTarget((_request, response) => {
			requests += 1;
			answer = () => response.end("ok");
		});
		await using stage = await natsStage();
		const [first, second] = [stage.control(), stage.control()];
		stage.prober(await stage.token(1));
		await until(() => [first, second].every(({ dispatcher }) => dispatcher.absenceAt(1) === null));
		const order = anOrder(held.url, { timeoutMs: 60_000 });
		await first.dispatcher.dispatch([order]);
		await until(() => answer !== undefined);
		const accepted: unknown[] = [];
		const connection = await stage.connection();
		const read = (_error: unknown, message: { json(): unknown }) => void accepted.push(message.json());
		connection.subscribe(HEARD.accepted(second.link.id), { callback: read });
		await connection.flush();
		await second.dispatcher.dispatch([order]);
		const { monitorId, revision, scheduledAt } = order;
		await until(() => accepted.length > 0);
		expect(accepted).toMatchObject([{ checks: [{ monitorId, revision, scheduledAt }] }]);
		answer?.();
		await until(() => second.outcomes.length > 0);
		expect([requests, first.outcomes, second.outcomes.map((outcome) => outcome.order)]).toEqual([1, [], [order]]);
	});

	test("a check that has ended when another control orders it again is not made again", async () => {
		let requests = 0;
		await using target = await startHttpTarget((_request, response) => {
			requests += 1;
			response.end("ok");
		});
		await using stage = await natsStage();
		const [first, second] = [stage.control(), stage.control({ isClaimed: () => true })];
		first.commits = false;
		stage.prober(await stage.token(1));
		await until(() => [first, second].every(({ dispatcher }) => dispatcher.absenceAt(1) === null));
		const order = anOrder(target.url);
		await first.dispatcher.dispatch([order]);
		await until(() => first.held.length > 0);
		await first.close();
		await second.dispatcher.dispatch([order]);
		await until(() => second.outcomes.length > 0);
		expect([requests, second.outcomes.map((outcome) => outcome.order)]).toEqual([1, [order]]);
	});

	test("two probers share a location's orders, and an outcome counts from the one that holds its check alone", async () => {
		const answers: (() => void)[] = [];
		await using held = await startHttpTarget((_request, response) => void answers.push(() => response.end("ok")));
		await using stage = await natsStage();
		const { dispatcher, outcomes, link } = stage.control();
		const tokens = [await stage.token(1), await stage.token(1), await stage.token(1)] as const;
		const [one, two, other] = tokens;
		for (const token of [one, two]) stage.prober(token, { capacity: 50 });
		await until(() => dispatcher.capacityAt(1).total === 100);
		await link.refresh();
		const orders = Array.from({ length: 100 }, (_, index) =>
			anOrder(held.url, { monitorId: index + 1, timeoutMs: 60_000 }),
		);
		await dispatcher.dispatch(orders);
		await until(() => answers.length === 100);
		const at = Date.now();
		const observation = { kind: "missed", cause: "internal", message: "" };
		const attempt = { observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
		const forged = orders.map(({ monitorId, revision, scheduledAt }) => ({
			...{ monitorId, revision, scheduledAt },
			...attempt,
		}));
		const connection = await stage.connection(other);
		const subject = outcomesSubject(other, other.prober, link.id);
		const message = JSON.stringify({ v: 1, outcomes: forged });
		await connection.request(subject, message, { timeout: 10_000 });
		expect(outcomes).toEqual([]);
		for (const answer of answers) answer();
		await until(() => outcomes.length === 100);
		const by = Map.groupBy(outcomes, ({ proberId, observation }) => `${proberId} ${observation.kind}`);
		expect(Array.from(by, ([who, { length }]) => [who, length]).sort()).toEqual([
			["1 answered", 50],
			["2 answered", 50],
		]);
	});

	test("the checks of a prober that was killed and is back go back to the schedule within 10 s", async () => {
		let requests = 0;
		await using silent = await startHttpTarget(() => {
			requests += 1;
		});
		await using stage = await natsStage();
		await using relay = await startRelay(Number(new URL(stage.nats.url).port));
		const { dispatcher, released } = stage.control();
		const token = await stage.token(1);
		stage.prober({ ...token, url: `nats://127.0.0.1:${relay.port}` });
		await until(() => dispatcher.absenceAt(1) === null);
		const order = anOrder(silent.url, { timeoutMs: 60_000 });
		await dispatcher.dispatch([order]);
		await until(() => requests === 1);
		relay.cut();
		stage.prober(token);
		await until(() => released.length === 1, 10_000);
		expect(released).toEqual([order]);
		// What the present one has stays with it.
		await dispatcher.dispatch([order]);
		await until(() => requests === 2);
		await new Promise((resolve) => setTimeout(resolve, 9_000));
		expect(released).toEqual([order]);
	});

	test("two runs of a prober that live beside each other for a time lose nothing", async () => {
		let requests = 0;
		await using silent = await startHttpTarget(() => {
			requests += 1;
		});
		await using stage = await natsStage();
		const { dispatcher, released } = stage.control();
		const token = await stage.token(1);
		const older = stage.prober(token);
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder(silent.url, { timeoutMs: 60_000 })]);
		await until(() => requests === 1);
		stage.prober(token);
		await new Promise((resolve) => setTimeout(resolve, 12_000));
		expect(released).toEqual([]);
		await older.process.stop(0);
		await until(() => released.length === 1, 3_000);
		expect(dispatcher.absenceAt(1)).toBeNull();
	});

	test("checks that a change of what the location may reach aborts are made again by it", async () => {
		let requests = 0;
		await using held = await startHttpTarget((_request, response) => {
			requests += 1;
			if (requests > 1) response.end("ok");
		});
		await using stage = await natsStage();
		const { dispatcher, outcomes, link } = stage.control();
		const token = await stage.token(1);
		const [known] = stage.probers;
		stage.prober(token);
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder(held.url, { timeoutMs: 60_000 })]);
		await until(() => requests === 1);
		if (known) stage.probers[0] = { ...known, allowsPrivateTargets: false };
		await link.refresh();
		await until(() => outcomes.length === 1, 12_000);
		expect(outcomes[0]).toMatchObject({ observation: { kind: "failed" } });
	});

	test("a link that is cut in the middle of a check loses no outcome, and gives none twice", async () => {
		let answer: (() => void) | undefined;
		await using held = await startHttpTarget((_request, response) => {
			answer = () => response.end("ok");
		});
		await using stage = await natsStage();
		await using relay = await startRelay(Number(new URL(stage.nats.url).port));
		const order = anOrder(held.url, { timeoutMs: 60_000 });
		const { dispatcher, outcomes, released } = stage.control({ orders: [order] });
		stage.prober(await stage.token(1, { url: `nats://127.0.0.1:${relay.port}` }));
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([order]);
		await until(() => answer !== undefined);
		relay.cut();
		answer?.();
		// Its prober is silent, so the check is to be made again.
		await until(() => released.length === 1, 30_000);
		relay.mend();
		await until(() => outcomes.length > 0, 40_000);
		await until(() => dispatcher.absenceAt(1) === null, 20_000);
		expect([outcomes.map((outcome) => outcome.order), released]).toEqual([[order], [order]]);
	});

	test("what fails while the prober's link is cut is missed, and what fails before is down", async () => {
		let requests = 0;
		await using silent = await startHttpTarget(() => {
			requests += 1;
		});
		await using stage = await natsStage();
		await using relay = await startRelay(Number(new URL(stage.nats.url).port));
		const cut = anOrder(silent.url, { monitorId: 2, timeoutMs: 4_000 });
		const { dispatcher, outcomes } = stage.control({ orders: [cut] });
		stage.prober(await stage.token(1, { url: `nats://127.0.0.1:${relay.port}` }));
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder("http://127.0.0.1:9/", { timeoutMs: 2_000 })]);
		await until(() => outcomes.length === 1);
		expect(outcomes[0]?.observation).toMatchObject({ kind: "failed", fault: "refused" });
		await dispatcher.dispatch([cut]);
		await until(() => requests === 1);
		relay.cut();
		await until(() => requests === 2);
		await new Promise((resolve) => setTimeout(resolve, 6_000));
		relay.mend();
		await until(() => outcomes.length === 2, 40_000);
		expect(outcomes[1]).toMatchObject({ order: cut, observation: { kind: "missed", cause: "cut_off" } });
	});

	test("the checks of a prober that is gone go back to the schedule after 15 s", async () => {
		let requests = 0;
		await using silent = await startHttpTarget(() => {
			requests += 1;
		});
		await using stage = await natsStage();
		const { dispatcher, released } = stage.control();
		const { process } = stage.prober(await stage.token(1));
		await until(() => dispatcher.absenceAt(1) === null);
		const order = anOrder(silent.url, { timeoutMs: 60_000 });
		await dispatcher.dispatch([order]);
		await until(() => requests === 1);
		await process.stop(0);
		await until(() => released.length === 1, 20_000);
		expect(released).toEqual([order]);
		expect(dispatcher.inFlight).toBe(0);
	});

	test("a server that is too busy to hear who connects does not end its probers", async () => {
		const info = { server_id: "a", version: "2.11.0", max_payload: 1_048_576, auth_required: true, nonce: "n" };
		await using busy = await startRawTarget((socket) => {
			socket.write(`INFO ${JSON.stringify(info)}\r\n`);
			socket.once("data", () => socket.end("-ERR 'Authentication Timeout'\r\n"));
		});
		await using stage = await natsStage();
		const token = await stage.token(1, { url: `nats://127.0.0.1:${busy.port}` });
		const { process, ended } = stage.prober(token);
		await until(() => busy.connections > 4, 30_000);
		await process.stop(0);
		expect(await ended).toBe("stopped");
	});

	test("a prober that stops takes no more orders, and ends once its last check has ended", async () => {
		let answer: (() => void) | undefined;
		await using held = await startHttpTarget((_request, response) => {
			answer = () => response.end("ok");
		});
		await using target = await okTarget();
		await using stage = await natsStage();
		const { dispatcher, outcomes } = stage.control();
		const { process, ended } = stage.prober(await stage.token(1));
		await until(() => dispatcher.absenceAt(1) === null);
		await dispatcher.dispatch([anOrder(held.url, { timeoutMs: 60_000 })]);
		await until(() => answer !== undefined);
		const stopped = process.stop(60_000);
		await dispatcher.dispatch([anOrder(target.url, { monitorId: 2 })]);
		const { length } = stage.beats;
		await until(() => stage.beats.length > length);
		await new Promise((resolve) => setTimeout(resolve, 1_000));
		expect(target.connections).toBe(0);
		answer?.();
		await stopped;
		expect(await ended).toBe("stopped");
		expect(outcomes.map(({ order }) => order.monitorId)).toEqual([1]);
	});

	test.each([10, -10])(
		"a prober whose clock is %i minutes ahead makes its second attempt, in time",
		async (minutes) => {
			let requests = 0;
			await using blips = await startHttpTarget((_request, response) => {
				requests += 1;
				response.writeHead(requests === 1 ? 503 : 200).end();
			});
			await using failing = await startHttpTarget((_request, response) => void response.writeHead(503).end());
			await using stage = await natsStage();
			const { dispatcher, outcomes } = stage.control();
			stage.prober(await stage.token(1), { now: () => Date.now() + minutes * 60_000 });
			await until(() => dispatcher.absenceAt(1) === null);
			const scheduledAt = Date.now();
			await dispatcher.dispatch([
				anOrder(blips.url),
				// The next one is due before a second attempt could end.
				anOrder(failing.url, { monitorId: 2, scheduledAt, nextDueAt: scheduledAt + 5_000 }),
			]);
			await until(() => outcomes.length === 2);
			const seen = outcomes.toSorted((one, other) => one.order.monitorId - other.order.monitorId);
			expect(seen).toMatchObject([
				{ attempts: 2, observation: { status: 200 }, firstAttempt: { observation: { status: 503 } } },
				{ attempts: 1, observation: { status: 503 } },
			]);
			for (const { startedAt, completedAt } of outcomes) {
				expect(startedAt).toBeGreaterThanOrEqual(scheduledAt - 100);
				expect(completedAt).toBeLessThanOrEqual(Date.now() + 100);
			}
		},
	);

	test("heartbeats are heard, and neither written nor answered, while control may not know the time", async () => {
		await using stage = await natsStage();
		let knowsTime = false;
		const { dispatcher } = stage.control({ knowsTime: () => knowsTime });
		const token = await stage.token(1);
		stage.prober(token);
		await until(() => dispatcher.absenceAt(1) === null);
		const connection = await stage.connection(token);
		const beat = { v: 1, instance: "other", version: "0", capacity: 5, running: 0, isLeaving: false };
		const ask = () => connection.request(`lapwing.alive.all.loc_1.${token.prober}`, JSON.stringify(beat));
		await expect(ask()).rejects.toThrow("timeout");
		expect(stage.beats).toEqual([]);
		knowsTime = true;
		expect((await ask()).json()).toMatchObject({ state: "connected" });
		await until(() => stage.beats.length > 0);
	});

	test("of many heartbeats within a second, one is written", async () => {
		await using stage = await natsStage();
		stage.control();
		const token = await stage.token(1);
		stage.prober(token);
		await until(() => stage.beats.length > 0);
		const connection = await stage.connection(token);
		const beat = { v: 1, instance: "other", version: "0", capacity: 5, running: 0, isLeaving: false };
		const subject = `lapwing.alive.all.loc_1.${token.prober}`;
		const startedAt = performance.now();
		for (let count = 0; count < 200; count += 1) await connection.request(subject, JSON.stringify(beat));
		const seconds = (performance.now() - startedAt) / 1_000;
		expect(stage.beats.length).toBeLessThanOrEqual(2 + Math.ceil(seconds) * 2);
	});

	test("outcomes of checks that nobody knows are looked up 8 at once for one prober, and later for the rest", async () => {
		await using stage = await natsStage();
		let asked = 0;
		const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
		const whenAsked = () => {
			asked += 1;
			return answered;
		};
		const { link } = stage.control({ whenAsked });
		const [hostile, other] = [await stage.token(1), await stage.token(1)];
		await until(() => link.connection !== null);
		await link.refresh();
		const observation = { kind: "missed", cause: "internal", message: "" };
		const at = Date.now();
		const attempt = { observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
		const outcomes = [{ monitorId: 1, revision: 1, scheduledAt: at, ...attempt }];
		const message = JSON.stringify({ v: 1, outcomes });
		const connection = await stage.connection(hostile);
		const subject = outcomesSubject(hostile, hostile.prober, link.id);
		for (let count = 0; count < 50; count += 1) connection.publish(subject, message);
		await connection.flush();
		const third = await stage.connection(other);
		const asking = third.request(outcomesSubject(other, other.prober, link.id), message, { timeout: 10_000 });
		// Its own is behind all of theirs.
		await until(() => asked >= 9);
		expect(asked).toBe(9);
		answer();
		expect((await asking).json()).toEqual({ v: 1, notYet: [] });
		await connection.request(subject, message, { timeout: 10_000 });
		expect(asked).toBe(10);
	});
});
