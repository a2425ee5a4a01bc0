/** An account of Checkly, as its API answers it or as constructs describe it, as a document of ours. */

import { Fields, listOf, nameOr, objectOf, tagOf, tagsFrom, within } from "../fields.ts";
import { Draft, type Imported } from "../imported.ts";
import { INTERVAL, REMINDER, THRESHOLD, TIMEOUT } from "../limits.ts";
import { addAlerts, type Covered } from "./alerts.ts";
import { dnsSettings, heartbeatSettings, httpSettings, icmpSettings, tcpSettings } from "./check-types.ts";
import { CHECK_FIELDS, GROUP_FIELDS, OTHER_TYPES, WINDOW_FIELDS } from "./fields.ts";
import { addPage } from "./status-pages.ts";

type Members = Readonly<Record<string, unknown>>;

export interface ChecklyAccount {
	readonly checks: readonly Members[];
	readonly groups: readonly Members[];
	readonly channels: readonly Members[];
	readonly windows: readonly Members[];
	/** Of constructs alone. */
	readonly pages?: readonly Members[];
}

const DEGRADED = { least: 1_000, most: 30_000, unit: "milliseconds" };
const CONVERTERS = {
	API: httpSettings,
	URL: httpSettings,
	TCP: tcpSettings,
	DNS: dnsSettings,
	ICMP: icmpSettings,
} as const;
/** Checkly's own, where constructs say nothing; checks by ICMP have none. */
const USUAL: Readonly<Record<string, { readonly degradedMs: number; readonly timeoutMs: number }>> = {
	API: { degradedMs: 10_000, timeoutMs: 20_000 },
	URL: { degradedMs: 3_000, timeoutMs: 5_000 },
	TCP: { degradedMs: 4_000, timeoutMs: 5_000 },
	DNS: { degradedMs: 500, timeoutMs: 1_000 },
};
const OTHERWISE = { degradedMs: 5_000, timeoutMs: 30_000 };
const SCRIPTS = ["setupSnippetId", "tearDownSnippetId", "localSetupScript", "localTearDownScript"];

export function convertChecklyAccount({ checks, groups, channels, windows, pages = [] }: ChecklyAccount): Imported {
	const draft = new Draft("CHECKLY");
	const byId = new Map(groups.map((group) => [String(group["id"]), group]));
	for (const group of groups) noteGroup(draft, group);
	const covered: Covered[] = [];
	const tagged: { readonly key: string; readonly tags: readonly string[] }[] = [];
	const keysByService = new Map<string, string[]>();
	for (const values of checks) {
		const made = addCheck(draft, values, byId.get(String(values["groupId"])) ?? {});
		if (made === null) continue;
		covered.push(...made.covered);
		tagged.push({ key: made.key, tags: made.tags });
		const service = objectOf(values["triggerIncident"])["serviceId"];
		if (typeof service === "string") keysByService.set(service, [...(keysByService.get(service) ?? []), made.key]);
	}
	addAlerts(draft, channels, covered);
	for (const values of windows) addWindow(draft, values, tagged);
	for (const values of pages) addPage(draft, values, keysByService);
	return draft.imported();
}

function noteGroup(draft: Draft, group: Members): void {
	const fields = new Fields(draft, `group "${String(group["name"])}"`, group);
	const read = ["id", "name", "activated", "muted", "tags", "apiCheckDefaults", "alertChannelSubscriptions"];
	for (const name of [...read, "alertSettings", "useGlobalAlertSettings"]) fields.get(name);
	fields.lacks(SCRIPTS, GROUP_FIELDS);
	notePlaces(draft, fields);
	fields.done(GROUP_FIELDS);
}

interface Made {
	readonly key: string;
	readonly tags: readonly string[];
	readonly covered: readonly Covered[];
}

function addCheck(draft: Draft, values: Members, group: Members): Made | null {
	const type = String(values["checkType"] ?? (values["heartbeat"] === undefined ? "" : "HEARTBEAT"));
	const request = objectOf(values["request"]);
	const target = String(request["url"] ?? request["hostname"] ?? request["query"] ?? values["id"] ?? "check");
	const name = nameOr(typeof values["name"] === "string" ? values["name"] : null, target);
	const fields = new Fields(draft, `check "${name}"`, values);
	for (const field of ["name", "checkType", "request", "heartbeat", "groupId"]) fields.get(field);
	const isHeartbeat = type === "HEARTBEAT";
	const convert = CONVERTERS[type as keyof typeof CONVERTERS];
	if (convert === undefined && !isHeartbeat) {
		fields.note(
			"checkType",
			`There are no monitors of the type ${type}.`,
			OTHER_TYPES[type] ?? "Report it as a job: cron.",
		);
		return null;
	}
	const settings =
		convert === undefined
			? {
					members: heartbeatSettings(draft, fields.what, objectOf(values["heartbeat"])),
					timeoutSeconds: null,
					isWhole: true,
				}
			: convert(draft, fields.what, { name, request, defaults: objectOf(group["apiCheckDefaults"]) });
	const isUpsideDown = fields.flag("shouldFail");
	if (isUpsideDown)
		fields.note("shouldFail", "No monitor is up because its target fails: it is paused.", "Watch what must work.");
	const hasNoScripts = fields.lacks(SCRIPTS, CHECK_FIELDS) && SCRIPTS.every((script) => !group[script]);
	const interval = isHeartbeat ? 0 : secondsBetween(fields);
	const isActive = fields.get("activated") !== false && group["activated"] !== false;
	const tags = tagsOf(fields, group);
	const key = draft.key("monitors", name);
	draft.add("monitors", {
		key,
		name,
		...settings.members,
		...(!isHeartbeat && timesOf(fields, type, interval, settings.timeoutSeconds)),
		...(tags.length > 0 && { tags }),
		...(!(isActive && settings.isWhole && hasNoScripts && !isUpsideDown) && { enabled: false }),
	});
	notePlaces(draft, fields);
	const isMuted = fields.flag("muted") || group["muted"] === true;
	const covered = { key, channelIds: channelsOf(fields, group), ...noticesOf(draft, fields, { interval, group }) };
	fields.done(CHECK_FIELDS, type);
	return { key, tags, covered: isMuted ? [] : [covered] };
}

/** 0 minutes: more often than that, and the offset is the seconds. */
function secondsBetween(fields: Fields): number {
	const [minutes, offset] = [fields.number("frequency") ?? 10, fields.number("frequencyOffset") ?? 60];
	return minutes === 0 ? offset : minutes * 60;
}

function timesOf(fields: Fields, type: string, interval: number, asserted: number | null): Members {
	const { degradedMs, timeoutMs } = USUAL[type] ?? OTHERWISE;
	const degraded = fields.number("degradedResponseTime") ?? degradedMs;
	const longest = Math.ceil((fields.number("maxResponseTime") ?? timeoutMs) / 1_000);
	return {
		intervalSeconds: within(fields, "frequency", interval, INTERVAL),
		degradedAfterMs: within(fields, "degradedResponseTime", degraded, DEGRADED),
		timeoutSeconds: within(fields, "maxResponseTime", Math.min(longest, asserted ?? longest), TIMEOUT),
	};
}

function tagsOf(fields: Fields, group: Members): readonly string[] {
	const given = [...listOf(fields.get("tags")), ...listOf(group["tags"])].map(String);
	const { name } = group;
	return tagsFrom(fields, "tags", [...given, ...(typeof name === "string" ? [["group", tagOf(name)]] : [])]);
}

function channelsOf(fields: Fields, group: Members): readonly string[] {
	const all = [...listOf(fields.get("alertChannelSubscriptions")), ...listOf(group["alertChannelSubscriptions"])].map(
		objectOf,
	);
	return all.filter(({ activated }) => activated !== false).map(({ alertChannelId: id }) => String(id));
}

function noticesOf(
	draft: Draft,
	fields: Fields,
	{ interval, group }: { readonly interval: number; readonly group: Members },
) {
	const own = objectOf(fields.get("alertSettings"));
	const isGlobal = fields.flag("useGlobalAlertSettings");
	// The policy of a group stands in for those of its checks, and so does its "global", which groups have since v 2.
	const hasPolicy =
		group["useGlobalAlertSettings"] === false && Object.keys(objectOf(group["alertSettings"])).length > 0;
	const settings = hasPolicy ? objectOf(group["alertSettings"]) : own;
	if (!hasPolicy && (isGlobal || (group["v"] === 2 && group["useGlobalAlertSettings"] === true))) {
		const why = "The settings of the account are not known: alerts notify at the first failing check.";
		draft.note(
			"all checks with useGlobalAlertSettings",
			"useGlobalAlertSettings",
			why,
			"Set failureThreshold and reminderMinutes.",
		);
		return { failureThreshold: 1, reminderMinutes: null };
	}
	const isByTime = settings["escalationType"] === "TIME_BASED";
	const minutes = Number(objectOf(settings["timeBasedEscalation"])["minutesFailingThreshold"] ?? 5);
	const runs = Number(objectOf(settings["runBasedEscalation"])["failedRunThreshold"] ?? 1);
	const isJob = interval === 0;
	if (isByTime && isJob) {
		const why = `A job's alerts notify when a run fails, and not ${minutes} minutes later.`;
		fields.note("alertSettings.timeBasedEscalation", why, "Set graceSeconds.");
	}
	const failing = isJob ? 1 : 1 + Math.ceil((minutes * 60) / Math.max(60, interval));
	const wanted = isByTime ? failing : runs;
	const { amount, interval: every } = objectOf(settings["reminders"]);
	const hasReminders = Number(amount ?? 0) > 0;
	if (hasReminders)
		fields.note(
			"alertSettings.reminders",
			`There are ${String(amount)} reminders there; here they last as the outage does.`,
			"",
		);
	const { enabled, percentage } = objectOf(settings["parallelRunFailureThreshold"]);
	if (enabled === true) {
		const why = `It is down when ${String(percentage)} % of its locations fail.`;
		fields.note("alertSettings.parallelRunFailureThreshold", why, "Choose locations, and downWhen.");
	}
	return {
		failureThreshold: within(fields, "alertSettings", wanted || 1, THRESHOLD),
		reminderMinutes: hasReminders ? within(fields, "alertSettings.reminders", Number(every ?? 5), REMINDER) : null,
	};
}

function notePlaces(draft: Draft, fields: Fields): void {
	const places = [...listOf(fields.get("locations")), ...listOf(fields.get("privateLocations"))];
	fields.get("runParallel");
	if (places.length > 0)
		draft.note(
			"all checks",
			"locations",
			"Checks are made where Lapwing runs.",
			CHECK_FIELDS["locations"]?.instead ?? "",
		);
}

function addWindow(draft: Draft, values: Members, monitors: readonly Pick<Made, "key" | "tags">[]): void {
	const name = nameOr(typeof values["name"] === "string" ? values["name"] : null, "Maintenance");
	const fields = new Fields(draft, `maintenance window "${name}"`, values);
	fields.get("name");
	const tags = listOf(fields.get("tags")).map((tag) => tagOf(String(tag)));
	const [begin, end] = [Date.parse(fields.text("startsAt") ?? ""), Date.parse(fields.text("endsAt") ?? "")];
	const unit = { DAY: "DAILY", WEEK: "WEEKLY", MONTH: "MONTHLY" }[(fields.text("repeatUnit") ?? "").toUpperCase()];
	const [interval, until] = [fields.number("repeatInterval") ?? 1, Date.parse(fields.text("repeatEndsAt") ?? "")];
	fields.done(WINDOW_FIELDS);
	if (!(begin < end)) {
		fields.note("startsAt", "Its begin and end can't be read: it is not carried.", "Add it by hand.");
		return;
	}
	const iso = (at: number) => new Date(at).toISOString();
	const ending = Number.isNaN(until) ? "" : `;UNTIL=${iso(until).replace(/[-:]|\.\d+/g, "")}`;
	draft.add("maintenance", {
		key: draft.key("maintenance", name),
		name,
		monitorIds:
			tags.length === 0
				? null
				: monitors.filter((each) => each.tags.some((tag) => tags.includes(tag))).map(({ key }) => key),
		...(unit === undefined
			? { startsAt: iso(begin), endsAt: iso(end) }
			: {
					recurrence: {
						rrule: `FREQ=${unit};INTERVAL=${Math.max(1, interval)}${ending}`,
						startsAt: iso(begin).slice(0, 16),
						timeZone: "UTC",
						durationMinutes: Math.ceil((end - begin) / 60_000),
					},
				}),
	});
}
