import { isFailure, isSuccess } from "@lapwing/result";
import { expect, test } from "vitest";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import { inTransaction } from "../../services/change.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { actByLink } from "../../services/outages/act-by-link.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { claimAlerts, LEASE_MS, waitingAlerts } from "../../storage/alerts/notice-leases.ts";
import { secretBox } from "../../storage/database/secret-box.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { aTeam } from "../../storage/testing/fixtures.ts";
import { claimNotices } from "./claim-notices.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, BOX, MINUTE, type Stage } from "./testing/notice-stage.ts";

const acknowledgePage = "https://lapwing.example/acknowledge";
const LINK = /https:\/\/lapwing\.example\/acknowledge#([A-Za-z0-9_-]{43})(?=")/;

const slack = ({ receiver }: Stage): ChannelSettings => ({ type: "slack", url: `${receiver.url}/services/T/B/x` });

async function deliver(stage: Stage, page: string | null = acknowledgePage): Promise<void> {
	stage.pass(1_000);
	await deliverNotices({ ...stage.deps, acknowledgePage: page });
}

/** The tokens of the links in the messages so far; null for one without. */
const tokens = ({ receiver }: Stage) => receiver.received.map(({ body }) => LINK.exec(String(body))?.[1] ?? null);

const act = ({ database, clock }: Stage, token: string | null, snoozeMinutes: number | null = null) =>
	inTransaction(database, (tx) =>
		actByLink(tx, { address: "192.0.2.7" }, { token: token ?? "", snoozeMinutes }, { now: clock.now }),
	);

onEachEngine("the link of a message", (name) => {
	test("acknowledges its cause once, as nobody in particular, and ends reminders but not the recovery", async () => {
		await using stage = await aStage(name);
		const { database, teamId } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage), reminderMinutes: 5 });
		await stage.check("down", monitor);
		await deliver(stage);
		const [token = null] = tokens(stage);
		expect(token).not.toBeNull();
		const done = await act(stage, token);
		expect(isSuccess(done) && done.data.handling.acknowledged).toEqual({
			at: stage.clock.now,
			by: { kind: "link", id: null, name: "slack" },
		});
		const events = await database.db.selectFrom("audit_events").selectAll().orderBy("id").execute();
		expect(events.at(-1)).toMatchObject({ action: "acknowledge", actor_id: null, actor_name: "slack" });
		const again = await act(stage, token);
		expect(isFailure(again) && again.error.code).toBe("invalid");
		for (let minute = 0; minute < 12; minute += 1) {
			await stage.check("down", monitor);
			await deliver(stage);
		}
		expect(await stage.events(monitor)).toEqual(["down sent"]);
		await stage.check("up", monitor);
		await deliver(stage);
		expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
		// The recovery offers nothing to acknowledge.
		expect(tokens(stage)).toEqual([token, null]);
		expect(await openOutages(database, teamId, 1)).toEqual([]);
	});

	test("does nothing once the outage is over, also not to the next one", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage) });
		await stage.check("down", monitor);
		await deliver(stage);
		await stage.check("up", monitor);
		await deliver(stage);
		const [token = null] = tokens(stage);
		const late = await act(stage, token);
		expect(isFailure(late) && late.error.message).toContain("over");
		stage.pass(10 * MINUTE);
		await stage.check("down", monitor);
		await deliver(stage);
		expect(isFailure(await act(stage, token))).toBe(true);
		const [next] = await openOutages(stage.database, stage.teamId, 1);
		expect(next?.handling.acknowledged).toBeNull();
		expect(tokens(stage).at(-1)).not.toBe(token);
	});

	test("puts off and can still acknowledge afterwards", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage), reminderMinutes: 5 });
		await stage.check("down", monitor);
		await deliver(stage);
		const [token = null] = tokens(stage);
		const putOff = await act(stage, token, 30);
		expect(isSuccess(putOff) && putOff.data.handling.snoozed?.by).toMatchObject({ kind: "link", name: "slack" });
		expect(isSuccess(await act(stage, token))).toBe(true);
	});

	test("is the same when a crash between the decision and the delivery repeats it", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage) });
		await stage.check("down", monitor);
		stage.pass(1_000);
		const { database, clock } = stage;
		const waiting = (await waitingAlerts(database, clock.now)).map(({ alertId }) => alertId);
		const [lease] = await claimAlerts(database, waiting, clock.now);
		if (lease === undefined) throw new Error("nothing is ready");
		const context = {
			...{ box: BOX, acknowledgePage, windowUntil: () => null },
			...{ gathers: () => true, updates: () => false },
		};
		const claimed = await claimNotices(database, lease, context, clock.now);
		const [decided] = claimed.messages;
		// The process is gone; the next one has the secret of the installation alone.
		stage.pass(LEASE_MS);
		await deliverNotices({ ...stage.deps, acknowledgePage, secretBox: secretBox(new Uint8Array(32).fill(9)) });
		const [token = null] = tokens(stage);
		expect(decided?.message.acknowledgeLink).toBe(`${acknowledgePage}#${token}`);
		expect(await database.db.selectFrom("acknowledgement_links").select("used_at").execute()).toEqual([
			{ used_at: null },
		]);
		expect(isSuccess(await act(stage, token))).toBe(true);
	});

	test("is stored as a hash alone, one for an alert and a cause, and each alert has its own", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage), reminderMinutes: 5 });
		await stage.newAlert({ channel: slack(stage) });
		await stage.check("down", monitor);
		await deliver(stage);
		for (let minute = 0; minute < 6; minute += 1) await stage.check("down", monitor);
		await deliver(stage);
		expect(tokens(stage)).toHaveLength(3);
		const distinct = new Set(tokens(stage));
		expect(distinct.size).toBe(2);
		const links = await stage.database.db.selectFrom("acknowledgement_links").selectAll().execute();
		expect(links).toHaveLength(2);
		for (const token of distinct) expect(JSON.stringify(links)).not.toContain(token);
	});

	test("touches no other team, and is worth nothing when it is wrong", async () => {
		await using stage = await aStage(name);
		const { database } = stage;
		const other = await aTeam(database);
		const [mine, theirs] = [await stage.newMonitor(), await stage.newMonitor("theirs", other)];
		stage.shareAddress(mine, theirs);
		await stage.newAlert({ channel: slack(stage) });
		await stage.check("down", mine, theirs);
		await deliver(stage);
		const [token = null] = tokens(stage);
		expect(isSuccess(await act(stage, token))).toBe(true);
		const [foreign] = await openOutages(database, other, 1);
		expect(foreign?.handling.acknowledged).toBeNull();
		const wrong = await act(stage, `${token?.slice(1)}A`);
		expect(isFailure(wrong) && wrong.error.code).toBe("not_found");
	});

	test("is in no message without PUBLIC_URL, and of ntfy on request", async () => {
		await using stage = await aStage(name);
		const monitor = await stage.newMonitor();
		const topic = { type: "ntfy" as const, serverUrl: stage.receiver.url, accessToken: null };
		await stage.newAlert({ channel: { ...topic, topic: "quiet", acknowledgeLink: "off" } });
		await stage.newAlert({ channel: { ...topic, topic: "open", acknowledgeLink: "on" }, reminderMinutes: 5 });
		await stage.check("down", monitor);
		await deliver(stage);
		const sent = stage.receiver.received.map(({ json }) => json as { topic: string; actions?: { url: string }[] });
		expect(sent.find(({ topic }) => topic === "quiet")?.actions).toBeUndefined();
		expect(sent.find(({ topic }) => topic === "open")?.actions).toHaveLength(1);

		await using local = await aStage(name);
		const here = await local.newMonitor();
		await local.newAlert({ channel: slack(local) });
		await local.check("down", here);
		await deliver(local, null);
		expect(tokens(local)).toEqual([null]);
	});

	test("takes over from somebody, and acknowledges once when it is used twice at once", async () => {
		await using stage = await aStage(name);
		const { database, teamId, clock } = stage;
		const monitor = await stage.newMonitor();
		await stage.newAlert({ channel: slack(stage) });
		await stage.check("down", monitor);
		await deliver(stage);
		const [outage] = await openOutages(database, teamId, 1);
		await onTheCommandLine(database, teamId, acknowledgeOutage, { id: outage?.publicId ?? "" }, { now: clock.now });
		const [token = null] = tokens(stage);
		const [first, second] = await Promise.all([act(stage, token), act(stage, token)]);
		expect([first, second].filter(isSuccess)).toHaveLength(1);
	});
});
