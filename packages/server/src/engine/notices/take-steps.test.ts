import { unwrap } from "@lapwing/result";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import type { Escalation } from "../../domain/alerts/escalation.ts";
import { startReceiver } from "../../notify/testing/receiver.ts";
import { encryptChannel } from "../../services/alerts/channel-secrets.ts";
import { endMembership } from "../../services/members/end-membership.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { snoozeOutage } from "../../services/outages/snooze.ts";
import { createSchedule } from "../../services/schedules/create.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { addMember, pageOfMembers } from "../../storage/access/members.ts";
import { teamById } from "../../storage/access/teams.ts";
import { pageOfAlertEvents } from "../../storage/alerts/alert-events.ts";
import { alertFigures } from "../../storage/alerts/alert-figures.ts";
import { stepRoutes } from "../../storage/alerts/escalation/routes.ts";
import { enabledAlerts } from "../../storage/alerts/every-alert.ts";
import { claimAlerts, lockAlertRow, releaseAlert } from "../../storage/alerts/notice-leases.ts";
import { setNotified } from "../../storage/alerts/notified.ts";
import { checkCauses } from "../../storage/causes/cause-checks.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import { newPublicId } from "../../storage/database/public-ids.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { deleteUserChannel, insertUserChannel, type UserChannel } from "../../storage/on-call/user-channels.ts";
import { pageOfOutages } from "../../storage/results/outages.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { untilSomeoneWaits } from "../../storage/testing/lock-waits.ts";
import { aProvenUser } from "../../storage/testing/users.ts";
import { claimNotices } from "./claim-notices.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, SIGNING_SECRET, type Stage } from "./testing/notice-stage.ts";

const hook = (stage: Stage, path: string): ChannelBody => ({
	type: "webhook",
	url: `${stage.receiver.url}/${path}`,
	secret: SIGNING_SECRET,
});
/** What came, as "path event". */
const arrivals = (stage: Stage) =>
	stage.receiver.received.map(({ path, json }) => `${path} ${json.data.events[0].eventType}`);

/** Of a channel that gathers and does not update. */
const CONTEXT = {
	box: BOX,
	acknowledgePage: null,
	gathers: () => true,
	updates: () => false,
	windowUntil: () => null,
};

const byJson = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

async function anEscalation(stage: Stage, escalation: Escalation<ChannelBody>) {
	const monitor = await stage.newMonitor();
	const alert = await stage.newAlert({ channel: hook(stage, "own") as never, escalation });
	const lasts = async (minutes: number, verdict: "down" | "degraded" = "down") => {
		for (let minute = 0; minute < minutes; minute += 1) {
			await stage.check(verdict, monitor);
			await stage.deliver();
			await stage.deliver();
		}
	};
	return { monitor, alert, lasts };
}

async function openOutage({ database, teamId }: Stage): Promise<string> {
	const [outage] = await openOutages(database, teamId, 1);
	if (outage === undefined) throw new Error("nothing fails");
	return outage.publicId;
}

/** A member who is on call by a schedule of their own. */
async function aPersonOnCall({ database, teamId, clock, receiver }: Stage, { channels }: { channels: number }) {
	const user = await aProvenUser(database, { name: "Ada", email: "ada@example.com", now: clock.now });
	await addMember(database, { teamId, user, role: "viewer" }, clock.now);
	for (let index = 0; index < channels; index += 1) {
		const publicId = newPublicId("uch");
		const channel: ChannelBody = { type: "webhook", url: `${receiver.url}/ada-${index}`, secret: SIGNING_SECRET };
		await insertUserChannel(
			database,
			user.id,
			publicId,
			unwrap(encryptChannel(BOX, publicId, channel, null, 0)),
			clock.now,
		);
	}
	const layer = {
		name: "",
		people: [user.publicId],
		turnUnit: "weeks",
		turnLength: 1,
		handOverTime: "09:00",
		timeZone: "UTC",
		startsOn: "2026-01-05",
		weekdays: null,
		until: null,
	} as const;
	const wanted = { name: "Core", layers: [layer] };
	return onTheCommandLine(database, teamId, createSchedule, wanted, { now: clock.now });
}

async function leave(tx: Tx, { teamId, clock }: Stage): Promise<void> {
	const members = await pageOfMembers(tx, teamId, { limit: 10, direction: "forward", from: null });
	const ada = members.find(({ user }) => user.name === "Ada");
	const team = await teamById(tx, teamId);
	if (ada === undefined || team === null) throw new Error("no member");
	const actor = { who: { kind: "cli", id: null, name: null }, address: null, team } as const;
	await endMembership(tx, actor, ada, clock.now);
}

onEachEngine("escalation", (name) => {
	test("tells each step's channels in their time, repeats, ends, and tells all of them the recovery", async () => {
		await using stage = await aStage(name);
		const steps = [
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
			{ afterMinutes: 10, channels: [hook(stage, "two"), hook(stage, "three")] },
		];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 1 });
		await lasts(4);
		expect(arrivals(stage)).toEqual(["/own down"]);
		await lasts(3);
		expect(arrivals(stage)).toEqual(["/own down", "/one down"]);
		await lasts(10);
		expect(arrivals(stage).toSorted()).toEqual(["/one down", "/own down", "/three down", "/two down"]);
		await lasts(40);
		const all = ["/one down", "/one down", "/own down", "/three down", "/three down", "/two down", "/two down"];
		expect(arrivals(stage).toSorted()).toEqual(all);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(arrivals(stage).slice(all.length).toSorted()).toEqual(["/one up", "/own up", "/three up", "/two up"]);
		expect(new Set(stage.receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(all.length + 4);
	});

	test("tells whoever is on call together with the problem, where the first step waits for 0 minutes", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
		const steps = [
			{ afterMinutes: 0, scheduleId },
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
		];
		const { monitor } = await anEscalation(stage, { steps, repeats: 0 });
		const shop = await stage.newMonitor("Shop");
		stage.shareAddress(monitor, shop);
		const began = stage.clock.now;
		await stage.check("down", monitor, shop);
		await stage.deliver();
		await stage.deliver();
		expect(stage.clock.now - began).toBeLessThan(2 * MINUTE);
		// One message each, about both.
		expect(arrivals(stage).toSorted()).toEqual(["/ada-0 down", "/own down"]);
		const told = stage.receiver.received.find(({ path }) => path === "/ada-0")?.json.data.events;
		expect(told.map(({ escalation }: { escalation: object }) => escalation)).toEqual([
			{ step: 1, schedule: "Core", onCall: "Ada", fallback: null },
			{ step: 1, schedule: "Core", onCall: "Ada", fallback: null },
		]);
		const [facts] = (await stage.eventRows(shop)).flatMap(({ escalation }) => escalation ?? []);
		expect(facts).toMatchObject({ step: 1, atOnce: true });
		stage.pass(5 * MINUTE);
		await stage.deliver();
		expect(arrivals(stage).toSorted()).toEqual(["/ada-0 down", "/one down", "/own down"]);
	});

	test("tells the alert's own channel once, and why, where the person of a step of 0 minutes has no channel", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 0 });
		const steps = [
			{ afterMinutes: 0, scheduleId },
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
		];
		const { monitor } = await anEscalation(stage, { steps, repeats: 0 });
		const [shop, blog] = [await stage.newMonitor("Shop"), await stage.newMonitor("Blog")];
		stage.shareAddress(monitor, shop, blog);
		/** Every second for half a minute. */
		const halfAMinute = async () => {
			for (let second = 0; second < 30; second += 1) await stage.deliver();
		};
		await stage.check("down", monitor, shop);
		await halfAMinute();
		expect(arrivals(stage)).toEqual(["/own down"]);
		const events = stage.receiver.received[0]?.json.data.events;
		const fallback = "Ada is on call by the schedule Core and has no channel in their account.";
		const said = { step: 1, schedule: "Core", onCall: "Ada", fallback };
		expect(events.map(({ escalation }: { escalation: object }) => escalation)).toEqual([said, said]);
		// One of the same cause that follows is gathered, and told once as well.
		await stage.check("down", blog);
		await halfAMinute();
		expect(arrivals(stage)).toEqual(["/own down", "/own down"]);
		stage.pass(5 * MINUTE);
		await halfAMinute();
		expect(arrivals(stage)).toEqual(["/own down", "/own down", "/one down"]);
		expect(await stage.events(monitor)).toEqual(["down sent", "down sent"]);
	});

	test("tells the alert's own channel of a step of 0 minutes where the cooldown skipped the problem", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 0 });
		const steps = [{ afterMinutes: 0, scheduleId }];
		const { monitor, alert } = await anEscalation(stage, { steps, repeats: 0 });
		await stage.changeAlert(alert, { cooldownMinutes: 60 });
		const fails = async () => {
			await stage.check("down", monitor);
			for (let second = 0; second < 5; second += 1) await stage.deliver();
		};
		await fails();
		await stage.check("up", monitor);
		await stage.deliver();
		await fails();
		expect(arrivals(stage)).toEqual(["/own down", "/own up", "/own down"]);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent", "down skipped_cooldown", "down sent"]);
	});

	test("tells the alert's own channel of a step of 0 minutes whose person loses their channel after the problem was told", async () => {
		await using stage = await aStage(name);
		const { database, clock, receiver } = stage;
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
		const { monitor, alert } = await anEscalation(stage, { steps: [{ afterMinutes: 0, scheduleId }], repeats: 0 });
		await stage.check("down", monitor);
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (lease === undefined) throw new Error("no lease");
		await claimNotices(database, lease, CONTEXT, clock.now);
		await releaseAlert(database, lease, clock.now);
		await database.transaction(async (tx) => {
			const { id } = await tx.db.selectFrom("user_channels").select("id").executeTakeFirstOrThrow();
			await deleteUserChannel(tx, { id } as UserChannel, clock.now);
		});
		for (let second = 0; second < 5; second += 1) await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down", "/own down"]);
		expect(receiver.received[0]?.body).not.toContain("has no channel");
		expect(receiver.received[1]?.body).toContain("Ada is on call by the schedule Core and has no channel");
	});

	test("tells whoever is on call in time while the alert's own channel does not answer", async () => {
		await using stage = await aStage(name);
		await using own = await startReceiver(() => ({ status: 503 }));
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
		const steps = [
			{ afterMinutes: 0, scheduleId },
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
		];
		const { monitor, alert } = await anEscalation(stage, { steps, repeats: 0 });
		await stage.changeAlert(alert, { channel: { type: "webhook", url: own.url, secret: SIGNING_SECRET } });
		await stage.check("down", monitor);
		for (let second = 0; second < 5; second += 1) await stage.deliver();
		expect([own.received.length, arrivals(stage)]).toEqual([1, ["/ada-0 down"]]);
		for (let minute = 0; minute < 6; minute += 1) {
			stage.pass(MINUTE);
			await stage.deliver();
		}
		expect(arrivals(stage)).toEqual(["/ada-0 down", "/one down"]);
	});

	test("tells whoever is on call nothing of a consequence, where the first step waits for 0 minutes", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 0, channels: [hook(stage, "one")] }];
		const { monitor: router } = await anEscalation(stage, { steps, repeats: 0 });
		const shop = await stage.newMonitor("Shop");
		await replaceDependencies(stage.database, shop, [router]);
		await stage.check("down", shop, router);
		await stage.deliver();
		await stage.deliver();
		const told = stage.receiver.received.flatMap(({ path, json }) =>
			json.data.events.map(({ monitor }: { monitor: { name: string } }) => `${path} ${monitor.name}`),
		);
		expect(told.filter((line: string) => line.includes("Shop"))).toEqual([]);
		expect(told.filter((line: string) => line.startsWith("/one"))).toHaveLength(1);
	});

	test("takes the steps of a hundred and twenty monitors in several transactions of one run", async () => {
		await using stage = await aStage(name);
		const { alert } = await anEscalation(stage, {
			steps: [{ afterMinutes: 5, channels: [hook(stage, "one")] }],
			repeats: 0,
		});
		const monitors: number[] = [];
		for (let index = 0; index < 120; index += 1) monitors.push(await stage.newMonitor(`Shop ${index}`));
		stage.shareAddress(...monitors);
		await stage.check("down", ...monitors);
		await stage.deliver();
		stage.pass(5 * MINUTE);
		const [lease] = await claimAlerts(stage.database, [alert.id], stage.clock.now);
		if (lease === undefined) throw new Error("no lease");
		const escalated = async () => {
			const { rows } = await sql`select id from notices where alert_id <> ${alert.id}`.execute(stage.database.db);
			return rows.length;
		};
		const taken: number[] = [];
		for (let step = 0; step < 3; step += 1) {
			await claimNotices(stage.database, lease, CONTEXT, stage.clock.now);
			taken.push(await escalated());
		}
		expect(taken).toEqual([50, 100, 120]);
		await releaseAlert(stage.database, lease, stage.clock.now);
		await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down", "/one down"]);
	});

	test("ends with the recovery: who was not told yet is told nothing", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(3);
		await stage.check("up", monitor);
		await stage.deliver();
		stage.pass(30 * MINUTE);
		await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down", "/own up"]);
		await lasts(7);
		expect(arrivals(stage)).toEqual(["/own down", "/own up", "/own down", "/one down"]);
	});

	test("ends with the acknowledgement, also while a step is on its way, but whoever was told hears of the recovery", async () => {
		await using stage = await aStage(name);
		const steps = [
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
			{ afterMinutes: 5, channels: [hook(stage, "two")] },
		];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 3 });
		await lasts(7);
		const { database, teamId, clock } = stage;
		await onTheCommandLine(database, teamId, acknowledgeOutage, { id: await openOutage(stage) }, { now: clock.now });
		await lasts(30);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(arrivals(stage).toSorted()).toEqual(["/one down", "/one up", "/own down", "/own up"]);
	});

	test("ends with the acknowledgement also for a recipient whose channel did not answer until then", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(4);
		stage.receiver.answers.push({ status: 503 });
		while (stage.receiver.received.length < 2) await lasts(1);
		const { database, teamId, clock } = stage;
		await onTheCommandLine(database, teamId, acknowledgeOutage, { id: await openOutage(stage) }, { now: clock.now });
		await lasts(15);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down", "/one down", "/own up"]);
		expect(await stage.events(monitor)).toEqual(["down sent", "down skipped_outdated", "up sent"]);
	});

	test("goes on when the outage leaves the cause that somebody has for the cause of what it depends on", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor: neighbour } = await anEscalation(stage, { steps, repeats: 0 });
		const [router, shop] = [await stage.newMonitor("router"), await stage.newMonitor("shop")];
		await replaceDependencies(database, shop, [router]);
		stage.shareAddress(shop, neighbour);
		const lasts = async (minutes: number, ...monitors: number[]) => {
			for (let minute = 0; minute < minutes; minute += 1) {
				await stage.check("down", ...monitors);
				await stage.deliver();
				await stage.deliver();
			}
		};
		await lasts(1, shop, neighbour);
		await onTheCommandLine(database, teamId, acknowledgeOutage, { id: await openOutage(stage) }, { now: clock.now });
		// Its step is due while it is acknowledged.
		stage.pass(5 * MINUTE);
		await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down"]);
		clock.now -= 5 * MINUTE;
		await lasts(8, router, shop, neighbour);
		// What was told of the router tells of the shop, until the shop fails by itself.
		await stage.check("up", router);
		await lasts(4, shop, neighbour);
		const ofStep = stage.receiver.received.filter(({ path }) => path === "/one");
		const told = ofStep.flatMap(({ json }) => json.data.events as { eventType: string; monitor: { name: string } }[]);
		const names = told.map(({ eventType, monitor: { name: of } }) => `${of} ${eventType}`);
		expect(names.toSorted()).toEqual(["router down", "router up", "shop down"]);
	});

	test("goes on, as reminders do, when dependsOn is edited and the outage leaves the cause that somebody has", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor: router, alert } = await anEscalation(stage, { steps, repeats: 0 });
		await stage.changeAlert(alert, { reminderMinutes: 5 });
		const shop = await stage.newMonitor("shop");
		await replaceDependencies(database, shop, [router]);
		const deps = { database, now: () => clock.now };
		const lasts = async (minutes: number) => {
			for (let minute = 0; minute < minutes; minute += 1) {
				await stage.check("down", router, shop);
				await checkCauses(deps.database, deps.now());
				await stage.deliver();
				await stage.deliver();
			}
		};
		await lasts(1);
		await onTheCommandLine(database, teamId, acknowledgeOutage, { id: await openOutage(stage) }, { now: clock.now });
		await lasts(15);
		expect(arrivals(stage)).toEqual(["/own down"]);
		await database.transaction(async (tx) => {
			await linkAnew(tx, [shop], clock.now);
			await replaceDependencies(tx, shop, []);
		});
		await lasts(10);
		const ofShop = stage.receiver.received.slice(1).map(({ path, json }) => {
			const [event] = json.data.events;
			return `${path} ${event.monitor.name} ${event.eventType}${event.isReminder ? " again" : ""}`;
		});
		expect(ofShop).toContain("/own shop down");
		expect(ofShop).toContain("/own shop down again");
		expect(ofShop).toContain("/one shop down");
		expect(ofShop.filter((told) => !told.includes("shop"))).toEqual([]);
	});

	test("counts its first step from when a problem is told that was held until then", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { alert, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		const spans = [{ days: ["friday" as const], from: "12:20", to: "18:00" }];
		await stage.changeAlert(alert, { hours: { timeZone: "UTC", spans, outside: "hold" } });
		await lasts(19);
		expect(arrivals(stage)).toEqual([]);
		await lasts(5);
		expect(arrivals(stage)).toEqual(["/own down"]);
		await lasts(4);
		expect(arrivals(stage)).toEqual(["/own down", "/one down"]);
	});

	test("counts its first step from when a problem is told that waited for room in the outbox", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await stage.crowdAlerts();
		await stage.check("down", monitor);
		stage.pass(6 * MINUTE);
		await lasts(1);
		expect(arrivals(stage)).toEqual(["/own down"]);
		await lasts(5);
		expect(arrivals(stage)).toEqual(["/own down", "/one down"]);
	});

	test("is taken at once also where its channel holds the recovery of an earlier outage", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		const other = await stage.newMonitor("other");
		stage.shareAddress(monitor, other);
		await stage.check("down", other);
		stage.clock.now -= MINUTE;
		await lasts(7);
		expect(arrivals(stage).filter((arrival) => arrival === "/one down")).not.toEqual([]);
		// The other one lasts, so this recovery is held.
		await stage.check("up", monitor);
		await stage.deliver();
		await lasts(1);
		const before = stage.receiver.received.length;
		const [step] = await stage.database.db
			.selectFrom("notices")
			.select("due_at")
			.where("step", "=", 0)
			.where("monitor_id", "=", monitor)
			.execute();
		stage.clock.now = (step?.due_at ?? 0) - 2_000;
		await deliverNotices(stage.deps);
		stage.clock.now += 2_000;
		await deliverNotices(stage.deps);
		await deliverNotices(stage.deps);
		expect(arrivals(stage).slice(before)).toEqual(["/one down"]);
	});

	test("waits while the outage is put off", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(2);
		const { database, teamId, clock } = stage;
		const id = await openOutage(stage);
		await onTheCommandLine(database, teamId, snoozeOutage, { id, minutes: 20 }, { now: clock.now });
		await lasts(18);
		expect(arrivals(stage)).toEqual(["/own down"]);
		await lasts(5);
		expect(arrivals(stage)).toEqual(["/own down", "/one down"]);
	});

	test("tells the problem as it is now, and goes on when it changes", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(3, "degraded");
		await lasts(5);
		expect(arrivals(stage)).toEqual(["/own degraded", "/own down", "/one down"]);
	});

	test("waits while the monitor has a status that the alert does not want, and goes on after that", async () => {
		await using stage = await aStage(name);
		const steps = [
			{ afterMinutes: 5, channels: [hook(stage, "one")] },
			{ afterMinutes: 5, channels: [hook(stage, "two")] },
		];
		const { alert, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await stage.changeAlert(alert, { events: ["down", "up"] });
		await lasts(3);
		await lasts(10, "degraded");
		expect(arrivals(stage)).toEqual(["/own down"]);
		await lasts(8);
		expect(arrivals(stage).filter((arrival) => !arrival.startsWith("/own"))).toEqual(["/one down", "/two down"]);
	});

	test("reaches whoever is on call when the step is due, through all channels of their own", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 2 });
		const steps = [{ afterMinutes: 5, scheduleId }];
		const { monitor, alert, lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(7);
		expect(arrivals(stage).toSorted()).toEqual(["/ada-0 down", "/ada-1 down", "/own down"]);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(arrivals(stage).slice(3).toSorted()).toEqual(["/ada-0 up", "/ada-1 up", "/own up"]);
		const byStep = { step: 1, schedule: "Core", onCall: "Ada", fallback: null };
		const told = (await stage.eventRows(monitor)).filter(({ eventType }) => eventType === "down");
		expect(told.map(({ kind, escalation, channel }) => ({ kind, escalation, channel })).toSorted(byJson)).toEqual(
			[
				{ kind: "edge", escalation: null, channel: "webhook" },
				{ kind: "escalation", escalation: byStep, channel: null },
				{ kind: "escalation", escalation: byStep, channel: null },
			].toSorted(byJson),
		);
		const { alertPublicId } = (await stage.eventRows(monitor)).at(-1) ?? {};
		const own = await stage.database.db
			.selectFrom("alerts")
			.select("public_id")
			.where("escalates", "is", null)
			.execute();
		expect(own).toEqual([{ public_id: alertPublicId }]);
		// Routes are shown nowhere: what they sent is the alert's.
		const page = { limit: 10, direction: "forward", from: null } as const;
		const events = await pageOfAlertEvents(stage.database, { alertId: alert.id }, page);
		expect(events.map((event) => event.alertPublicId)).toEqual(arrivals(stage).map(() => alertPublicId));
		expect((await alertFigures(stage.database, alert.id, 0)).messages).toBe(6);
		const [outage] = await pageOfOutages(stage.database, { id: monitor, teamId: stage.teamId }, page);
		expect(new Set(outage?.notified.map(({ alertId }) => alertId))).toEqual(new Set([alertPublicId]));
		const enabled = await enabledAlerts(stage.database, BOX, { limit: 10, now: stage.clock.now });
		expect(enabled.map(({ name: title }) => title)).toEqual(["On call"]);
	});

	test("tells nothing more to whoever left the team, and says that nobody is on call", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
		const steps = [{ afterMinutes: 5, scheduleId }];
		const { monitor, lasts } = await anEscalation(stage, { steps, repeats: 1 });
		await lasts(7);
		expect(arrivals(stage)).toEqual(["/own down", "/ada-0 down"]);
		await leave(stage.database, stage);
		await lasts(6);
		await stage.check("up", monitor);
		await stage.deliver();
		expect(arrivals(stage).slice(2)).toEqual(["/own down", "/own up"]);
		const { json } = stage.receiver.received[2] ?? { json: null };
		expect(json?.data.events[0].escalation.fallback).toBe("Nobody is on call by the schedule Core.");
	});

	test.each(["leaves the team", "deletes the channel"])(
		"goes to the alert's own channel when who is on call %s before they were told",
		async (how) => {
			await using stage = await aStage(name);
			const { database, clock, receiver } = stage;
			const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
			const { lasts } = await anEscalation(stage, { steps: [{ afterMinutes: 5, scheduleId }], repeats: 0 });
			await lasts(3);
			receiver.answers.push({ status: 503 });
			while (receiver.received.length < 2) await lasts(1);
			expect(arrivals(stage)).toEqual(["/own down", "/ada-0 down"]);
			await database.transaction(async (tx) => {
				if (how === "leaves the team") return leave(tx, stage);
				const { id } = await tx.db.selectFrom("user_channels").select("id").executeTakeFirstOrThrow();
				await deleteUserChannel(tx, { id } as UserChannel, clock.now);
			});
			await lasts(4);
			expect(arrivals(stage).slice(2)).toEqual(["/own down"]);
			expect(receiver.received.at(-1)?.body).toContain("before they were notified");
		},
	);

	test.runIf(name === "postgresql")("is lost by no membership that ends while the step is taken", async () => {
		await using stage = await aStage(name);
		const { database, clock } = stage;
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 1 });
		const { lasts, alert } = await anEscalation(stage, { steps: [{ afterMinutes: 5, scheduleId }], repeats: 0 });
		await lasts(3);
		stage.pass(10 * MINUTE);
		let leaving: Promise<unknown> = Promise.resolve();
		const interleaved: Tx = Object.create(database, {
			transaction: {
				value: (work: (tx: Tx) => Promise<unknown>) =>
					database.transaction(async (tx) => {
						await lockAlertRow(tx, alert.id);
						leaving = database.transaction((other) => leave(other, stage));
						await untilSomeoneWaits(tx);
						return work(tx);
					}),
			},
		});
		const [lease] = await claimAlerts(database, [alert.id], clock.now);
		if (lease === undefined) throw new Error("no lease");
		await claimNotices(interleaved, lease, CONTEXT, clock.now);
		await leaving;
		stage.pass(2 * MINUTE);
		await stage.deliver();
		expect(arrivals(stage)).toEqual(["/own down", "/own down"]);
	});

	test.runIf(name === "postgresql")(
		"is taken in the order in which deliveries are recorded, so no deadlock ends it",
		async () => {
			await using stage = await aStage(name);
			const { database, clock } = stage;
			const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
			const { monitor: first, alert } = await anEscalation(stage, { steps, repeats: 0 });
			const second = await stage.newMonitor("second");
			stage.shareAddress(first, second);
			await stage.check("down", second);
			await stage.check("down", first);
			await stage.deliver();
			stage.pass(10 * MINUTE);
			const [route] = await stepRoutes(database, [alert.id]);
			const [lease] = await claimAlerts(database, [alert.id], clock.now);
			if (lease === undefined || route === undefined) throw new Error("no lease or route");
			const tells = (monitorId: number) => ({ monitorId, cause: "check", outage: 1, notifiedAt: clock.now }) as const;
			let taking: Promise<unknown> = Promise.resolve();
			await database.transaction(async (tx) => {
				await setNotified(tx, route.id, [tells(first)]);
				taking = claimNotices(database, lease, CONTEXT, clock.now);
				await untilSomeoneWaits(tx);
				await setNotified(tx, route.id, [tells(second)]);
			});
			await taking;
		},
	);

	test("goes to the alert's own channel when nobody can be reached, and says why", async () => {
		await using stage = await aStage(name);
		const { publicId: scheduleId } = await aPersonOnCall(stage, { channels: 0 });
		const { lasts } = await anEscalation(stage, { steps: [{ afterMinutes: 5, scheduleId }], repeats: 1 });
		await lasts(7);
		expect(arrivals(stage)).toEqual(["/own down", "/own down"]);
		const last = stage.receiver.received.at(-1)?.body;
		expect(last).toContain("Ada is on call by the schedule Core and has no channel in their account.");
		await stage.database.db.deleteFrom("members").execute();
		await lasts(6);
		expect(stage.receiver.received.at(-1)?.body).toContain("Nobody is on call by the schedule Core.");
	});

	test("updates no message where its channel was before it was moved", async () => {
		await using stage = await aStage(name);
		const bot = { type: "zulip", serverUrl: stage.receiver.url, botEmail: "bot@example.com", apiKey: "k".repeat(32) };
		const to = (channel: string) => ({
			steps: [{ afterMinutes: 1, channels: [{ ...bot, channel, topic: "t" }] }],
			repeats: 0,
		});
		const { alert, lasts } = await anEscalation(stage, to("ops") as Escalation<ChannelBody>);
		const taken = { status: 200, body: '{"id":77}' };
		stage.receiver.answers.push(taken, taken);
		await lasts(3);
		await stage.changeAlert(alert, { escalation: to("dba") as never });
		const [outage] = await openOutages(stage.database, stage.teamId, 1);
		const acknowledged = { id: outage?.publicId ?? "" };
		await onTheCommandLine(stage.database, stage.teamId, acknowledgeOutage, acknowledged, { now: stage.clock.now });
		await stage.deliver();
		expect(stage.receiver.received.map(({ method }) => method)).not.toContain("PATCH");
		expect(stage.receiver.received.some(({ path }) => path.includes("/messages"))).toBe(true);
	});

	test("is that of the outage, not of others: two monitors have their own steps", async () => {
		await using stage = await aStage(name);
		const steps = [{ afterMinutes: 5, channels: [hook(stage, "one")] }];
		const { lasts } = await anEscalation(stage, { steps, repeats: 0 });
		await lasts(3);
		const other = await stage.newMonitor("another");
		await stage.check("down", other);
		await stage.deliver();
		for (let minute = 0; minute < 8; minute += 1) {
			await stage.check("down", other);
			await stage.deliver();
			await stage.deliver();
		}
		const told = stage.receiver.received.filter(({ path }) => path === "/one");
		expect(told.map(({ json }) => json.data.events[0].monitor.name).toSorted()).toEqual(["a monitor", "another"]);
	});
});
