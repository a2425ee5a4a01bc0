/** Incidents of causes, on a service that keeps alerts by alias, and on one that has no acknowledgement. */

import { expect, test } from "vitest";
import type { ChannelBody } from "../../domain/alerts/channels.ts";
import { FOLLOWERS_MS } from "../../domain/alerts/gathering.ts";
import { PolicedDialer } from "../../net/dial.ts";
import { VENDOR_ENDPOINTS } from "../../notify/channel.ts";
import { createNotifier } from "../../notify/notifier.ts";
import { startReceiver } from "../../notify/testing/receiver.ts";
import { incidentIoServer, jiraServer, opsgenieServer } from "../../notify/testing/services/incidents.ts";
import { TOKEN } from "../../notify/testing/services/service.ts";
import { acknowledgeOutage } from "../../services/outages/acknowledge.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { openOutages } from "../../storage/on-call/handled-causes.ts";
import { replaceDependencies } from "../../storage/testing/dependencies.ts";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { deliverNotices } from "./deliver-notices.ts";
import { aStage, MINUTE, type Stage } from "./testing/notice-stage.ts";

const JIRA = { type: "jira_service_management", apiKey: TOKEN } as ChannelBody;
const OPSGENIE = { type: "opsgenie", apiKey: TOKEN, region: "eu" } as ChannelBody;
const INCIDENT_IO = {
	type: "incident_io",
	alertSourceId: "01GW2G3V0S59R238FAHPDS1R66",
	token: TOKEN,
} as ChannelBody;

/** The service, and an alert that opens incidents there. */
async function aService(stage: Stage, channel: ChannelBody, rules: object = {}) {
	const genie = channel.type === "opsgenie" ? opsgenieServer() : jiraServer();
	const incidents = channel.type === "incident_io" ? incidentIoServer() : genie;
	const receiver = await startReceiver(incidents.answer);
	const dialer = new PolicedDialer({ allowPrivateTargets: true, resolvers: null });
	const notifier = createNotifier({
		...{ dialer, userAgent: "Lapwing/test", publicUrl: null, smtp: null, now: () => stage.clock.now },
		onFault: (error) => {
			throw error;
		},
		endpoints: {
			...VENDOR_ENDPOINTS,
			jira: receiver.url,
			incidentIo: receiver.url,
			opsgenie: { us: "http://127.0.0.1:9", eu: receiver.url },
		},
	});
	const alert = await stage.newAlert({ channel: channel as never, ...rules });
	return {
		alert,
		receiver,
		notifier,
		/** What became of each incident, after what is due within that time was delivered. */
		async deliver(ms = 10_000) {
			stage.pass(ms);
			await deliverNotices({ ...stage.deps, notifier });
			return [...incidents.statuses().values()];
		},
		keys: () => [...incidents.statuses().keys()],
		/** Of Opsgenie and Jira Service Management: what people see of each alert. */
		shown: () => [...genie.alerts.values()],
		titles: () => receiver.received.map(({ json }) => json.message ?? json.title ?? json.note),
		async [Symbol.asyncDispose]() {
			dialer.close();
			await receiver[Symbol.asyncDispose]();
		},
	};
}

async function monitorsOnOneAddress(stage: Stage, count: number): Promise<number[]> {
	const monitors: number[] = [];
	for (let n = 1; n <= count; n += 1) monitors.push(await stage.newMonitor(`Shop ${n}`));
	stage.shareAddress(...monitors);
	return monitors;
}

async function acknowledge({ database, teamId, clock }: Stage): Promise<void> {
	const [outage] = await openOutages(database, teamId, 1);
	await onTheCommandLine(database, teamId, acknowledgeOutage, { id: outage?.publicId ?? "" }, { now: clock.now });
}

onEachEngine("an incident of a cause", (name) => {
	test.each([
		["Jira Service Management", JIRA, "open", "closed"],
		["incident.io", INCIDENT_IO, "firing", "resolved"],
	] as const)("is one at %s, whatever the number of its monitors", async (_, channel, open, closed) => {
		await using stage = await aStage(name);
		await using service = await aService(stage, channel, { dailyCap: 2 });
		const monitors = await monitorsOnOneAddress(stage, 12);
		const [first = 0, ...rest] = monitors;
		await stage.check("down", first);
		expect(await service.deliver(1_000)).toEqual([open]);
		stage.clock.now -= MINUTE;
		await stage.check("down", ...rest);
		expect(await service.deliver()).toEqual([open]);
		expect(service.titles().slice(0, 2)).toEqual([
			"Shop 1 is down",
			expect.stringMatching(/^12 monitors are down, all on /),
		]);
		await stage.check("up", first);
		expect(await service.deliver()).toEqual([open]);
		await stage.check("up", ...rest);
		expect(await service.deliver()).toEqual([closed]);
		const notes = channel === JIRA ? 2 : 0;
		expect(service.receiver.received).toHaveLength(4 + notes);
		expect(service.titles().at(-1)).toMatch(/^All 12 are up again/);
		for (const monitor of monitors) expect(await stage.events(monitor)).toEqual(["down sent", "up sent"]);
	});

	test("is closed once its alert is switched on again, if its outage has ended by then", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const monitor = await stage.newMonitor("Shop");
		await stage.check("down", monitor);
		expect(await service.deliver()).toEqual(["open"]);
		await stage.changeAlert(service.alert, { isEnabled: false });
		await stage.check("up", monitor);
		await stage.check("down", monitor);
		expect(await service.deliver()).toEqual(["open"]);
		await stage.changeAlert(service.alert, { isEnabled: true });
		expect(await service.deliver(MINUTE)).toEqual(["closed"]);
		await stage.check("down", monitor);
		expect(await service.deliver()).toEqual(["open"]);
	});

	test("at Opsgenie has the text and the priority of the last message", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, OPSGENIE);
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("degraded", shop);
		await service.deliver();
		expect(service.shown()).toMatchObject([{ message: "Shop 1 is degraded", priority: "P3" }]);
		await stage.check("down", shop);
		await service.deliver();
		expect(service.shown()).toMatchObject([{ message: "Shop 1 is down", priority: "P1" }]);
		await stage.check("down", blog);
		stage.pass(MINUTE);
		// The third of four requests is refused for the moment: all of them are repeated.
		service.receiver.answers.push({ status: 202 }, { status: 202 }, { status: 429, headers: { "retry-after": "5" } });
		await service.deliver();
		await service.deliver(5 * MINUTE);
		expect(service.shown()).toMatchObject([
			{ message: expect.stringMatching(/^2 monitors are down, both on /), priority: "P1", status: "open", notes: [] },
		]);
		expect(service.shown()[0]?.description).toContain("Shop 2 is down");
		await stage.check("up", shop, blog);
		expect(await service.deliver()).toEqual(["closed"]);
		expect(service.keys()).toHaveLength(1);
		expect(await stage.events(blog)).toEqual(["down sent", "up sent"]);
	});

	test("at Jira Service Management says later texts in notes, each once after a refusal", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", shop);
		await service.deliver();
		expect(service.shown()).toMatchObject([{ message: "Shop 1 is down", notes: [] }]);
		await stage.check("down", blog);
		stage.pass(MINUTE);
		service.receiver.answers.push({ status: 202 }, { status: 503 });
		await service.deliver();
		expect(service.shown()).toMatchObject([{ notes: [] }]);
		await service.deliver(5 * MINUTE);
		expect(service.shown()).toMatchObject([
			{ message: "Shop 1 is down", notes: [expect.stringMatching(/^2 monitors are down, both on /)] },
		]);
		expect(service.keys()).toHaveLength(1);
		expect(await stage.events(blog)).toEqual(["down sent"]);
	});

	test("counts as sent with a warning where the service takes no later text", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", shop);
		await service.deliver();
		await stage.check("down", blog);
		stage.pass(MINUTE);
		service.receiver.answers.push({ status: 202 }, { status: 403 });
		await service.deliver();
		expect(await stage.eventRows(blog)).toMatchObject([
			{ status: "sent", errorMessage: "The incident keeps an earlier text: The receiver answered with status 403." },
		]);
	});

	test("counts the consequences that fall after it was opened", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, INCIDENT_IO);
		const [router, shop] = [await stage.newMonitor("Router"), await stage.newMonitor("Shop")];
		await replaceDependencies(stage.database, shop, [router]);
		await stage.check("up", router, shop);
		await stage.check("down", router);
		await service.deliver(1_000);
		await stage.check("down", shop);
		for (const ms of [1_000, FOLLOWERS_MS, 1_000]) expect(await service.deliver(ms)).toEqual(["firing"]);
		expect(service.titles()).toEqual(["Router is down", "Router is down, and 1 that depends on it"]);
		for (const status of ["up", "down"] as const) {
			await stage.check(status, shop);
			for (const ms of [1_000, MINUTE, MINUTE]) await service.deliver(ms);
		}
		expect(service.titles()).toHaveLength(2);
		await stage.check("up", router, shop);
		expect(await service.deliver()).toEqual(["resolved"]);
		expect(service.receiver.received.at(-1)?.json.description).toContain("1 that depends on it failed, too");
	});

	test("does not count as failed when the texts of an update can't be changed: its problem was told", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, OPSGENIE);
		const [router, shop] = [await stage.newMonitor("Router"), await stage.newMonitor("Shop")];
		await replaceDependencies(stage.database, shop, [router]);
		await stage.check("up", router, shop);
		await stage.check("down", router);
		expect(await service.deliver()).toEqual(["open"]);
		await stage.check("down", shop);
		for (let attempt = 0; attempt < 30; attempt += 1) {
			service.receiver.answers.splice(0, Number.POSITIVE_INFINITY, { status: 202 }, { status: 503 });
			await service.deliver(MINUTE);
		}
		expect(await stage.eventRows(router)).toMatchObject([
			{ eventType: "down", status: "sent", errorMessage: null },
			{
				...{ eventType: "down", status: "sent" },
				errorMessage: "What was sent keeps an earlier text: The receiver answered with status 503.",
			},
		]);
		service.receiver.answers.splice(0);
		await stage.check("up", router, shop);
		expect(await service.deliver()).toEqual(["closed"]);
	});

	test("is acknowledged once, and stays so while others join it", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [shop = 0, blog = 0, third = 0] = await monitorsOnOneAddress(stage, 3);
		await stage.check("down", shop, blog);
		expect(await service.deliver()).toEqual(["open"]);
		await acknowledge(stage);
		expect(await service.deliver()).toEqual(["acknowledged"]);
		expect(service.receiver.received).toHaveLength(2);
		await stage.check("down", third);
		stage.pass(MINUTE);
		expect(await service.deliver()).toEqual(["acknowledged"]);
		await stage.check("up", shop, blog, third);
		expect(await service.deliver()).toEqual(["closed"]);
	});

	test("is acknowledged again when it is opened again for a monitor of a cause that somebody has", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA, { cooldownMinutes: 60 });
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", blog);
		await service.deliver();
		await stage.check("up", blog);
		expect(await service.deliver()).toEqual(["closed"]);
		stage.pass(5 * MINUTE);
		await stage.check("down", shop, blog);
		expect(await service.deliver()).toEqual(["closed", "open"]);
		await acknowledge(stage);
		expect(await service.deliver()).toEqual(["closed", "acknowledged"]);
		await stage.check("up", shop);
		expect(await service.deliver()).toEqual(["closed", "closed"]);
		// Its cooldown is over.
		expect(await service.deliver(60 * MINUTE)).toEqual(["closed", "open"]);
		expect(await service.deliver()).toEqual(["closed", "acknowledged"]);
		const sent = service.receiver.received.length;
		await service.deliver();
		expect(service.receiver.received).toHaveLength(sent);
	});

	test("is closed under the key that opened it, also when its cause was merged into another", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [router, shop] = [await stage.newMonitor("Router"), await stage.newMonitor("Shop")];
		await replaceDependencies(stage.database, shop, [router]);
		await stage.check("down", shop);
		stage.pass(MINUTE);
		expect(await service.deliver()).toEqual(["open"]);
		await stage.check("down", router);
		expect(await service.deliver()).toEqual(["open", "open"]);
		const outages = await openOutages(stage.database, stage.teamId, 2);
		expect(new Set(outages.map(({ causeId }) => causeId)).size).toBe(1);
		await acknowledge(stage);
		expect(await service.deliver()).toEqual(["acknowledged", "acknowledged"]);
		await stage.check("up", router, shop);
		expect(await service.deliver()).toEqual(["closed", "closed"]);
		expect(service.keys()).toHaveLength(2);
	});

	test("is opened under the same key after an attempt without an answer, and closed when that was the last", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", shop, blog);
		service.receiver.answers.push("reset");
		expect(await service.deliver()).toEqual([]);
		expect(await service.deliver(5 * MINUTE)).toEqual(["open"]);
		const [lost, repeated] = service.receiver.received;
		expect(repeated?.json.alias).toBe(lost?.json.alias);
		await stage.check("up", shop, blog);
		expect(await service.deliver()).toEqual(["closed"]);
		expect(service.keys()).toEqual([lost?.json.alias]);
	});

	test("is closed under its key when Lapwing died after it was opened, and all are up by then", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA);
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", shop, blog);
		const { notifier } = service;
		const death = new AbortController();
		const dying: typeof notifier = {
			...notifier,
			async deliver(...message) {
				await notifier.deliver(...message);
				death.abort();
				return { kind: "aborted" };
			},
		};
		stage.pass(10_000);
		await deliverNotices({ ...stage.deps, notifier: dying, signal: death.signal });
		expect(service.keys()).toHaveLength(1);
		await stage.check("up", shop, blog);
		await service.deliver();
		expect(await service.deliver(5 * MINUTE)).toEqual(["closed"]);
		expect(await stage.events(shop)).toEqual(["down skipped_outdated", "up sent"]);
	});

	test("is closed when nobody was told of a monitor that lasts, and opened again when that one is told", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA, { cooldownMinutes: 60 });
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", blog);
		await service.deliver();
		await stage.check("up", blog);
		expect(await service.deliver()).toEqual(["closed"]);
		stage.pass(5 * MINUTE);
		await stage.check("down", shop, blog);
		expect(await service.deliver()).toEqual(["closed", "open"]);
		await stage.check("up", shop);
		expect(await service.deliver()).toEqual(["closed", "closed"]);
		expect(await service.deliver(60 * MINUTE)).toEqual(["closed", "open"]);
		await stage.check("up", blog);
		expect(await service.deliver()).toEqual(["closed", "closed"]);
	});

	test("is of each outage where the alert does not group by causes, and closed as it was opened after a change", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA, { groupsByCause: false });
		const [shop = 0, blog = 0] = await monitorsOnOneAddress(stage, 2);
		await stage.check("down", shop, blog);
		expect(await service.deliver()).toEqual(["open", "open"]);
		await stage.changeAlert(service.alert, { groupsByCause: true });
		await stage.check("up", shop, blog);
		expect(await service.deliver()).toEqual(["closed", "closed"]);
	});
});

onEachEngine("a monitor that flaps", (name) => {
	test.each([
		["Jira Service Management", JIRA, "closed", "open"],
		["incident.io", INCIDENT_IO, "resolved", "firing"],
	] as const)(
		"opens an incident three times at %s, and again when a problem lasts",
		async (_, channel, closed, open) => {
			await using stage = await aStage(name);
			await using service = await aService(stage, channel);
			const shop = await stage.newMonitor("Shop");
			// The seventh change makes it flapping: three times down and up, and down again.
			for (let time = 0; time < 8; time += 1) await blip(stage, service, shop);
			expect(service.receiver.received).toHaveLength(6);
			const last = async (ms = 1_000) => (await service.deliver(ms)).at(-1);
			expect(await last()).toBe(closed);

			for (let minute = 0; minute < 10; minute += 1) {
				expect([minute, await last()]).toEqual([minute, closed]);
				await stage.check("down", shop);
			}
			expect(await last()).toBe(open);
			await stage.check("up", shop);
			expect(await last()).toBe(closed);
			expect(service.receiver.received).toHaveLength(8);
		},
	);

	test("opens one once where the alert has its usual cooldown", async () => {
		await using stage = await aStage(name);
		await using service = await aService(stage, JIRA, { cooldownMinutes: 10 });
		const shop = await stage.newMonitor("Shop");
		for (let time = 0; time < 8; time += 1) await blip(stage, service, shop);
		expect(service.receiver.received).toHaveLength(2);
		expect(await service.deliver(1_000)).toEqual(["closed"]);
	});
});

/** Down for a minute, and up for a minute. */
async function blip(stage: Stage, service: Awaited<ReturnType<typeof aService>>, monitor: number): Promise<void> {
	for (const verdict of ["down", "up"] as const) {
		await stage.check(verdict, monitor);
		await service.deliver(1_000);
	}
}
