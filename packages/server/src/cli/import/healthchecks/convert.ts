/**
 * Checks of Healthchecks as monitors of jobs. Its API (v3) tells all of a check, but of an integration only its kind
 * and name. Schedules of systemd (OnCalendar) have no counterpart, so their checks are left out, and listed.
 */

import { expressionProblem } from "../../../domain/jobs/run-schedule.ts";
import { isTimeZone } from "../../../domain/local-time.ts";
import { Fields, type FieldTable, listOf, nameOr, objectOf, tagsFrom, within } from "../fields.ts";
import { Draft, type Imported } from "../imported.ts";
import { EVERY, GRACE } from "../limits.ts";

type Values = Readonly<Record<string, unknown>>;

interface HealthchecksInput {
	/** Of `GET /api/v3/checks/`. */
	readonly checks: unknown;
	/** Of `GET /api/v3/channels/`. */
	readonly channels: unknown;
	/** The project's ping key, which its API does not tell; null: not given. */
	readonly pingKey: string | null;
}

const past = { becomes: "—: it follows from the rest, or from the past", isOwn: true } as const;
export const CHECK_FIELDS: FieldTable = {
	name: { becomes: "`name`; of none, the schedule" },
	slug: { becomes: "`importedAddresses`: `/ping/<ping key>/<slug>` is answered, when the ping key is given" },
	tags: { becomes: "`tags`, lower-cased; those that can't be tags are changed, and listed" },
	desc: { becomes: "Listed: monitors have no description" },
	timeout: { becomes: "`every`" },
	grace: { becomes: "`graceSeconds`, at most a day" },
	schedule: { becomes: "`schedule` of cron; OnCalendar is listed, and its check left out" },
	tz: { becomes: "`timeZone`" },
	status: { becomes: "`enabled: false` of `paused`; the others are the past" },
	manual_resume: { becomes: "Listed: a report does not resume a monitor in any case" },
	methods: { becomes: "Listed when it is `POST`: every method is a report" },
	start_kw: { becomes: "Listed with the filter that uses it" },
	success_kw: { becomes: "Listed with the filter that uses it" },
	failure_kw: { becomes: "Listed with the filter that uses it" },
	filter_subject: { becomes: "Listed: reports do not come by email" },
	filter_body: { becomes: "Listed: reports do not come by email" },
	filter_http_body: { becomes: "Listed: the address says what a report means, not its body" },
	filter_default_fail: { becomes: "Listed with the filters" },
	channels: { becomes: "Listed with the integration" },
	uuid: { becomes: "`importedAddresses`: `/ping/<uuid>` is answered" },
	unique_key: { becomes: "Listed once: only a read-write key tells the addresses" },
	subject: { becomes: "—: an old name of success_kw", isOwn: true },
	subject_fail: { becomes: "—: an old name of failure_kw", isOwn: true },
	n_pings: past,
	started: past,
	last_ping: past,
	next_ping: past,
	last_duration: past,
	badge_url: past,
	ping_url: { becomes: "—: it is made of uuid", isOwn: true },
	update_url: past,
	pause_url: past,
	resume_url: past,
};
export const CHANNEL_FIELDS: FieldTable = {
	id: { becomes: "Listed, as the checks that use it" },
	name: { becomes: "Listed, as the name of the integration" },
	kind: { becomes: "Listed: the API does not tell where it sends, so no alert can be made" },
};

/** Keys that a note names. */
const MAX_NAMED = 20;

export function convertHealthchecks({ checks, channels, pingKey }: HealthchecksInput): Imported {
	const draft = new Draft("HEALTHCHECKS");
	const users = new Map<string, string[]>();
	const all = listOf(checks).map(objectOf);
	for (const check of all) {
		const key = monitorOf(draft, check, pingKey, all);
		if (key === null) continue;
		for (const id of String(check["channels"] ?? "").split(",")) users.set(id, [...(users.get(id) ?? []), key]);
	}
	if (all.some(({ uuid }) => typeof uuid !== "string" || uuid === "")) {
		const why = "With a read-only key the API leaves out the addresses of checks, so they are not answered here.";
		draft.note("every check", "unique_key", why, "Import again with a read-write key.");
	}
	for (const channel of listOf(channels).map(objectOf))
		noteChannel(draft, channel, users.get(String(channel["id"])) ?? []);
	return draft.imported();
}

/** The key of the monitor; null for a check that can't be carried. */
function monitorOf(draft: Draft, values: Values, pingKey: string | null, all: readonly Values[]): string | null {
	const { name: given, schedule: expression, timeout } = values;
	const name = nameOr(typeof given === "string" ? given : null, String(expression || `every ${String(timeout)} s`));
	const fields = new Fields(draft, `check ${JSON.stringify(name)}`, values);
	for (const field of ["name", "channels", "unique_key"]) fields.get(field);
	const schedule = scheduleOf(fields);
	if ("problem" in schedule) {
		fields.note(schedule.field, schedule.problem, "The check is left out: write its schedule as a cron expression.");
		return null;
	}
	noteRest(fields);
	const key = draft.key("monitors", name);
	const addresses = addressesOf(draft, fields, key, pingKey, all);
	const tags = tagsFrom(fields, "tags", (fields.text("tags") ?? "").split(/\s+/).filter(Boolean));
	draft.add("monitors", {
		key,
		name,
		type: "cron",
		...("every" in schedule ? { every: within(fields, "timeout", schedule.every, EVERY) } : schedule),
		graceSeconds: within(fields, "grace", fields.number("grace") ?? 3_600, GRACE),
		...(tags.length > 0 && { tags }),
		...(fields.text("status") === "paused" && { enabled: false }),
		...(Object.keys(addresses).length > 0 && { importedAddresses: addresses }),
	});
	fields.done(CHECK_FIELDS);
	return key;
}

type Schedule = { schedule: string; timeZone: string } | { every: number } | { problem: string; field: string };

function scheduleOf(fields: Fields): Schedule {
	const schedule = (fields.text("schedule") ?? "").trim();
	if (schedule === "") {
		const every = fields.number("timeout");
		return every === null ? { problem: "It has neither timeout nor schedule.", field: "timeout" } : { every };
	}
	const problem = expressionProblem(schedule);
	if (problem !== null) return { problem: `${JSON.stringify(schedule)}: ${problem}`, field: "schedule" };
	const timeZone = fields.text("tz") ?? "UTC";
	if (!isTimeZone(timeZone)) return { problem: `${timeZone} is not a time zone of the IANA database.`, field: "tz" };
	return { schedule, timeZone };
}

function addressesOf(draft: Draft, fields: Fields, key: string, pingKey: string | null, all: readonly Values[]) {
	const uuid = fields.text("uuid") ?? "";
	const slug = fields.text("slug") ?? "";
	const byUuid = uuid === "" ? {} : { healthchecksUuid: draft.secret(uuid.toLowerCase(), key, "uuid") };
	if (slug === "") return byUuid;
	if (all.filter((each) => each["slug"] === slug).length > 1) {
		fields.note(
			"slug",
			`Several checks have the slug ${slug}.`,
			"Their addresses with the slug were refused there, too.",
		);
	} else if (pingKey === null) {
		const why = `The API does not tell the ping key, so /ping/<ping key>/${slug} is not answered.`;
		fields.note("slug", why, "If jobs use it, import again with HEALTHCHECKS_PING_KEY.");
	} else return { ...byUuid, healthchecksSlug: draft.secret(`${pingKey}/${slug}`, key, "slug") };
	return byUuid;
}

function noteRest(fields: Fields): void {
	if ((fields.text("desc") ?? "") !== "") {
		fields.note("desc", `Monitors have no description: ${fields.text("desc")}`, "Keep it as a comment in the file.");
	}
	if (fields.flag("manual_resume")) {
		const why = "Here a report never resumes a paused monitor.";
		fields.note("manual_resume", why, "Nothing is to be done: resume it yourself.");
	}
	if (fields.text("methods") === "POST") {
		const why = "Here GET and HEAD are reports, too, so a preview of the address by a chat reports a success.";
		fields.note("methods", why, "Keep its address out of chats.");
	}
	const filters = ["filter_subject", "filter_body", "filter_http_body", "filter_default_fail"];
	const words = ["start_kw", "success_kw", "failure_kw"];
	const used = filters.filter((each) => fields.flag(each));
	if (used.length === 0) return;
	const set = words
		.filter((each) => (fields.text(each) ?? "") !== "")
		.map((each) => `${each} ${JSON.stringify(fields.get(each))}`);
	const why = `Here the address says what a report means, not its text (${set.join(", ") || "no keywords"}).`;
	fields.note(used.join(", "), why, "Report to /start, /fail or an exit code; email does not report.");
}

function noteChannel(draft: Draft, values: Values, users: readonly string[]): void {
	const kind = String(values["kind"]);
	const fields = new Fields(draft, `integration ${JSON.stringify(values["name"] || kind)}`, values);
	for (const field of ["id", "name", "kind"]) fields.get(field);
	const more = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : "";
	const named = users.length === 0 ? "no check" : `${users.slice(0, MAX_NAMED).join(", ")}${more}`;
	const why = `The API does not tell where this ${kind} sends. It is used by ${named}.`;
	fields.note("kind", why, "Add an alert with this channel and these monitorIds.");
	fields.done(CHANNEL_FIELDS);
}
