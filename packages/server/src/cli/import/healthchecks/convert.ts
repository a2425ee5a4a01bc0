/**
 * Checks of Healthchecks as monitors of jobs. Its API (v3) tells all of a check, but of an integration only its kind
 * and name. Schedules of systemd (OnCalendar) have no counterpart, so their checks are left out, and listed.
 */

import { expressionProblem, isTimeZone } from "../../../domain/jobs/run-schedule.ts";
import {
	type FieldTable,
	type Foreign,
	NOTHING,
	nameOr,
	noteUnknown,
	numberOf,
	objectsOf,
	tagsOf,
	textOf,
	within,
} from "../converting.ts";
import { Draft, type Imported } from "../imported.ts";

interface HealthchecksInput {
	/** Of `GET /api/v3/checks/`. */
	readonly checks: unknown;
	/** Of `GET /api/v3/channels/`. */
	readonly channels: unknown;
	/** The project's ping key, which its API does not tell; null: not given. */
	readonly pingKey: string | null;
}

const DERIVED = `${NOTHING}: it follows from the rest, or from the past.`;
export const CHECK_FIELDS: FieldTable = {
	name: "`name`; of none, the schedule.",
	slug: "`importedAddresses`: `/ping/<ping key>/<slug>` is answered, when the ping key is given.",
	tags: "`tags`, lower-cased; those that can't be tags are listed.",
	desc: "Listed: monitors have no description.",
	timeout: "`every`.",
	grace: "`graceSeconds`, at most a day.",
	schedule: "`schedule` of cron; OnCalendar is listed, and its check left out.",
	tz: "`timeZone`.",
	status: "`enabled: false` of `paused`; the others are the past.",
	manual_resume: "Listed: a report does not resume a monitor in any case.",
	methods: "Listed when it is `POST`: every method is a report.",
	start_kw: "Listed with the filter that uses it.",
	success_kw: "Listed with the filter that uses it.",
	failure_kw: "Listed with the filter that uses it.",
	filter_subject: "Listed: reports do not come by email.",
	filter_body: "Listed: reports do not come by email.",
	filter_http_body: "Listed: the address says what a report means, not its body.",
	filter_default_fail: "Listed with the filters.",
	channels: "Listed with the integration.",
	uuid: "`importedAddresses`: `/ping/<uuid>` is answered.",
	unique_key: "Listed once: only a read-write key tells the addresses.",
	subject: `${NOTHING}: an old name of success_kw.`,
	subject_fail: `${NOTHING}: an old name of failure_kw.`,
	n_pings: DERIVED,
	started: DERIVED,
	last_ping: DERIVED,
	next_ping: DERIVED,
	last_duration: DERIVED,
	badge_url: DERIVED,
	ping_url: `${NOTHING}: it is made of uuid.`,
	update_url: DERIVED,
	pause_url: DERIVED,
	resume_url: DERIVED,
};
export const CHANNEL_FIELDS: FieldTable = {
	id: "Finds the checks that use it.",
	name: "In the list.",
	kind: "In the list: the API does not tell where it sends, so no alert can be made.",
};

const EVERY = { least: 60, most: 31_536_000, unit: "seconds" };
const GRACE = { least: 60, most: 86_400, unit: "seconds" };
/** Keys that a note names. */
const MAX_NAMED = 20;

export function convertHealthchecks({ checks, channels, pingKey }: HealthchecksInput): Imported {
	const draft = new Draft("HEALTHCHECKS");
	const users = new Map<string, string[]>();
	const all = objectsOf(checks);
	for (const check of all) {
		const key = monitorOf(draft, check, pingKey, all);
		if (key === null) continue;
		for (const id of textOf(check, "channels").split(",")) users.set(id, [...(users.get(id) ?? []), key]);
	}
	if (all.some((check) => textOf(check, "uuid") === "")) {
		const why = "With a read-only key the API leaves out the addresses of checks, so they are not answered here.";
		draft.note("every check", "unique_key", why, "Import again with a read-write key.");
	}
	for (const channel of objectsOf(channels)) noteChannel(draft, channel, users.get(textOf(channel, "id")) ?? []);
	return draft.imported();
}

/** The key of the monitor; null for a check that can't be carried. */
function monitorOf(draft: Draft, check: Foreign, pingKey: string | null, all: readonly Foreign[]): string | null {
	const schedule = scheduleOf(check);
	const name = nameOr(textOf(check, "name"), textOf(check, "schedule") || `every ${textOf(check, "timeout")} s`);
	const what = `check ${JSON.stringify(name)}`;
	noteUnknown(draft, what, check, CHECK_FIELDS);
	if ("problem" in schedule) {
		draft.note(
			what,
			schedule.field,
			schedule.problem,
			"The check is left out: write its schedule as a cron expression.",
		);
		return null;
	}
	noteRest(draft, what, check);
	const key = draft.key("monitors", name);
	const addresses = addressesOf(draft, what, key, check, pingKey, all);
	draft.add("monitors", {
		key,
		name,
		type: "cron",
		...("every" in schedule ? { every: within(draft, what, "timeout", schedule.every, EVERY) } : schedule),
		graceSeconds: within(draft, what, "grace", numberOf(check, "grace") ?? 3_600, GRACE),
		...tagged(tagsOf(draft, what, "tags", textOf(check, "tags").split(/\s+/).filter(Boolean))),
		...(textOf(check, "status") === "paused" && { enabled: false }),
		...(Object.keys(addresses).length > 0 && { importedAddresses: addresses }),
	});
	return key;
}

function tagged(tags: readonly string[]) {
	return tags.length === 0 ? {} : { tags };
}

type Schedule = { schedule: string; timeZone: string } | { every: number } | { problem: string; field: string };

function scheduleOf(check: Foreign): Schedule {
	const schedule = textOf(check, "schedule").trim();
	if (schedule === "") {
		const every = numberOf(check, "timeout");
		return every === null ? { problem: "It has neither timeout nor schedule.", field: "timeout" } : { every };
	}
	const problem = expressionProblem(schedule);
	if (problem !== null) return { problem: `${JSON.stringify(schedule)}: ${problem}`, field: "schedule" };
	const timeZone = textOf(check, "tz") || "UTC";
	if (!isTimeZone(timeZone)) return { problem: `${timeZone} is not a time zone of the IANA database.`, field: "tz" };
	return { schedule, timeZone };
}

function addressesOf(
	draft: Draft,
	what: string,
	key: string,
	check: Foreign,
	pingKey: string | null,
	all: readonly Foreign[],
) {
	const uuid = textOf(check, "uuid");
	const slug = textOf(check, "slug");
	const byUuid = uuid === "" ? {} : { healthchecksUuid: draft.secret(uuid.toLowerCase(), key, "uuid") };
	if (slug === "") return byUuid;
	if (all.filter((each) => textOf(each, "slug") === slug).length > 1) {
		draft.note(
			what,
			"slug",
			`Several checks have the slug ${slug}.`,
			"Their addresses with the slug were refused there, too.",
		);
	} else if (pingKey === null) {
		const why = `The API does not tell the ping key, so /ping/<ping key>/${slug} is not answered.`;
		draft.note(what, "slug", why, "If jobs use it, import again with HEALTHCHECKS_PING_KEY.");
	} else return { ...byUuid, healthchecksSlug: draft.secret(`${pingKey}/${slug}`, key, "slug") };
	return byUuid;
}

function noteRest(draft: Draft, what: string, check: Foreign): void {
	if (textOf(check, "desc") !== "") {
		draft.note(
			what,
			"desc",
			`Monitors have no description: ${textOf(check, "desc")}`,
			"Keep it as a comment in the file.",
		);
	}
	if (check["manual_resume"] === true) {
		const why = "Here a report never resumes a paused monitor.";
		draft.note(what, "manual_resume", why, "Nothing is to be done: resume it yourself.");
	}
	if (textOf(check, "methods") === "POST") {
		const why = "Here GET and HEAD are reports, too, so a preview of the address by a chat reports a success.";
		draft.note(what, "methods", why, "Keep its address out of chats.");
	}
	const filters = ["filter_subject", "filter_body", "filter_http_body", "filter_default_fail"];
	const words = ["start_kw", "success_kw", "failure_kw"];
	const used = filters.filter((each) => check[each] === true);
	if (used.length === 0) return;
	const set = words
		.filter((each) => textOf(check, each) !== "")
		.map((each) => `${each} ${JSON.stringify(check[each])}`);
	const why = `Here the address says what a report means, not its text (${set.join(", ") || "no keywords"}).`;
	draft.note(what, used.join(", "), why, "Report to /start, /fail or an exit code; email does not report.");
}

function noteChannel(draft: Draft, channel: Foreign, users: readonly string[]): void {
	const what = `integration ${JSON.stringify(textOf(channel, "name") || textOf(channel, "kind"))}`;
	noteUnknown(draft, what, channel, CHANNEL_FIELDS);
	const more = users.length > MAX_NAMED ? ` and ${users.length - MAX_NAMED} more` : "";
	const named = users.length === 0 ? "no check" : `${users.slice(0, MAX_NAMED).join(", ")}${more}`;
	const why = `The API does not tell where this ${textOf(channel, "kind")} sends. It is used by ${named}.`;
	draft.note(what, "kind", why, "Add an alert with this channel and these monitorIds.");
}
