import { expect, test } from "vitest";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { aNotice } from "../../../domain/alerts/testing/messages.ts";
import * as incidents from "../../testing/services/incidents.ts";
import { TOKEN } from "../../testing/services/service.ts";
import { testService } from "../../testing/services/service-suite.ts";
import { down, up } from "../../testing/vendor-stage.ts";

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
		test("opens one alert of an outage, acknowledges it, and closes the same", async () => {
			jira.alerts.clear();
			await deliver(jsm(url), aNotice({ event: "degraded" }));
			await deliver(jsm(url), down);
			expect([...jira.statuses()]).toEqual([[KEY, "open"]]);
			await deliver(jsm(url), { ...down, acknowledgedBy: "by link in slack" });
			expect([...jira.statuses()]).toEqual([[KEY, "acknowledged"]]);
			await deliver(jsm(url), up);
			expect([...jira.statuses()]).toEqual([[KEY, "closed"]]);
		});
	},
);
