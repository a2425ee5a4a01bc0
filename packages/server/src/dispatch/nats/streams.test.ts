import { DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType } from "@nats-io/jetstream";
import { describe, expect, test, vi } from "vitest";
import { aliveSubject } from "./subjects.ts";
import { WITH_NATS_SERVER } from "./testing/nats-server.ts";
import { anOrder, okTarget } from "./testing/orders.ts";
import { natsStage, until } from "./testing/stage.ts";
import type { ProberToken } from "./token.ts";

describe.concurrent("the streams of locations in a real NATS server", WITH_NATS_SERVER, () => {
	test("twelve locations exist beside a stream as an earlier version made it, and one that no prober has", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const { streams } = await jetstreamManager(await stage.connection());
		for (const location of ["loc_1", "loc_99"]) {
			await streams.add({
				name: `orders-${location}`,
				subjects: [`lapwing.orders.all.${location}`],
				retention: RetentionPolicy.Workqueue,
				storage: StorageType.Memory,
				discard: DiscardPolicy.New,
				max_age: 30_000 * 1e6,
				max_bytes: 64 * 1024 * 1024,
			});
		}
		const ids = Array.from({ length: 12 }, (_, index) => index + 1);
		const tokens: ProberToken[] = [];
		for (const id of ids) tokens.push(await stage.token(id));
		const { dispatcher, outcomes } = stage.control();
		for (const token of tokens) stage.prober(token, { capacity: 5 });
		await until(() => ids.every((id) => dispatcher.absenceAt(id) === null), 20_000);
		const orders = ids.map((id) => anOrder(target.url, { monitorId: id, locationId: id }));
		expect(await dispatcher.dispatch(orders)).toEqual([]);
		await until(() => outcomes.length === orders.length);
		const names = async () => {
			const found: string[] = [];
			for await (const name of streams.names()) found.push(name);
			return found.toSorted();
		};
		expect(await names()).toEqual(ids.map((id) => `orders-loc_${id}`).toSorted());
		expect((await streams.info("orders-loc_1")).config).toMatchObject({ max_bytes: -1, max_msgs: 10_000 });
		for (const token of tokens.slice(1)) stage.remove(token.prober);
		await until(() => ids.slice(1).every((id) => dispatcher.absenceAt(id) === "no_prober"));
		const one = async () => expect(await names()).toEqual(["orders-loc_1"]);
		await vi.waitFor(one, { timeout: 10_000 });
	});

	test("a stream that can't be made keeps no other location from its own", async () => {
		await using stage = await natsStage();
		const { streams } = await jetstreamManager(await stage.connection());
		// Its subject belongs to another stream.
		await streams.add({ name: "other", subjects: ["lapwing.orders.all.loc_1"], storage: StorageType.Memory });
		const { dispatcher, link } = stage.control();
		stage.prober(await stage.token(1));
		stage.prober(await stage.token(2));
		await until(() => dispatcher.absenceAt(2) === null);
		expect(dispatcher.absenceAt(1)).toBe("prober_away");
		await link.refresh();
		await link.refresh();
		expect(stage.warnings).toEqual(["NATS does not list, make or delete the streams of some locations"]);
	});

	test("orders that a team's prober does not take fill the server for no other team", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const { dispatcher, outcomes, link } = stage.control();
		const hostile = await stage.token(1, { team: "team_a" });
		const connection = await stage.connection(hostile);
		const beat = { instance: "one", version: "0", running: 0, capacity: 1_000, isLeaving: false };
		const untilHeard = async () => {
			for (let isHeard = false; !isHeard; isHeard = dispatcher.absenceAt(1) === null) {
				connection.publish(aliveSubject(hostile, hostile.prober), JSON.stringify({ v: 1, ...beat }));
				await new Promise((resolve) => setTimeout(resolve, 100));
			}
		};
		await untilHeard();
		const padding = "x".repeat(3 * 1024 * 1024);
		const large = (first: number, count: number) =>
			Array.from({ length: count }, (_, index) => ({ ...anOrder(target.url, { monitorId: first + index }), padding }));
		expect(await dispatcher.dispatch(large(1, 12))).toHaveLength(7);
		expect(await dispatcher.dispatch(large(101, 2))).toHaveLength(2);
		const manager = await jetstreamManager(await stage.connection());
		expect((await manager.streams.info("orders-loc_1")).state.messages).toBe(5);
		expect(stage.warnings).toEqual([]);

		const mine = stage.prober(await stage.token(2, { team: "team_b" }));
		await until(() => dispatcher.absenceAt(2) === null);
		const others = large(201, 8).map((order) => ({ ...order, locationId: 2 }));
		for (const order of others) {
			expect(await dispatcher.dispatch([order])).toEqual([]);
			await until(() => outcomes.some(({ order: { monitorId } }) => monitorId === order.monitorId));
		}
		await mine.process.stop(0);
		// Once they are taken, the team has its place again.
		await manager.streams.purge("orders-loc_1");
		// On a busy machine it was silent for too long by now.
		await untilHeard();
		expect(await dispatcher.dispatch(large(301, 2))).toEqual([]);
		expect(link.connection).not.toBeNull();
	});
});
