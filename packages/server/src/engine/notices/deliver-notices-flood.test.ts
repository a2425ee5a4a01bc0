import { sql } from "kysely";
import { expect, test } from "vitest";
import { ALERT_EVENT_STATUSES } from "../../domain/alerts/alert.ts";
import { FOLLOWERS_MS, GATHER_MS, LATER_MS, SETTLE_MS, SUMMARY_MS } from "../../domain/alerts/gathering.ts";
import { MOMENT_FROM } from "../../domain/causes/causes.ts";
import { minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { enqueueDeferred } from "../../storage/alerts/enqueue/enqueue-notices.ts";
import { claimAlerts, countNotices, LEASE_MS, releaseAlert } from "../../storage/alerts/notice-leases.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import { codeOf } from "../../storage/database/codes.ts";
import type { Database, Tx } from "../../storage/database/tx.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aMonitor, anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { claimNotices } from "./claim-notices.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, type Stage } from "./testing/notice-stage.ts";

function summaries({ receiver }: Stage): string[] {
	return receiver.received.map(({ json }) => json.data.summary);
}

async function monitorsOf(stage: Stage, count: number): Promise<number[]> {
	return stage.database.transaction(async (tx) => {
		const monitors: number[] = [];
		for (let index = 0; index < count; index += 1) {
			monitors.push(await aMonitor(tx, stage.teamId, { name: `shop ${index}` }));
		}
		return monitors;
	});
}

onEachEngine("one cause of many problems", (name) => {
	test("says nothing of what all share in an update where one of those told before does not share it", async () => {
		await using stage = await aStage(name);
		const [shop, blog, mail] = await monitorsOf(stage, 3);
		if (mail === undefined || shop === undefined || blog === undefined) throw new Error("three monitors");
		stage.shareAddress(shop, blog, mail);
		await stage.newAlert({ channel: { type: "discord", url: `${stage.receiver.url}/api/webhooks/1/x` } });
		const titleAfter = async (...monitors: number[]) => {
			await stage.check("down", ...monitors);
			stage.pass(-50_000);
			stage.receiver.answers.push({ status: 200, body: '{"id":"77"}' });
			await stage.deliver();
			stage.pass(GATHER_MS);
			await stage.deliver();
			const { json, method } = stage.receiver.received.at(-1) ?? { json: { embeds: [] }, method: "" };
			return `${method} ${(json as { embeds: { title: string }[] }).embeds[0]?.title}`.replaceAll("\\", "");
		};
		expect(await titleAfter(shop, blog)).toMatch(/^POST 2 monitors are down, both on 203.0.113.7/);
		// As after causes that were found to be one.
		await sql`update outages set address = '203.0.113.9' where monitor_id = ${shop}`.execute(stage.database.db);
		expect(await titleAfter(mail)).toBe("PATCH 3 monitors are down");
	});

	test("is one message, with an event for each monitor and the id of the first", async () => {
		await using stage = await aStage(name);
		const monitors = await monitorsOf(stage, MOMENT_FROM);
		await stage.newAlert({ dailyCap: 1 });
		await stage.check("down", ...monitors);
		stage.pass(-59_000);
		await stage.deliver();
		const [message, ...others] = stage.receiver.received;
		expect(others).toEqual([]);
		expect(message?.json.type).toBe("monitors.changed");
		const ids: string[] = message?.json.data.events.map(({ id }: { id: string }) => id);
		expect(message?.headers["webhook-id"]).toBe(ids[0]);
		const rows = await Promise.all(monitors.map((monitor) => stage.eventRows(monitor)));
		expect(rows.map((events) => events.map(({ publicId, status }) => [publicId, status]))).toEqual(
			ids.map((id) => [[id, "sent"]]),
		);
		expect(new Set(ids).size).toBe(MOMENT_FROM);
	});

	test("counts as one message for the cap", async () => {
		await using stage = await aStage(name);
		const monitors = await monitorsOf(stage, 10);
		stage.shareAddress(...monitors);
		const [next = 0, last = 0] = await monitorsOf(stage, 2);
		await stage.newAlert({ dailyCap: 2 });
		await stage.check("down", ...monitors);
		await stage.deliver();
		for (const monitor of [next, last]) {
			stage.pass(2 * MINUTE);
			await stage.check("down", monitor);
			await stage.deliver();
		}
		expect([await stage.events(next), await stage.events(last)]).toEqual([["down sent"], ["down skipped_cap"]]);
	});

	test("is told at once, its followers are gathered into one message, and its recovery is one", async () => {
		await using stage = await aStage(name);
		const [first = 0, ...others] = await monitorsOf(stage, 12);
		stage.shareAddress(first, ...others);
		await stage.newAlert();
		await stage.check("down", first);
		stage.pass(-59_000);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["shop 0 is down"]);
		for (const late of others) {
			await stage.check("down", late);
			stage.clock.now -= 59_500;
		}
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		stage.pass(FOLLOWERS_MS);
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => json.data.events.length)).toEqual([1, 11]);

		stage.pass(2 * MINUTE);
		await stage.check("up", first, ...others.slice(1));
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(2);
		expect(await stage.waiting(first)).toMatchObject([{ eventType: "up", status: "held", heldFor: "cause" }]);
		await stage.check("up", ...others.slice(0, 1));
		await stage.deliver();
		expect(stage.receiver.received.map(({ json }) => json.data.events.length)).toEqual([1, 11, 12]);
		for (const monitor of [first, ...others]) expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		expect(await countNotices(stage.database)).toBe(0);
	});

	test("does not delay a stranger, and an alert that does not group sends each at once", async () => {
		await using stage = await aStage(name);
		const [first = 0, second = 0, stranger = 0] = await monitorsOf(stage, 3);
		stage.shareAddress(first, second);
		await stage.newAlert();
		await stage.newAlert({ groupsByCause: false });
		await stage.check("down", first);
		stage.pass(-59_000);
		await stage.deliver();
		await stage.check("down", second, stranger);
		stage.pass(-59_000);
		await stage.deliver();
		expect(summaries(stage).toSorted()).toEqual([
			"shop 0 is down",
			"shop 0 is down",
			"shop 1 is down",
			"shop 2 is down",
			"shop 2 is down",
		]);
	});

	test("holds later members while the receiver knows of it, and sends those that outlast it", async () => {
		await using stage = await aStage(name);
		const [first = 0, later = 0] = await monitorsOf(stage, 2);
		stage.shareAddress(first, later);
		await stage.newAlert();
		await stage.check("down", first);
		stage.pass(-59_000);
		await stage.deliver();
		stage.pass(2 * LATER_MS);
		await stage.check("down", later);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["shop 0 is down"]);
		expect(await stage.waiting(later)).toMatchObject([{ eventType: "down", status: "held", heldFor: "cause" }]);
		await stage.check("up", first);
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["shop 0 is down", "shop 1 is down"]);
		await stage.check("up", later);
		await stage.deliver();
		expect((await stage.events(first)).at(-1)).toBe("up sent");
		expect((await stage.events(later)).at(-1)).toBe("up sent");
	});

	test("holds no next problem behind a recovery that it holds, also when that problem had to wait for room", async () => {
		await using stage = await aStage(name);
		const [first = 0, second = 0, other = 0] = await monitorsOf(stage, 3);
		stage.shareAddress(first, second);
		const alert = await stage.newAlert();
		await stage.check("down", first, second);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		await stage.check("up", second);
		await stage.deliver();
		expect(await stage.waiting(second)).toMatchObject([{ eventType: "up", heldFor: "cause" }]);
		// Behind an earlier change of the team, of a monitor that is gone.
		await stage.database.db.updateTable("monitors").set({ deleted_at: 1 }).where("id", "=", other).execute();
		const change = JSON.stringify({ monitorId: other, teamId: stage.teamId });
		const deferred = { team_id: stage.teamId, monitor_id: other, change, created_at: stage.clock.now };
		await stage.database.db.insertInto("deferred_changes").values(deferred).execute();
		stage.addresses.set(second, "203.0.113.8");
		await stage.check("down", second);
		stage.pass(-50_000);
		// Decided before there is room: nothing waits behind the recovery yet, and it is held on.
		const [lease] = await claimAlerts(stage.database, [alert.id], stage.clock.now);
		if (lease === undefined) throw new Error("no lease");
		const none = { box: BOX, acknowledgePage: null, windowUntil: () => null };
		const context = { ...none, gathers: () => true, updates: () => false };
		expect((await claimNotices(stage.database, lease, context, stage.clock.now)).decided).toBe(1);
		await releaseAlert(stage.database, lease, stage.clock.now);
		const before = stage.receiver.received.length;
		await stage.deliver();
		expect(summaries(stage).slice(before)).toEqual(["shop 1 is down"]);
	});

	test("holds no later member of name servers' failures: they may be those of two zones", async () => {
		await using stage = await aStage(name);
		const [first = 0, later = 0] = await monitorsOf(stage, 2);
		await stage.newAlert();
		const unresolved = { ...downObservation, fault: "dns_failure", phase: "dns", address: null } as const;
		const fails = async (monitor: number) => {
			const scheduledAt = startOfMinute(minuteOf(stage.clock.now));
			stage.clock.now = scheduledAt + 100;
			await recordChecks(stage.database, [anOutcome(monitor, 0, unresolved, { scheduledAt })], stage.clock.now);
			await stage.deliver();
		};
		await fails(first);
		stage.pass(LATER_MS + MINUTE / 2);
		await fails(later);
		stage.pass(GATHER_MS);
		await stage.deliver();
		expect(summaries(stage)).toEqual(["shop 0 is down", "shop 1 is down"]);
	});

	test("that never ends for one monitor hides nothing: what it holds is told every half hour", async () => {
		await using stage = await aStage(name);
		const [first = 0, second = 0, later = 0] = await monitorsOf(stage, 3);
		stage.shareAddress(first, second, later);
		await stage.newAlert();
		await stage.check("down", first, second);
		stage.pass(-59_000);
		await stage.deliver();
		stage.pass(2 * LATER_MS);
		await stage.check("down", later);
		await stage.check("up", second);
		await stage.deliver();
		expect(stage.receiver.received).toHaveLength(1);
		stage.pass(SUMMARY_MS);
		await stage.deliver();
		const [, summary, ...others] = stage.receiver.received.map(({ json }) => json.data.events);
		expect(others).toEqual([]);
		expect(summary.map((event: { eventType: string }) => event.eventType).toSorted()).toEqual(["down", "up"]);
	});

	test("of thousands is one message with an event for each, of which the first hundred are in full", async () => {
		await using stage = await aStage(name);
		const count = 1_100;
		const monitors = await monitorsOf(stage, count);
		await stage.newAlert();
		await stage.check("down", ...monitors);
		stage.receiver.answers.push({ status: 503 });
		stage.clock.now += SETTLE_MS;
		while ((await enqueueDeferred(stage.database, stage.clock.now)) === "more");
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, second, ...others] = stage.receiver.received;
		expect(others).toEqual([]);
		expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
		const { events, more } = second?.json.data ?? {};
		expect([events.length, more.length]).toEqual([100, 1_000]);
		const ids: string[] = [...events, ...more].map(({ id }: { id: string }) => id);
		const rows = await stage.database.db.selectFrom("alert_events").selectAll().orderBy("id").execute();
		expect(rows.map(({ public_id }) => public_id).toSorted()).toEqual(ids.toSorted());
		expect(new Set(rows.map(({ status }) => status))).toEqual(new Set([codeOf(ALERT_EVENT_STATUSES, "sent")]));
		expect(rows.filter(({ starts_message }) => starts_message === 1)).toHaveLength(1);
		expect(await countNotices(stage.database)).toBe(0);
	}, 60_000);

	test.each([
		{ first: "is sent", answers: [] },
		{ first: "is refused", answers: [{ status: 400 }] },
	])(
		"is counted once by the cap also when a crash comes between its events, where it $first",
		async ({ answers }) => {
			await using stage = await aStage(name);
			const { database } = stage;
			const count = 1_001;
			const monitors = await monitorsOf(stage, count);
			stage.shareAddress(...monitors);
			await stage.newAlert();
			await stage.check("down", ...monitors);
			stage.clock.now += SETTLE_MS;
			while ((await enqueueDeferred(database, stage.clock.now)) === "more");
			let commits = 0;
			const killed: Tx = Object.create(database, {
				transaction: {
					value: (work: (tx: Tx) => Promise<unknown>) =>
						database.transaction(async (tx) => {
							const done = await work(tx);
							const rows = await tx.db.selectFrom("alert_events").select("id").execute();
							if (rows.length > 0) commits += 1;
							if (commits > 1) throw new Error("killed");
							return done;
						}),
				},
			});
			stage.clock.now += SETTLE_MS;
			stage.receiver.answers.push(...answers);
			await deliverNotices({ ...stage.deps, database: killed as Database });
			const events = () => database.db.selectFrom("alert_events").select(["starts_message", "status"]).execute();
			expect(await events()).toHaveLength(1_000);
			stage.pass(LEASE_MS);
			await stage.deliver();
			const rows = await events();
			expect(rows).toHaveLength(count);
			const sent = codeOf(ALERT_EVENT_STATUSES, "sent");
			expect(rows.filter(({ starts_message, status }) => starts_message === 1 && status === sent)).toHaveLength(1);
			const [told] = await database.db.selectFrom("alert_causes").select("messages").execute();
			expect(told?.messages).toBe(1);
		},
		120_000,
	);

	test("whose message fails is retried with the same notices and id", async () => {
		await using stage = await aStage(name);
		const monitors = await monitorsOf(stage, 5);
		stage.shareAddress(...monitors);
		await stage.newAlert();
		stage.receiver.answers.push({ status: 500 });
		await stage.check("down", ...monitors.slice(0, 4));
		await stage.deliver();
		await stage.check("down", monitors[4] ?? 0);
		await stage.deliver();
		stage.pass(MINUTE);
		await stage.deliver();
		const [first, ...rest] = stage.receiver.received;
		const again = rest.find(({ headers }) => headers["webhook-id"] === first?.headers["webhook-id"]);
		expect(again?.json.data).toEqual(first?.json.data);
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent"]);
	});
});
