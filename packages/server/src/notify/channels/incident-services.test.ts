import { expect, test } from "vitest";
import type { ChannelSettings } from "../../domain/alerts/channels.ts";
import { aMessage, aNotice, NOON } from "../../domain/alerts/testing/messages.ts";
import * as incidents from "../testing/services/incidents.ts";
import { TOKEN } from "../testing/services/service.ts";
import { testService } from "../testing/services/service-suite.ts";
import { down, many, never, to, up } from "../testing/vendor-stage.ts";

const KEY = `alt_01/mon_01/${down.since}`;

const jira = incidents.jiraServer();
const jsm = (_: string, apiKey = TOKEN): ChannelSettings => ({ type: "jira_service_management", apiKey });
await testService(
	{
		name: "jira service management",
		answer: jira.answer,
		settings: jsm,
		stranger: (url) => jsm(url, "other"),
		shown: ({ json }) => `${json.message}\n${json.description}`,
	},
	({ deliver, url }) => {
		test("opens one alert of an outage, and closes the same", async () => {
			jira.alerts.clear();
			await deliver(jsm(url), aNotice({ event: "degraded" }));
			await deliver(jsm(url), down);
			expect([...jira.alerts]).toEqual([[KEY, "open"]]);
			await deliver(jsm(url), up);
			expect([...jira.alerts]).toEqual([[KEY, "closed"]]);
		});
	},
);

const incidentIo = incidents.incidentIoServer();
const source = (_: string, token = TOKEN): ChannelSettings => ({
	type: "incident_io",
	alertSourceId: "01GW2G3V0S59R238FAHPDS1R66",
	token,
});
await testService(
	{
		name: "incident.io",
		answer: incidentIo.answer,
		settings: source,
		stranger: (url) => source(url, "other"),
		shown: ({ json }) => `${json.title}\n${json.description}`,
	},
	({ deliver, url }) => {
		test("fires one alert of an outage, and resolves the same", async () => {
			incidentIo.alerts.clear();
			const { json } = await deliver(source(url), down);
			expect(json).toMatchObject({
				title: "Shop is down",
				source_url: "https://lapwing.example/monitors/mon_01",
				metadata: { monitor: "Shop", target: "https://shop.example/", reason: "timeout" },
			});
			expect([...incidentIo.alerts]).toEqual([[KEY, "firing"]]);
			await deliver(source(url), up);
			expect([...incidentIo.alerts]).toEqual([[KEY, "resolved"]]);
		});
	},
);

const manager = incidents.alertmanagerServer();
const alertmanager = (url: string, token = TOKEN): ChannelSettings => ({
	type: "alertmanager",
	serverUrl: url,
	authorization: `Bearer ${token}`,
});
await testService(
	{
		name: "alertmanager",
		answer: manager.answer,
		settings: alertmanager,
		stranger: (url) => alertmanager(url, "other"),
		shown: ({ json }) => `${json[0].annotations.summary}\n${json[0].annotations.description}`,
	},
	({ deliver, url, reset }) => {
		const firing = (now: number) =>
			[...manager.alerts].filter(([, endsAt]) => endsAt > now).map(([labels]) => JSON.parse(labels).severity);

		test("has one alert of an outage at a time, of its present severity, until it ends", async () => {
			manager.alerts.clear();
			await deliver(alertmanager(url), aNotice({ event: "degraded" }));
			expect(firing(NOON)).toEqual(["warning"]);
			await deliver(alertmanager(url), down);
			expect(firing(NOON)).toEqual(["critical"]);
			await deliver(alertmanager(url), up);
			expect(firing(up.checkedAt)).toEqual([]);
			expect(manager.alerts.size).toBe(2);
		});

		test("gets each of many monitors as an alert of its own, in one request", async () => {
			reset();
			const { json } = await deliver(alertmanager(url), ...many.slice(0, 100));
			expect(json.length).toBe(200);
		});
	},
);

const apprise = (url: string, key = "ops"): ChannelSettings => ({
	type: "apprise",
	serverUrl: url,
	key,
	tag: null,
	authorization: null,
});
await testService(
	{
		name: "apprise",
		answer: incidents.apprise,
		settings: apprise,
		stranger: (url) => apprise(url, "unknown"),
		shown: ({ json }) => `${json.title}\n${json.body}`,
		retried: [424],
	},
	({ deliver, notifier, url }) => {
		test("knows what is a failure and what a success, and asks for a tag", async () => {
			expect((await deliver(apprise(url), down)).json.type).toBe("failure");
			expect((await deliver(apprise(url), up)).json.type).toBe("success");
			const tagged = { ...apprise(url), tag: "oncall" } as ChannelSettings;
			expect((await deliver(tagged, down)).json.tag).toBe("oncall");
		});

		test("that told nobody has not sent, and one that told some is asked again", async () => {
			const send = (key: string) => notifier.deliver(to(apprise(url, key)), aMessage(down), never);
			expect(await send("empty")).toMatchObject({ kind: "failed", again: false });
			expect(await send("partial")).toMatchObject({ kind: "failed", again: true, mayHaveArrived: true });
		});
	},
);
