/**
 * Monitors of Uptime Kuma. One whose meaning can't be kept (upside down, behind a proxy, …) is paused, so that it tells
 * nothing untrue until someone completes it; one of a type that we do not have is listed alone.
 */

import { MAX_TAGS } from "../../../domain/monitors/common-settings.ts";
import { Fields, nameOr, tagOf, tagsFrom, within } from "../fields.ts";
import type { Draft, Entry } from "../imported.ts";
import { INTERVAL, LATEST_DEGRADED_MS, REMINDER, THRESHOLD, TIMEOUT } from "../limits.ts";
import { httpSettings } from "./http-monitors.ts";
import { idOf, type Kuma, type Row, type Settings } from "./kuma.ts";
import { MONITOR_FIELDS, OTHER_TYPES } from "./monitor-fields.ts";
import {
	dnsSettings,
	pingSettings,
	portSettings,
	pushSettings,
	smtpSettings,
	websocketSettings,
} from "./other-monitors.ts";

/** What alerts, windows and pages need to know of the monitors. */
export interface Converted {
	/** Keys by Kuma's id; of a group those of the monitors below it. */
	readonly keys: ReadonlyMap<number, readonly string[]>;
	readonly names: ReadonlyMap<number, string>;
	/** What its alerts are told by. */
	readonly noticesOf: ReadonlyMap<number, Notices>;
}

/** When alerts notify of a monitor. */
export interface Notices {
	readonly failureThreshold: number;
	readonly reminderMinutes: number | null;
	readonly tellsCertificate: boolean;
}

const CONVERTERS: Readonly<Record<string, (fields: Fields, draft: Draft, name: string) => Settings>> = {
	http: httpSettings,
	keyword: httpSettings,
	"json-query": httpSettings,
	dns: dnsSettings,
	port: portSettings,
	ping: pingSettings,
	push: pushSettings,
	smtp: smtpSettings,
	"websocket-upgrade": websocketSettings,
};

export function convertMonitors(draft: Draft, kuma: Kuma, tlsExpiryDays: number): Converted {
	const rows = new Map(kuma.monitor.map((row) => [idOf(row["id"]), row]));
	const keys = new Map<number, string[]>();
	const names = new Map<number, string>();
	const noticesOf = new Map<number, Notices>();
	const given = givenTags(kuma);
	for (const [id, row] of rows) {
		const type = String(row["type"] ?? "");
		const name = nameOr(typeof row["name"] === "string" ? row["name"] : null, `${type} ${id}`);
		const fields = new Fields(draft, `monitor "${name}"`, row);
		for (const field of ["id", "type"]) fields.get(field);
		names.set(id, name);
		const above = groupsAbove(rows, row, fields);
		if (type === "group") {
			fields.note("type", "A group is a tag of its monitors, and has no state of its own.", "");
			continue;
		}
		const convert = CONVERTERS[type];
		if (convert === undefined) {
			fields.note(
				"type",
				`There are no monitors of the type ${type}.`,
				OTHER_TYPES[type] ?? "Report it as a job: cron.",
			);
			continue;
		}
		const key = draft.key("monitors", name);
		for (const of of [id, ...above.map(({ id: group }) => idOf(group))]) keys.set(of, [...(keys.get(of) ?? []), key]);
		const { members, isWhole } = convert(fields, draft, name);
		noticesOf.set(id, noticesOfRow(fields, type));
		const isUpsideDown = fields.flag("upside_down");
		if (isUpsideDown) {
			fields.note(
				"upside_down",
				"No monitor is up because its target is down: it is paused.",
				"Watch what must be up.",
			);
		}
		const enabled = isWhole && !isUpsideDown && fields.flag("active") && above.every(({ active }) => isOn(active));
		draft.add("monitors", {
			key,
			...members,
			name: nameOr(fields.text("name"), String(members["url"] ?? members["host"] ?? members["domain"] ?? name)),
			...tagsOf(fields, given.get(id) ?? [], above),
			...(type !== "push" && timesOf(fields, type, row)),
			...(type !== "push" && { degradedAfterMs: LATEST_DEGRADED_MS }),
			...certificateOf(fields, type, tlsExpiryDays),
			...(!enabled && { enabled: false }),
		} satisfies Entry);
		fields.done(MONITOR_FIELDS, type);
	}
	return { keys, names, noticesOf };
}

function isOn(value: unknown): boolean {
	return value === 1 || value === true || value === "1";
}

/** The groups of a monitor, the nearest first. A circle, which only a damaged database has, ends. */
function groupsAbove(rows: ReadonlyMap<number, Row>, row: Row, fields: Fields): readonly Row[] {
	const above: Row[] = [];
	let next = rows.get(idOf(row["parent"]));
	while (next !== undefined && !above.includes(next) && next !== row) {
		if (above.length === MAX_TAGS) {
			fields.note("parent", `It is in more than ${MAX_TAGS} groups; the outer ones are left out.`, "");
			break;
		}
		above.push(next);
		next = rows.get(idOf(next["parent"]));
	}
	return above;
}

/** The name and the value of each tag, by the ids of monitors. */
function givenTags({ tag, monitor_tag }: Kuma): ReadonlyMap<number, readonly (readonly string[])[]> {
	const names = new Map(tag.map(({ id, name }) => [idOf(id), String(name ?? "")]));
	const byMonitor = Map.groupBy(monitor_tag, (each) => idOf(each["monitor_id"]));
	const named = ([id, links]: readonly [number, readonly Row[]]) =>
		[id, links.map((each) => [names.get(idOf(each["tag_id"])) ?? "", String(each["value"] ?? "")])] as const;
	return new Map([...byMonitor].map(named));
}

function tagsOf(
	fields: Fields,
	given: readonly (readonly string[])[],
	above: readonly Row[],
): { readonly tags?: readonly string[] } {
	fields.get("parent");
	const names = above.map(({ name }) => tagOf(String(name ?? "")));
	const groups = names.map((_, index) => `group:${names.slice(index).toReversed().join("/")}`.slice(0, 50));
	const tags = tagsFrom(fields, "tags", [...given, ...groups]);
	return tags.length === 0 ? {} : { tags };
}

function timesOf(fields: Fields, type: string, row: Row) {
	const interval = fields.number("interval") || 60;
	const retry = fields.number("retry_interval") || interval;
	if (Number(row["maxretries"] ?? 0) > 0 && retry !== interval) {
		fields.note(
			"retry_interval",
			`Retries came every ${retry} s there; here each check is one interval after the last.`,
			"",
		);
	}
	const hasTimeout = type !== "ping" || row["ping_per_request_timeout"] !== undefined;
	// As Kuma itself does where there is none (before 1.23 there was no such column, and pings have it since 2.0).
	const timeout = (hasTimeout && fields.number("timeout")) || interval * 0.8;
	const timeoutSeconds = fields.number("timeout")
		? within(fields, "timeout", timeout, TIMEOUT)
		: Math.min(60, Math.max(1, Math.ceil(timeout)));
	const intervalSeconds = within(fields, "interval", interval, INTERVAL);
	return { intervalSeconds, timeoutSeconds };
}

function noticesOfRow(fields: Fields, type: string): Notices {
	const retries = fields.number("maxretries") ?? 0;
	const resend = fields.number("resend_interval") ?? 0;
	const interval = fields.number("interval") || 60;
	const isJob = type === "push";
	if (retries > 0 && !isJob) {
		const why = `After ${retries} retries a monitor was down there; here it is down at the first failing check, and its alerts wait.`;
		fields.note("maxretries", why, "");
	}
	return {
		failureThreshold: isJob ? 1 : within(fields, "maxretries", retries + 1, THRESHOLD),
		reminderMinutes: resend > 0 ? within(fields, "resend_interval", (resend * interval) / 60, REMINDER) : null,
		tellsCertificate: fields.flag("expiry_notification"),
	};
}

const SEES_CERTIFICATES: ReadonlySet<string> = new Set(["http", "keyword", "json-query", "port", "smtp"]);

function certificateOf(fields: Fields, type: string, days: number) {
	// Set on monitors of every type, and of no use on others.
	const isOn = fields.flag("expiry_notification");
	if (!SEES_CERTIFICATES.has(type)) return {};
	return isOn ? { sslExpiryWarningDays: days } : { sslMonitoringEnabled: false };
}
