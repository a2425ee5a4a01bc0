/** Commits and decisions of several processes, each on a connection of its own, interleaved. */

import { expect, test } from "vitest";
import { HOLD_RECHECK_MS } from "../../domain/alerts/alert-policy.ts";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import { updateMonitor } from "../../services/monitors/update.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { claimAlerts, lockLeasedAlert } from "../../storage/alerts/notice-leases.ts";
import { pendingNotices, postponeNotices } from "../../storage/alerts/outbox.ts";
import { checkCauses, endCauseChecks } from "../../storage/causes/cause-checks.ts";
import { lockCauses } from "../../storage/causes/cause-locks.ts";
import { LONGEST_WAIT_MS } from "../../storage/causes/dependencies.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { anOutcome, downObservation } from "../../storage/testing/fixtures.ts";
import { untilSomeoneWaits } from "../../storage/testing/lock-waits.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, SIGNING_SECRET, type Stage } from "./testing/notice-stage.ts";

/** A database whose transactions do all of their work, and commit once `gate` opens. */
function committingAfter(database: Tx, gate: Promise<void>, worked: () => void): Tx {
	return Object.create(database, {
		transaction: {
			value: (work: (tx: Tx) => Promise<unknown>) =>
				database.transaction(async (tx) => {
					const result = await work(tx);
					worked();
					await gate;
					return result;
				}),
		},
	});
}

/** A check that finds the monitor up, in the clock's minute. */
function isUp(stage: Stage, monitor: number, database: Tx = stage.database) {
	const check = anOutcome(monitor, 0, undefined, { scheduledAt: stage.clock.now });
	return recordChecks(database, [check], stage.clock.now);
}

const HOLDING = "what a deliverer holds for a cause is decided again when the cause recovers meanwhile";
test.each([
	[HOLDING, 0],
	[`${HOLDING}, also of a process whose clock is ahead`, 3 * MINUTE],
])("%s", async (_, aheadMs) => {
	await using stage = await aStage("postgresql");
	const { database, clock } = stage;
	const [router, shop] = [await stage.newMonitor("router"), await stage.newMonitor("shop")];
	await replaceDependencies(database, shop, [router]);
	const alert = await stage.newAlert();
	await stage.check("down", router);
	await stage.check("down", shop);
	await stage.deliver();
	expect(await stage.waiting(shop)).toMatchObject([{ heldFor: "dependency" }]);
	clock.now += HOLD_RECHECK_MS;
	await database.db
		.updateTable("notices")
		.set({ created_at: clock.now - MINUTE + aheadMs })
		.execute();

	const [lease] = await claimAlerts(database, [alert.id], clock.now);
	if (lease === undefined) throw new Error("no lease");
	let recorded: Promise<unknown> = Promise.resolve();
	await database.transaction(async (tx) => {
		const served = await lockLeasedAlert(tx, lease, BOX, clock.now);
		if (served === null) throw new Error("the lease was lost");
		const [notice] = await pendingNotices(tx, served, 10, clock.now);
		expect(notice?.consequenceOf?.isNotified).toBe(true);
		recorded = isUp(stage, router);
		await untilSomeoneWaits(stage.database);
		if (notice === undefined) throw new Error("nothing is held");
		const until = clock.now + HOLD_RECHECK_MS;
		await postponeNotices(tx, [
			{ notice, until, held: true, gathered: false, reason: { for: "dependency", until: null } },
		]);
	});
	await recorded;
	const { due_at } = await database.db
		.selectFrom("notices")
		.select("due_at")
		.where("monitor_id", "=", shop)
		.executeTakeFirstOrThrow();
	expect(due_at).toBe(clock.now);
});

/** A shop that depends on a router, both up. */
async function aNetwork(stage: Stage): Promise<{ router: number; shop: number }> {
	const [router, shop] = [await stage.newMonitor("router"), await stage.newMonitor("shop")];
	const rows = await stage.database.db.selectFrom("monitors").select(["id", "public_id"]).orderBy("id").execute();
	await edit(stage, rows.at(-1)?.public_id, [rows[0]?.public_id ?? ""]);
	await stage.check("up", router, shop);
	return { router, shop };
}

function edit({ database, teamId, clock }: Stage, id = "", dependsOn: readonly string[] = []) {
	const deps = { now: clock.now, secretBox: BOX, addressRefusal: () => null };
	return onTheCommandLine(database, teamId, updateMonitor, { id, changes: { dependsOn: [...dependsOn] } }, deps);
}

test("an edit of what a monitor depends on reaches the outage that is being recorded", async () => {
	await using stage = await aStage("postgresql");
	const { database, clock } = stage;
	const { router, shop } = await aNetwork(stage);
	await stage.newAlert();
	await stage.check("down", router);
	await stage.deliver();
	const row = await database.db.selectFrom("monitors").select("public_id").where("id", "=", shop).executeTakeFirst();
	const states = await database.db
		.selectFrom("monitor_states")
		.select("revision")
		.where("monitor_id", "=", shop)
		.executeTakeFirstOrThrow();

	const gate = Promise.withResolvers<void>();
	const worked = Promise.withResolvers<void>();
	const check = anOutcome(shop, 0, downObservation, { scheduledAt: clock.now, revision: states.revision });
	const recorded = recordChecks(committingAfter(database, gate.promise, worked.resolve), [check], clock.now);
	await worked.promise;
	const edited = edit(stage, row?.public_id);
	await Promise.race([edited, untilSomeoneWaits(stage.database)]);
	gate.resolve();
	await Promise.all([recorded, edited]);
	for (let second = 0; second < 10; second += 1) {
		await checkCauses(stage.database, stage.clock.now);
		await stage.deliver();
	}
	expect(await stage.events(shop)).toEqual(["down sent"]);
});

test("what is waited for anew is not ended with the wait before", async () => {
	await using stage = await aStage("postgresql");
	const { database, clock, teamId } = stage;
	const { shop } = await aNetwork(stage);
	await stage.check("down", shop);
	stage.pass(LONGEST_WAIT_MS);
	let ending: Promise<unknown> = Promise.resolve();
	const until = clock.now + MINUTE;
	await database.transaction(async (tx) => {
		await lockCauses(tx, new Set([teamId]));
		ending = endCauseChecks(database, clock.now);
		await untilSomeoneWaits(stage.database);
		await tx.db.updateTable("cause_checks").set({ since: clock.now, until }).execute();
	});
	await ending;
	expect(await database.db.selectFrom("cause_checks").select("until").execute()).toEqual([{ until }]);
});

test("a step tells nobody of an outage whose end is being recorded, for that end would not be told", async () => {
	await using stage = await aStage("postgresql");
	const { database, clock } = stage;
	const monitor = await stage.newMonitor();
	const channel: ChannelBody = { type: "webhook", url: `${stage.receiver.url}/second`, secret: SIGNING_SECRET };
	await stage.newAlert({ escalation: { steps: [{ afterMinutes: 5, channels: [channel] }], repeats: 0 } as never });
	await stage.check("down", monitor);
	await stage.deliver();
	stage.pass(5 * MINUTE);

	const gate = Promise.withResolvers<void>();
	const worked = Promise.withResolvers<void>();
	const recorded = isUp(stage, monitor, committingAfter(database, gate.promise, worked.resolve));
	await worked.promise;
	for (let pass = 0; pass < 2; pass += 1) await deliverNotices(stage.deps);
	gate.resolve();
	await recorded;
	for (let pass = 0; pass < 3; pass += 1) {
		clock.now += MINUTE;
		await deliverNotices(stage.deps);
	}
	const told = stage.receiver.received.map(({ path, json }) => `${path} ${json.data.events[0].eventType}`);
	expect(told).toEqual(["/hook down", "/hook up"]);
});

test("a recovery does not wait for a deliverer of whose notices only a reminder is left", async () => {
	await using stage = await aStage("postgresql");
	const { database, clock } = stage;
	const monitor = await stage.newMonitor();
	const alert = await stage.newAlert({ reminderMinutes: 30 });
	await stage.check("down", monitor);
	await stage.deliver();
	expect(await database.db.selectFrom("notices").selectAll().execute()).toHaveLength(1);
	stage.pass(MINUTE);
	const [lease] = await claimAlerts(database, [alert.id], clock.now);
	if (lease === undefined) throw new Error("no lease");
	await database.transaction(async (tx) => {
		await lockLeasedAlert(tx, lease, BOX, clock.now);
		expect((await isUp(stage, monitor)).accepted).toHaveLength(1);
	});
});

test("checks are recorded, and said to be, when the notices that wait can't be decided again", async () => {
	await using stage = await aStage("postgresql");
	const { database, clock } = stage;
	let transactions = 0;
	const failing: Tx = Object.create(database, {
		transaction: {
			value: (work: (tx: Tx) => Promise<unknown>) => {
				transactions += 1;
				return transactions === 1 ? database.transaction(work) : Promise.reject(new Error("a deadlock"));
			},
		},
	});
	const check = anOutcome(await stage.newMonitor(), 0, downObservation, { scheduledAt: clock.now });
	const errors: unknown[] = [];
	const onUndecided = (error: unknown) => errors.push(error);
	const { accepted } = await recordChecks(failing, [check], clock.now, { onUndecided });
	expect(accepted).toHaveLength(1);
	expect(errors).toEqual([new Error("a deadlock")]);
});
