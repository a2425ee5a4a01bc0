/** What the API of Better Stack answers, as a document of ours. */

import { isTimeZone } from "../../../domain/local-time.ts";
import { Fields, listOf, nameOr, tagOf, within } from "../fields.ts";
import { Draft, type Imported } from "../imported.ts";
import { EVERY, GRACE, INTERVAL, LATEST_DEGRADED_MS, TIMEOUT } from "../limits.ts";
import { HEARTBEAT_FIELDS, MONITOR_FIELDS } from "./fields.ts";
import type { BetterStackInput, Item, Keys } from "./input.ts";
import { settingsOf } from "./monitor-types.ts";
import { addPages } from "./status-pages.ts";

const DAYS: Readonly<Record<string, string>> = {
	...{ mon: "MO", tue: "TU", wed: "WE", thu: "TH", fri: "FR", sat: "SA", sun: "SU" },
};
const PEOPLE = ["policy_id", "expiration_policy_id", "call", "sms", "email", "push", "critical_alert", "team_wait"];

export function convertBetterStack(input: BetterStackInput): Imported {
	const draft = new Draft("BETTER_STACK");
	const keys: Keys = new Map();
	const add = (kind: string, id: unknown, key: string) =>
		keys.set(`${kind}:${id}`, [...(keys.get(`${kind}:${id}`) ?? []), key]);
	const groupNames = (groups: readonly Item[]) =>
		new Map(groups.map(({ id, attributes }) => [id, String(attributes["name"] ?? id)]));
	const monitorGroups = groupNames(input.monitorGroups);
	for (const { id, attributes } of input.monitors) {
		const group = attributes["monitor_group_id"];
		for (const key of addMonitor(draft, id, attributes, monitorGroups)) {
			add("Monitor", id, key);
			if (group != null) add("MonitorGroup", group, key);
		}
	}
	const heartbeatGroups = groupNames(input.heartbeatGroups);
	for (const { id, attributes } of input.heartbeats) {
		const key = addHeartbeat(draft, id, attributes, heartbeatGroups);
		add("Heartbeat", id, key);
		if (attributes["heartbeat_group_id"] != null) add("HeartbeatGroup", attributes["heartbeat_group_id"], key);
	}
	for (const page of input.pages) addPages(draft, page, keys);
	return draft.imported();
}

function addMonitor(
	draft: Draft,
	id: string,
	values: Item["attributes"],
	groups: ReadonlyMap<string, string>,
): readonly string[] {
	const target = String(values["url"] ?? "") || `monitor ${id}`;
	const name = nameOr(typeof values["pronounceable_name"] === "string" ? values["pronounceable_name"] : null, target);
	const fields = new Fields(draft, `monitor "${name}"`, values);
	fields.get("pronounceable_name");
	const type = fields.text("monitor_type") ?? "";
	const made = settingsOf(fields, type, draft, name);
	if (made.length === 0) return [];
	const isHttp = made.some(({ members }) => members["type"] === "http");
	const timeout = fields.number("request_timeout") ?? (isHttp ? 30 : 5_000);
	const common = {
		intervalSeconds: within(fields, "check_frequency", fields.number("check_frequency") ?? 180, INTERVAL),
		timeoutSeconds: within(fields, "request_timeout", isHttp ? timeout : Math.ceil(timeout / 1_000), TIMEOUT),
		degradedAfterMs: LATEST_DEGRADED_MS,
		...tagOfGroup(fields, "monitor_group_id", groups),
		...certificateOf(fields),
	};
	const isPaused = pausedOf(fields);
	const keys = made.map(({ suffix, members, isWhole }) => {
		const full = suffix === "" ? name : nameOr(`${name} ${suffix}`, name);
		const key = draft.key("monitors", full);
		draft.add("monitors", {
			key,
			name: full,
			...members,
			...common,
			...((isPaused || !isWhole) && { enabled: false }),
		});
		return key;
	});
	notePeople(draft, fields);
	addWindow(draft, fields, name, keys);
	fields.done(MONITOR_FIELDS, type);
	return keys;
}

function addHeartbeat(
	draft: Draft,
	id: string,
	values: Item["attributes"],
	groups: ReadonlyMap<string, string>,
): string {
	const name = nameOr(typeof values["name"] === "string" ? values["name"] : null, `heartbeat ${id}`);
	const fields = new Fields(draft, `heartbeat "${name}"`, values);
	for (const field of ["name", "url"]) fields.get(field);
	const why = "Its address is Better Stack's own, so the job must report to a new one.";
	fields.note("url", why, "After apply, put the monitor's pingUrl into the job.");
	const key = draft.key("monitors", name);
	draft.add("monitors", {
		key,
		name,
		type: "cron",
		every: within(fields, "period", fields.number("period") ?? 86_400, EVERY),
		graceSeconds: within(fields, "grace", fields.number("grace") ?? 300, GRACE),
		...tagOfGroup(fields, "heartbeat_group_id", groups),
		...(pausedOf(fields) && { enabled: false }),
	});
	notePeople(draft, fields);
	addWindow(draft, fields, name, [key]);
	fields.done(HEARTBEAT_FIELDS);
	return key;
}

function pausedOf(fields: Fields): boolean {
	const [isPaused, since] = [fields.flag("paused"), fields.text("paused_at")];
	return isPaused || since !== null;
}

function tagOfGroup(fields: Fields, field: string, groups: ReadonlyMap<string, string>) {
	const group = fields.text(field);
	return group === null ? {} : { tags: [tagOf("group", groups.get(group) ?? group)] };
}

function certificateOf(fields: Fields) {
	const days = fields.number("ssl_expiration") ?? -1;
	return days < 1 ? { sslMonitoringEnabled: false } : { sslExpiryWarningDays: days };
}

function notePeople(draft: Draft, fields: Fields): void {
	const says = PEOPLE.filter((name) => ![null, undefined, false, ""].includes(fields.get(name) as null));
	if (says.length > 0) {
		const why = "The people and escalation policies that are notified are not carried.";
		draft.note(
			"all monitors",
			"policy_id, call, sms, email, push",
			why,
			"Make alerts, and schedules for who is on call.",
		);
	}
	if (listOf(fields.get("regions")).length > 0)
		draft.note(
			"all monitors",
			"regions",
			"Checks are made where Lapwing runs.",
			MONITOR_FIELDS["regions"]?.instead ?? "",
		);
}

function addWindow(draft: Draft, fields: Fields, name: string, monitorIds: readonly string[]): void {
	const [from, to] = [fields.text("maintenance_from"), fields.text("maintenance_to")];
	const days = listOf(fields.get("maintenance_days")).flatMap((day) => DAYS[String(day).toLowerCase()] ?? []);
	const zone = fields.text("maintenance_timezone") ?? "UTC";
	const [begin, end] = [minuteOfDay(from), minuteOfDay(to)];
	if (begin === null || end === null) return;
	const isKnown = isTimeZone(zone);
	if (!isKnown)
		fields.note("maintenance_timezone", `${zone} is no time zone of the IANA: UTC is written.`, "Set timeZone.");
	if (days.length > 0 && end <= begin)
		fields.note(
			"maintenance_days",
			"There each of the days of a night is named; here it is the day of its begin.",
			"Correct BYDAY.",
		);
	draft.add("maintenance", {
		key: draft.key("maintenance", name),
		name: nameOr(`Maintenance of ${name}`, "Maintenance"),
		monitorIds,
		recurrence: {
			rrule: days.length === 0 || days.length === 7 ? "FREQ=DAILY" : `FREQ=WEEKLY;BYDAY=${days.join(",")}`,
			startsAt: `2020-01-01T${from?.slice(0, 5)}`,
			timeZone: isKnown ? zone : "UTC",
			durationMinutes: end > begin ? end - begin : end - begin + 1_440,
		},
	});
}

/** Of `01:30:00`. */
function minuteOfDay(time: string | null): number | null {
	const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time ?? "") ?? [];
	return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
