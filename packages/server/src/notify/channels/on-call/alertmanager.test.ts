import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aNotice, NOON } from "../../../domain/alerts/testing/messages.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import * as incidents from "../../testing/services/incidents.ts";
import { TOKEN } from "../../testing/services/service.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, many, up } from "../../testing/vendor-stage.ts";

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

		test("has an outage until its end is sent, and a certificate, of which no end is sent, for a day", async () => {
			manager.alerts.clear();
			await deliver(alertmanager(url), down);
			expect(firing(NOON + 29 * DAY_MS)).toEqual(["critical"]);
			manager.alerts.clear();
			const certificate = { expiresAt: NOON + 14 * DAY_MS, issuer: null, fingerprint: "ab".repeat(32), withinDays: 14 };
			await deliver(alertmanager(url), aNotice({ event: "degraded", cause: "certificate", since: null, certificate }));
			expect([firing(NOON + DAY_MS - 1), firing(NOON + DAY_MS)]).toEqual([["warning"], []]);
		});

		test("gets each of many monitors as an alert of its own, in one request", async () => {
			reset();
			const { json } = await deliver(alertmanager(url), ...many.slice(0, 100));
			expect(json.length).toBe(200);
		});
	},
);
