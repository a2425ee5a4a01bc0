/** Contacts, integrations, maintenance windows and status pages of UptimeRobot. */

import { Fields, type FieldTable, listOf, nameOr, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { perAlert } from "../limits.ts";

type Values = Readonly<Record<string, unknown>>;
type Keys = ReadonlyMap<string, readonly string[]>;

export const CONTACT_FIELDS: FieldTable = {
	id: { becomes: "Finds the monitors that use it" },
	friendlyName: { becomes: "`name`; of none, the type and the value" },
	type: {
		becomes:
			"`channel.type`: email, Slack, Discord, Microsoft Teams, Mattermost, Google Chat, PagerDuty; others are listed",
	},
	value: { becomes: "The channel's address: `to`, `url` or `routingKey`; a secret, but for email" },
	enableNotificationsFor: { becomes: "`events`: UpAndDown, Down, Up; None is `isEnabled: false`" },
	sslExpirationReminder: { becomes: "The event `certificate`" },
	customValue: { becomes: "Listed" },
	customValue2: { becomes: "Listed" },
	customValue3: { becomes: "Listed" },
	customValue4: { becomes: "Listed" },
	customHeaders: { becomes: "Listed" },
	status: { becomes: "—: whether its owner confirmed it there", isOwn: true },
	httpUsername: { becomes: "—: of a channel that is listed", isOwn: true },
	httpPassword: { becomes: "—: of a channel that is listed", isOwn: true },
	authType: { becomes: "—: of a channel that is listed", isOwn: true },
	mobileProviderId: { becomes: "—: of a channel that is listed", isOwn: true },
	orgAlertContactId: { becomes: "—: another id of it", isOwn: true },
	config: { becomes: "—: sounds of its app", isOwn: true },
};

/** The channel with its address; null for what sends through an account or an app of UptimeRobot. */
function channelOf(draft: Draft, fields: Fields): object | null {
	const { what } = fields;
	const value = fields.text("value") ?? "";
	const type = (fields.text("type") ?? "").toLowerCase().replace(/[^a-z]/g, "");
	const url = (channel: string) => (value === "" ? null : { type: channel, url: draft.secret(value, what, "url") });
	switch (type) {
		case "email":
			return value === "" ? null : { type: "email", to: [value] };
		case "slack":
		case "discord":
		case "mattermost":
			return url(type);
		case "msteams":
			return url("microsoft_teams");
		case "googlechat":
			return url("google_chat");
		case "pagerduty":
			return /^[A-Za-z0-9]{32}$/.test(value)
				? { type: "pagerduty", routingKey: draft.secret(value, what, "key") }
				: null;
		default:
			return null;
	}
}

const EVENTS: Readonly<Record<string, readonly string[]>> = {
	UpAndDown: ["down", "up"],
	Down: ["down"],
	Up: ["up"],
	None: ["down", "up"],
};

export function addAlerts(draft: Draft, contacts: readonly Values[], monitors: readonly Values[], keys: Keys): void {
	for (const contact of contacts) {
		const { friendlyName, type, value } = contact;
		const title = `${String(type ?? "")} ${String(value ?? "")}`;
		const name = nameOr(typeof friendlyName === "string" ? friendlyName : null, title);
		const fields = new Fields(draft, `alert contact ${JSON.stringify(name)}`, contact);
		const uses = monitors.flatMap((monitor) =>
			listOf(monitor["assignedAlertContacts"])
				.map(objectOf)
				.filter((each) => String(each["alertContactId"]) === fields.text("id"))
				.map((each) => ({ each, keys: keys.get(String(monitor["id"])) ?? [] })),
		);
		const monitorIds = uses.flatMap((use) => use.keys);
		const channel = channelOf(draft, fields);
		if (channel === null) {
			const why = `What it sends through can't be carried. It is used by ${monitorIds.join(", ") || "no monitor"}.`;
			fields.note("type", `${fields.text("type")}: ${why}`, "Add an alert with a channel of docs/use/alerts.");
			fields.doneBut(CONTACT_FIELDS);
			continue;
		}
		for (const field of EXTRAS) {
			if ([null, undefined, "", "{}"].includes(fields.get(field) as null)) continue;
			fields.note(field, "Its extra value is not carried.", "See docs/use/alerts for the channel's fields.");
		}
		const wanted = fields.text("enableNotificationsFor") ?? "UpAndDown";
		const isOfCertificate = fields.flag("sslExpirationReminder");
		fields.doneBut(CONTACT_FIELDS);
		const reminder = reminderOf(
			fields,
			uses.map(({ each }) => each),
		);
		for (const some of monitorIds.length === 0 ? [[]] : perAlert(monitorIds)) {
			draft.add("alerts", {
				key: draft.key("alerts", name),
				name,
				channel,
				monitorIds: some,
				events: [...(EVENTS[wanted] ?? ["down", "up"]), ...(isOfCertificate ? ["certificate"] : [])],
				cooldownMinutes: 0,
				dailyCap: 1_000,
				groupsByCause: false,
				...(wanted === "None" && { isEnabled: false }),
				...reminder,
			});
		}
	}
}

const EXTRAS = ["customValue", "customValue2", "customValue3", "customValue4", "customHeaders"];

/** How often it is repeated, where that is one number for all monitors. */
function reminderOf(fields: Fields, uses: readonly Values[]) {
	const thresholds = new Set(uses.map((use) => Number(use["threshold"] ?? 0)));
	if ([...thresholds].some((minutes) => minutes > 0)) {
		const why = `It waits ${[...thresholds].join(" or ")} minutes there; here an alert waits for checks in a row.`;
		fields.note("threshold", why, "Set failureThreshold: minutes of waiting divided by the monitor's interval.");
	}
	const repeats = new Set(uses.map((use) => Number(use["recurrence"] ?? 0)));
	const [minutes = 0] = repeats;
	if (repeats.size <= 1 && (minutes === 0 || (minutes >= 5 && minutes <= 1_440))) {
		return minutes === 0 ? {} : { reminderMinutes: minutes };
	}
	const why = `It repeats after ${[...repeats].join(" or ")} minutes; an alert has one number, 5–1440.`;
	fields.note("recurrence", why, "Set reminderMinutes, or make several alerts.");
	return {};
}

export const WINDOW_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`name`" },
	interval: { becomes: "once: `startsAt` and `endsAt`; daily, weekly, monthly: `recurrence`" },
	date: { becomes: "The first day" },
	time: { becomes: "When it begins, listed: the API does not tell the time zone, UTC is written" },
	duration: { becomes: "Minutes; of once `endsAt`" },
	days: { becomes: "BYDAY of weekly (1 is Monday), BYMONTHDAY of monthly" },
	monitorIds: { becomes: "`monitorIds`" },
	autoAddMonitors: { becomes: "`monitorIds: null`, every monitor" },
	status: { becomes: "One that is paused is left out and listed" },
	userId: { becomes: "—: whose it is there", isOwn: true },
	created: { becomes: "—: the past", isOwn: true },
};
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export function addWindows(draft: Draft, windows: readonly Values[], keys: Keys): void {
	for (const window of windows) {
		const { name: given } = window;
		const name = nameOr(typeof given === "string" ? given : null, "Maintenance");
		const fields = new Fields(draft, `maintenance window ${JSON.stringify(name)}`, window);
		fields.doneBut(WINDOW_FIELDS);
		if (fields.text("status") === "paused") {
			fields.note("status", "There are no paused windows.", "It is left out: add it when it is needed.");
			continue;
		}
		const why = "The API does not tell in which time zone it is; UTC is written.";
		fields.note("time", why, "Set the time zone of the account.");
		const time = /^\d\d:\d\d/.exec(fields.text("time") ?? "")?.[0] ?? "00:00";
		const date = (fields.text("date") ?? "").slice(0, 10) || "2025-01-01";
		const durationMinutes = Math.max(1, fields.number("duration") ?? 60);
		const all = fields.get("autoAddMonitors") === true;
		const monitorIds = all ? null : numbersOf(fields.get("monitorIds")).flatMap((id) => keys.get(id) ?? []);
		const begin = Date.parse(`${date}T${time}:00Z`);
		const span = {
			startsAt: new Date(begin).toISOString(),
			endsAt: new Date(begin + durationMinutes * 60_000).toISOString(),
		};
		const rrule = rruleOf(fields);
		const recurrence = { rrule, startsAt: `${date}T${time}`, timeZone: "UTC", durationMinutes };
		const when = rrule === null ? span : { recurrence };
		draft.add("maintenance", { key: draft.key("maintenance", name), name, monitorIds, ...when });
	}
}

/** Null for one that happens once. */
function rruleOf(fields: Fields): string | null {
	const days = numbersOf(fields.get("days")).map(Number);
	const weekdays = days.map((day) => WEEKDAYS[day - 1]).filter((day) => day !== undefined);
	switch (fields.text("interval")) {
		case "daily":
			return "FREQ=DAILY";
		case "weekly":
			return weekdays.length === 0 ? "FREQ=WEEKLY" : `FREQ=WEEKLY;BYDAY=${weekdays.join(",")}`;
		case "monthly":
			return days.length === 0 ? "FREQ=MONTHLY" : `FREQ=MONTHLY;BYMONTHDAY=${days.join(",")}`;
		default:
			return null;
	}
}

export const PAGE_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	friendlyName: { becomes: "`name`" },
	urlKey: { becomes: "`slug`; of none, made from the name" },
	status: { becomes: "`isPublished` of ENABLED" },
	monitorIds: { becomes: "A component each, of the monitor's name" },
	isPasswordSet: { becomes: "`isPublished: false`, and listed: the API does not tell the password" },
	noIndex: { becomes: "`allowsIndexing`" },
	customDomain: { becomes: "Listed: a domain is added in the dashboard, with its proof" },
	tagIds: { becomes: "Listed when there are any: components name monitors" },
	logo: { becomes: "Listed: upload it again" },
	icon: { becomes: "Listed: upload it again" },
	homepageLink: { becomes: "Listed" },
	subscription: { becomes: "—: readers of a page can subscribe here", isOwn: true },
	customSettings: { becomes: "Listed: choose a theme in the dashboard" },
	pinnedAnnouncementId: { becomes: "Listed: write it as the page's headline" },
	monitorsCount: { becomes: "—: a count", isOwn: true },
	gaCode: { becomes: "Listed: pages load nothing from others" },
	shareAnalyticsConsent: { becomes: "—: a consent to UptimeRobot", isOwn: true },
	useSmallCookieConsentModal: { becomes: "—: pages set no cookies", isOwn: true },
	showCookieBar: { becomes: "—: pages set no cookies", isOwn: true },
	hideUrlLinks: { becomes: "—: a link to UptimeRobot", isOwn: true },
};

const OF_PAGES: Readonly<Record<string, string>> = {
	customDomain: "Add the domain in the dashboard, which says what record proves it",
	tagIds: "Add the monitors with these tags as components",
	logo: "Upload it again",
	icon: "Upload it again",
	homepageLink: "Put the link into the headline",
	customSettings: "Choose a theme in the dashboard",
	pinnedAnnouncementId: "Write it as the headline",
	gaCode: "Count readers at your proxy",
};

export function addPages(draft: Draft, pages: readonly Values[], monitors: readonly Values[], keys: Keys): void {
	const names = new Map(monitors.map((each) => [String(each["id"]), nameOfMonitor(each)]));
	for (const page of pages) {
		const { friendlyName } = page;
		const name = nameOr(typeof friendlyName === "string" ? friendlyName : null, "Status");
		const fields = new Fields(draft, `status page ${JSON.stringify(name)}`, page);
		for (const [field, instead] of Object.entries(OF_PAGES)) {
			const value = fields.get(field);
			if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
				continue;
			fields.note(field, "It is not carried.", instead);
		}
		const hasPassword = fields.flag("isPasswordSet");
		if (hasPassword) {
			const why = "The API does not tell the password, so the page is not published.";
			fields.note("isPasswordSet", why, "Set access: password and a password, then isPublished.");
		}
		const key = draft.key("statusPages", name);
		const slug = (fields.text("urlKey") ?? "").toLowerCase();
		const components = numbersOf(fields.get("monitorIds")).flatMap((id) => {
			const monitorIds = keys.get(id) ?? [];
			return monitorIds.length === 0 ? [] : [{ name: names.get(id) ?? id, monitorIds }];
		});
		draft.add("statusPages", {
			key,
			name,
			slug: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? slug : key.slice(0, 60),
			isPublished: fields.text("status") === "ENABLED" && !hasPassword,
			allowsIndexing: fields.get("noIndex") === false,
			sections: [{ name: "", components }],
		});
		fields.doneBut(PAGE_FIELDS);
	}
}

/** Of its target, when it has none. */
export function nameOfMonitor({ friendlyName: name, url }: Values): string {
	return nameOr(typeof name === "string" ? name : null, String(url || "Monitor"));
}

/** A list of ids, as texts. */
function numbersOf(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.map(String) : [];
}
