import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { settings } from "../../config/settings.ts";
import * as betterStack from "./better-stack/fields.ts";
import * as blackbox from "./blackbox/fields.ts";
import * as checkly from "./checkly/fields.ts";
import * as gatus from "./gatus/fields.ts";
import * as healthchecks from "./healthchecks/convert.ts";
import * as statuspage from "./statuspage/fields.ts";
import { type ComingOver, withTables } from "./testing/coming-over.ts";
import * as kumaAlerts from "./uptime-kuma/alerts.ts";
import { CHANNEL_ROWS } from "./uptime-kuma/channels.ts";
import { MAINTENANCE_FIELDS } from "./uptime-kuma/maintenance.ts";
import * as kumaMonitors from "./uptime-kuma/monitor-fields.ts";
import * as kumaPages from "./uptime-kuma/status-pages.ts";
import * as uptimeRobotAround from "./uptimerobot/around.ts";
import * as uptimeRobot from "./uptimerobot/convert.ts";

const DOCS = join(import.meta.dirname, "../../../../../docs/use/coming-over");

const PAGES: readonly ComingOver[] = [
	{
		page: "uptime-kuma",
		tables: [
			["monitor", kumaMonitors.MONITOR_FIELDS],
			["notification", kumaAlerts.NOTIFICATION_FIELDS],
			["notification.config, of every type", kumaAlerts.CONFIG_FIELDS],
			...Object.entries(CHANNEL_ROWS).map(([type, { fields }]) => [`notification.config of ${type}`, fields] as const),
			["maintenance", MAINTENANCE_FIELDS],
			["status_page", kumaPages.STATUS_PAGE_FIELDS],
			["group", kumaPages.GROUP_FIELDS],
			["monitor_group", kumaPages.MONITOR_GROUP_FIELDS],
		],
		otherTypes: { group: "A tag `group:…` of its monitors.", ...kumaMonitors.OTHER_TYPES },
	},
	{
		page: "gatus",
		tables: [
			["The file", gatus.TOP_FIELDS],
			["endpoints[]", gatus.ENDPOINT_FIELDS],
			["endpoints[].conditions", gatus.CONDITION_FIELDS],
			["endpoints[].client", gatus.CLIENT_FIELDS],
			["external-endpoints[]", gatus.EXTERNAL_FIELDS],
			["endpoints[].alerts[]", gatus.ALERT_FIELDS],
			["maintenance, endpoints[].maintenance-windows[]", gatus.MAINTENANCE_FIELDS],
		],
	},
	{
		page: "blackbox",
		tables: [
			["prometheus.yml", blackbox.TOP_FIELDS],
			["scrape_configs[]", blackbox.JOB_FIELDS],
			["modules.*", blackbox.MODULE_FIELDS],
			["modules.*.http", blackbox.HTTP_FIELDS],
			["modules.*.tcp", blackbox.TCP_FIELDS],
			["modules.*.icmp", blackbox.ICMP_FIELDS],
			["modules.*.dns", blackbox.DNS_FIELDS],
			["modules.*.websocket", blackbox.WEBSOCKET_FIELDS],
		],
	},
	{
		page: "better-stack",
		tables: [
			["Monitors", betterStack.MONITOR_FIELDS],
			["Heartbeats", betterStack.HEARTBEAT_FIELDS],
			["Status pages", betterStack.PAGE_FIELDS],
			["Their sections", betterStack.SECTION_FIELDS],
			["Their resources", betterStack.RESOURCE_FIELDS],
		],
		otherTypes: betterStack.OTHER_TYPES,
	},
	{
		page: "checkly",
		tables: [
			["Checks", checkly.CHECK_FIELDS],
			["checks[].request", checkly.REQUEST_FIELDS],
			["checks[].request.assertions[]", checkly.ASSERTION_FIELDS],
			["checks[].heartbeat", checkly.HEARTBEAT_FIELDS],
			["Check groups", checkly.GROUP_FIELDS],
			["Alert channels", checkly.CHANNEL_FIELDS],
			["Maintenance windows", checkly.WINDOW_FIELDS],
			["Status pages, of constructs", checkly.PAGE_FIELDS],
		],
		otherTypes: checkly.OTHER_TYPES,
	},
	{
		page: "healthchecks",
		tables: [
			["Checks", healthchecks.CHECK_FIELDS],
			["Integrations", healthchecks.CHANNEL_FIELDS],
		],
	},
	{
		page: "statuspage",
		tables: [
			["Pages", statuspage.PAGE_FIELDS],
			["Component groups", statuspage.GROUP_FIELDS],
			["Components", statuspage.COMPONENT_FIELDS],
			["Incidents", statuspage.INCIDENT_FIELDS],
		],
	},
	{
		page: "uptimerobot",
		tables: [
			["Monitors", uptimeRobot.MONITOR_FIELDS],
			["Alert contacts and integrations", uptimeRobotAround.CONTACT_FIELDS],
			["Maintenance windows", uptimeRobotAround.WINDOW_FIELDS],
			["Status pages", uptimeRobotAround.PAGE_FIELDS],
		],
	},
];

/** `WRITE_DOCS=1` writes the tables anew. */
test.each(PAGES)("docs/use/coming-over/$page.md says of each field what the converter does with it", (coming) => {
	const file = join(DOCS, `${coming.page}.md`);
	const page = readFileSync(file, "utf8");
	const wanted = withTables(page, coming);
	if (process.env["WRITE_DOCS"] === "1") writeFileSync(file, wanted);
	else expect(page).toBe(wanted);
});

test("advice to set variables of Lapwing names settings that there are", () => {
	const sources = globSync("**/*.ts", { cwd: import.meta.dirname }).filter((file) => !file.endsWith(".test.ts"));
	const advice = sources.flatMap((file) => {
		const text = readFileSync(join(import.meta.dirname, file), "utf8");
		return [...text.matchAll(/"([^"\n]*) of Lapwing\b/g)].map(([, words = ""]) => words);
	});
	const named = advice.flatMap((words) => words.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []);
	expect(named).toContain("SMTP_URL");
	const known = Object.values(settings).map(({ name }) => name);
	expect(named.filter((name) => !known.some((each) => each === name))).toEqual([]);
});
