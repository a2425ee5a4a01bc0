/**
 * Prometheus Alertmanager's API v2 (https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml, POST
 * /api/v2/alerts), so that its routes, silences and receivers apply. An alert is identified by its labels. `severity`
 * is one, for routes ask for it: so what becomes `critical` ends the `warning` that it was, and an end ends both;
 * Alertmanager notifies of no end whose beginning it never had. Alertmanager forgets an alert that is not sent again
 * (`resolve_timeout`, 5 minutes), unless it has an `endsAt`, and says then that it is resolved: ours is a month later,
 * longer than outages last, for we send their ends. A reminder sends it anew.
 */

import { endsProblem } from "../../../domain/alerts/alert.ts";
import type { Message, Notice } from "../../../domain/alerts/notice.ts";
import { linesOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { DAY_MS } from "../../../domain/durations.ts";
import { byPost, type Tools } from "../../channel.ts";
import { serviceUrl } from "../../service-url.ts";

const ROOM = 2_000;
/** What nothing ends any more, such as an outage of a monitor that was deleted, goes after it. */
const LASTS_MS = 30 * DAY_MS;
/** Nothing says that a certificate was renewed. */
const CERTIFICATE_LASTS_MS = DAY_MS;
/** A test shows itself and goes. */
const TEST_LASTS_MS = 5 * 60_000;

const SEVERITIES = ["critical", "warning"] as const;
type Severity = (typeof SEVERITIES)[number];

export const alertmanager = byPost<"alertmanager">(true, (message, { settings }, tools) => ({
	url: serviceUrl(settings.serverUrl, "/api/v2/alerts"),
	headers: settings.authorization === null ? {} : { authorization: settings.authorization },
	body:
		message.notices.length === 0
			? [testAlert(message, tools)]
			: message.notices.flatMap((one) => alertsOf(one, message, tools)),
}));

type Told = Pick<Tools, "link">;

/** One for each severity that a problem can have. */
function alertsOf(notice: Notice, message: Message, told: Told) {
	const now = notice.event === "down" ? "critical" : "warning";
	return SEVERITIES.filter((severity) => severity === now || notice.cause === "check").map((severity) =>
		alertOf(
			severity,
			{ isOver: endsProblem(notice.event) || isEndOfCondition(notice) || severity !== now },
			notice,
			message,
			told,
		),
	);
}

function alertOf(
	severity: Severity,
	{ isOver }: { readonly isOver: boolean },
	notice: Notice,
	message: Message,
	{ link }: Told,
) {
	const { title, lines } = wordsOf({ ...message, notices: [notice], others: [] }, link);
	const href = link(notice);
	const startsAt = notice.since ?? notice.checkedAt;
	const lastsMs = notice.cause === "certificate" ? CERTIFICATE_LASTS_MS : LASTS_MS;
	return {
		labels: {
			alertname: nameOf(notice),
			severity,
			monitor: notice.cause === "cut_off" ? "Lapwing" : notice.monitor.name,
			monitor_id: notice.monitor.id,
			instance: notice.cause === "cut_off" ? "Lapwing" : notice.monitor.target,
			lapwing_alert: message.alert.name,
		},
		annotations: {
			summary: title,
			description: lines,
			...(notice.reason !== null && { reason: notice.reason }),
		},
		startsAt: new Date(startsAt).toISOString(),
		// One that ended before it began is refused, and all that came with it.
		endsAt: new Date(Math.max(startsAt, isOver ? notice.checkedAt : message.createdAt + lastsMs)).toISOString(),
		...(href !== null && { generatorURL: href }),
	};
}

/** The same for the beginning of a problem and for its end, and for `degraded` as for `down`. */
function nameOf({ cause }: Notice): string {
	if (cause === "certificate") return "LapwingCertificateExpires";
	if (cause === "cut_off") return "LapwingCutOff";
	if (cause === "flapping") return "LapwingMonitorFlapping";
	if (cause === "regional") return "LapwingMonitorRegional";
	return cause === "misses" ? "LapwingMonitorBlind" : "LapwingMonitorDown";
}

function isEndOfCondition({ flapping, regional }: Notice): boolean {
	return flapping?.isOver === true || regional?.isOver === true;
}

function testAlert(message: Message, { link }: Told) {
	const { title, lines } = wordsOf(message, link);
	return {
		labels: { alertname: "LapwingTest", severity: "info", lapwing_alert: message.alert.name },
		annotations: { summary: title, description: lines },
		startsAt: new Date(message.createdAt).toISOString(),
		endsAt: new Date(message.createdAt + TEST_LASTS_MS).toISOString(),
	};
}

function wordsOf(message: Message, link: Tools["link"]) {
	const text = textOf(message, link);
	return { title: text.title, lines: linesOf(text, ROOM).join("\n") };
}
