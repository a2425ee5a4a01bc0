import { describe, expect, test } from "vitest";
import { issuedLater } from "./testing/issued-later.ts";
import { WITH_NATS_SERVER } from "./testing/nats-server.ts";
import { anOrder, okTarget } from "./testing/orders.ts";
import { natsStage, until } from "./testing/stage.ts";

describe.concurrent("what a real NATS server lets a prober do", WITH_NATS_SERVER, () => {
	test("a prober that is removed is shut out within seconds, also by a server that lost its store", async () => {
		await using stage = await natsStage();
		const { dispatcher } = stage.control();
		const token = await stage.token(1);
		const { ended } = stage.prober(token);
		await until(() => dispatcher.absenceAt(1) === null);
		stage.remove(token.prober);
		expect(await ended).toBe("revoked");
		await stage.nats.kill({ andForget: true });
		await stage.nats.start();
		const reconnects = async () => {
			try {
				await (await stage.connection(token, { reconnect: false, timeout: 1_000 })).close();
				return true;
			} catch {
				return false;
			}
		};
		let isLetIn = true;
		for (const deadline = Date.now() + 20_000; isLetIn && Date.now() < deadline; ) isLetIn = await reconnects();
		expect(isLetIn).toBe(false);
	});

	test("a prober is shut out, too, whose token was made on a machine with a clock an hour ahead", async () => {
		await using stage = await natsStage();
		stage.control();
		const token = issuedLater(await stage.token(1), 3_600, stage.nats.credentials);
		const connection = await stage.connection(token, { reconnect: false });
		stage.remove(token.prober);
		const reason = await connection.closed();
		expect(String(reason)).toMatch(/revoked/i);
		await expect(stage.connection(token, { reconnect: false })).rejects.toThrow(/revoked|authorization/i);
	});

	test("what belongs to another prober, location or team is refused by the server", async () => {
		await using stage = await natsStage();
		const { dispatcher, link } = stage.control();
		const token = await stage.token(1, { team: "team_a" });
		const other = await stage.token(2, { team: "team_b" });
		stage.prober(other);
		await until(() => dispatcher.absenceAt(2) === null);
		const errors: string[] = [];
		const connection = await stage.connection(token);
		void (async () => {
			for await (const status of connection.status()) if (status.type === "error") errors.push(status.error.message);
		})();
		const [p, q] = [token.prober, other.prober];
		const forbidden = [
			"lapwing.orders.team_a.loc_1",
			"lapwing.orders.team_b.loc_2",
			`lapwing.alive.team_b.loc_2.${q}`,
			`lapwing.alive.team_a.loc_1.${q}`,
			`lapwing.accepted.team_b.loc_2.${q}.c1`,
			`lapwing.accepted.team_a.loc_1.${q}.c1`,
			`lapwing.outcomes.team_b.loc_2.${q}.${link.id}`,
			`lapwing.outcomes.team_a.loc_1.${q}.any`,
			`lapwing.ask.team_b.loc_2.${q}`,
			`lapwing.ask.team_a.loc_1.${p}`,
			"_INBOX.anything",
			`_INBOX_${q}.x`,
			"$JS.API.STREAM.CREATE.mine",
			"$JS.API.STREAM.DELETE.orders-loc_1",
			"$JS.API.STREAM.PURGE.orders-loc_1",
			"$JS.API.STREAM.LIST",
			"$JS.API.STREAM.INFO.orders-loc_1",
			"$JS.API.STREAM.MSG.GET.orders-loc_1",
			"$JS.API.DIRECT.GET.orders-loc_1",
			"$JS.API.CONSUMER.CREATE.orders-loc_1",
			"$JS.API.CONSUMER.DURABLE.CREATE.orders-loc_1.mine",
			"$JS.API.CONSUMER.DELETE.orders-loc_1.probers",
			"$JS.API.CONSUMER.INFO.orders-loc_2.probers",
			"$JS.API.CONSUMER.MSG.NEXT.orders-loc_2.probers",
			"$JS.ACK.orders-loc_2.probers.1.1.1.1.0",
			"$JS.API.INFO",
			"$SYS.REQ.CLAIMS.UPDATE",
			"$SYS.REQ.SERVER.PING",
		];
		for (const subject of forbidden) connection.publish(subject, "{}");
		await connection.flush();
		const heard = [
			"lapwing.>",
			"lapwing.orders.>",
			`lapwing.ask.team_b.loc_2.${q}`,
			"lapwing.alive.*.*.*",
			"lapwing.outcomes.>",
			"_INBOX.>",
			`_INBOX_${q}.>`,
			"$JS.>",
			"$SYS.>",
			">",
		];
		for (const subject of heard) connection.subscribe(subject, { callback: () => {} });
		await connection.flush();
		await until(() => errors.length === forbidden.length + heard.length);
		for (const subject of forbidden) {
			expect(
				errors.some((text) => text.includes(`Publish to "${subject}"`)),
				subject,
			).toBe(true);
		}
		for (const subject of heard) {
			expect(
				errors.some((text) => text.includes(`Subscription to "${subject}"`)),
				subject,
			).toBe(true);
		}
	});

	test("the broker sees no order in plain text", async () => {
		await using target = await okTarget();
		await using stage = await natsStage();
		const { dispatcher, outcomes, link } = stage.control();
		stage.prober(await stage.token(1));
		stage.prober(await stage.token(1));
		await until(() => stage.beats.some(({ proberId }) => proberId === 2) && dispatcher.absenceAt(1) === null);
		const seen: string[] = [];
		link.connection?.subscribe(">", { callback: (_error, message) => void seen.push(message.string()) });
		await dispatcher.dispatch([anOrder(`${target.url}/?key=hidden-in-transit`)]);
		await until(() => outcomes.length === 1);
		expect(seen.length).toBeGreaterThan(1);
		expect(seen.filter((text) => text.includes("hidden-in-transit"))).toEqual([]);
	});
});
