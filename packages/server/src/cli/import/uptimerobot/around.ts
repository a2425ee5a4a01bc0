/** Contacts, integrations, maintenance windows and status pages of UptimeRobot. */

import {
	type FieldTable,
	type Foreign,
	NOTHING,
	nameOr,
	noteUnknown,
	numberOf,
	objectsOf,
	textOf,
} from "../converting.ts";
import type { Draft } from "../imported.ts";

type Keys = ReadonlyMap<string, readonly string[]>;

export const CONTACT_FIELDS: FieldTable = {
	id: "Finds the monitors that use it.",
	friendlyName: "`name`; of none, the type and the value.",
	type: "`channel.type`: email, Slack, Discord, Microsoft Teams, Mattermost, Google Chat, PagerDuty; others are listed.",
	value: "The channel's address: `to`, `url` or `routingKey`; a secret, but for email.",
	enableNotificationsFor: "`events`: UpAndDown, Down, Up; None is `isEnabled: false`.",
	sslExpirationReminder: "The event `certificate`.",
	customValue: "Listed.",
	customValue2: "Listed.",
	customValue3: "Listed.",
	customValue4: "Listed.",
	customHeaders: "Listed.",
	status: `${NOTHING}: whether its owner confirmed it there.`,
	httpUsername: `${NOTHING}: of a channel that is listed.`,
	httpPassword: `${NOTHING}: of a channel that is listed.`,
	authType: `${NOTHING}: of a channel that is listed.`,
	mobileProviderId: `${NOTHING}: of a channel that is listed.`,
	orgAlertContactId: `${NOTHING}: another id of it.`,
	config: `${NOTHING}: sounds of its app.`,
};

/** The channel with its address; null for what sends through an account or an app of UptimeRobot. */
function channelOf(draft: Draft, what: string, contact: Foreign): object | null {
	const value = textOf(contact, "value");
	const type = textOf(contact, "type")
		.toLowerCase()
		.replace(/[^a-z]/g, "");
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

export function addAlerts(draft: Draft, contacts: readonly Foreign[], monitors: readonly Foreign[], keys: Keys): void {
	for (const contact of contacts) {
		const id = textOf(contact, "id");
		const name = nameOr(textOf(contact, "friendlyName"), `${textOf(contact, "type")} ${textOf(contact, "value")}`);
		const what = `alert contact ${JSON.stringify(name)}`;
		noteUnknown(draft, what, contact, CONTACT_FIELDS);
		const uses = monitors.flatMap((monitor) =>
			objectsOf(monitor["assignedAlertContacts"])
				.filter((each) => textOf(each, "alertContactId") === id)
				.map((each) => ({ each, keys: keys.get(textOf(monitor, "id")) ?? [] })),
		);
		const monitorIds = uses.flatMap((use) => use.keys);
		const channel = channelOf(draft, what, contact);
		if (channel === null) {
			const why = `What it sends through can't be carried. It is used by ${monitorIds.join(", ") || "no monitor"}.`;
			draft.note(what, "type", `${textOf(contact, "type")}: ${why}`, "Add an alert with a channel of docs/use/alerts.");
			continue;
		}
		for (const field of ["customValue", "customValue2", "customValue3", "customValue4", "customHeaders"]) {
			const value = contact[field];
			if (value === null || value === undefined || value === "" || value === "{}") continue;
			draft.note(what, field, "Its extra value is not carried.", "See docs/use/alerts for the channel's fields.");
		}
		const wanted = textOf(contact, "enableNotificationsFor") || "UpAndDown";
		const events = [...(EVENTS[wanted] ?? ["down", "up"])];
		if (contact["sslExpirationReminder"] === true) events.push("certificate");
		draft.add("alerts", {
			key: draft.key("alerts", name),
			name,
			channel,
			monitorIds,
			events,
			...(wanted === "None" && { isEnabled: false }),
			...reminderOf(
				draft,
				what,
				uses.map(({ each }) => each),
			),
		});
	}
}

/** How often it is repeated, where that is one number for all monitors. */
function reminderOf(draft: Draft, what: string, uses: readonly Foreign[]) {
	const thresholds = new Set(uses.map((use) => numberOf(use, "threshold") ?? 0));
	if ([...thresholds].some((minutes) => minutes > 0)) {
		const why = `It waits ${[...thresholds].join(" or ")} minutes there; here an alert waits for checks in a row.`;
		draft.note(what, "threshold", why, "Set failureThreshold: minutes of waiting divided by the monitor's interval.");
	}
	const repeats = new Set(uses.map((use) => numberOf(use, "recurrence") ?? 0));
	const [minutes = 0] = repeats;
	if (repeats.size <= 1 && (minutes === 0 || (minutes >= 5 && minutes <= 1_440))) {
		return minutes === 0 ? {} : { reminderMinutes: minutes };
	}
	const why = `It repeats after ${[...repeats].join(" or ")} minutes; an alert has one number, 5–1440.`;
	draft.note(what, "recurrence", why, "Set reminderMinutes, or make several alerts.");
	return {};
}

export const WINDOW_FIELDS: FieldTable = {
	id: `${NOTHING}: its number there.`,
	name: "`name`.",
	interval: "once: `startsAt` and `endsAt`; daily, weekly, monthly: `recurrence`.",
	date: "The first day.",
	time: "When it begins, listed: the API does not tell the time zone, UTC is written.",
	duration: "Minutes; of once `endsAt`.",
	days: "BYDAY of weekly (1 is Monday), BYMONTHDAY of monthly.",
	monitorIds: "`monitorIds`.",
	autoAddMonitors: "`monitorIds: null`, every monitor.",
	status: "One that is paused is left out and listed.",
	userId: `${NOTHING}: whose it is there.`,
	created: `${NOTHING}: the past.`,
};
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export function addWindows(draft: Draft, windows: readonly Foreign[], keys: Keys): void {
	for (const window of windows) {
		const name = nameOr(textOf(window, "name"), "Maintenance");
		const what = `maintenance window ${JSON.stringify(name)}`;
		noteUnknown(draft, what, window, WINDOW_FIELDS);
		if (textOf(window, "status") === "paused") {
			draft.note(what, "status", "There are no paused windows.", "It is left out: add it when it is needed.");
			continue;
		}
		const why = "The API does not tell in which time zone it is; UTC is written.";
		draft.note(what, "time", why, "Set the time zone of the account.");
		const time = /^\d\d:\d\d/.exec(textOf(window, "time"))?.[0] ?? "00:00";
		const date = textOf(window, "date").slice(0, 10) || "2025-01-01";
		const durationMinutes = Math.max(1, numberOf(window, "duration") ?? 60);
		const all = window["autoAddMonitors"] === true;
		const monitorIds = all ? null : numbersOf(window["monitorIds"]).flatMap((id) => keys.get(id) ?? []);
		const begin = Date.parse(`${date}T${time}:00Z`);
		const span = {
			startsAt: new Date(begin).toISOString(),
			endsAt: new Date(begin + durationMinutes * 60_000).toISOString(),
		};
		const rrule = rruleOf(window);
		const recurrence = { rrule, startsAt: `${date}T${time}`, timeZone: "UTC", durationMinutes };
		const when = rrule === null ? span : { recurrence };
		draft.add("maintenance", { key: draft.key("maintenance", name), name, monitorIds, ...when });
	}
}

/** Null for one that happens once. */
function rruleOf(window: Foreign): string | null {
	const days = numbersOf(window["days"]).map(Number);
	const weekdays = days.map((day) => WEEKDAYS[day - 1]).filter((day) => day !== undefined);
	switch (textOf(window, "interval")) {
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
	id: `${NOTHING}: its number there.`,
	friendlyName: "`name`.",
	urlKey: "`slug`; of none, made from the name.",
	status: "`isPublished` of ENABLED.",
	monitorIds: "A component each, of the monitor's name.",
	isPasswordSet: "`isPublished: false`, and listed: the API does not tell the password.",
	noIndex: "`allowsIndexing`.",
	customDomain: "Listed: a domain is added in the dashboard, with its proof.",
	tagIds: "Listed when there are any: components name monitors.",
	logo: "Listed: upload it again.",
	icon: "Listed: upload it again.",
	homepageLink: "Listed.",
	subscription: `${NOTHING}: readers of a page can subscribe here.`,
	customSettings: "Listed: choose a theme in the dashboard.",
	pinnedAnnouncementId: "Listed: write it as the page's headline.",
	monitorsCount: `${NOTHING}: a count.`,
	gaCode: "Listed: pages load nothing from others.",
	shareAnalyticsConsent: `${NOTHING}: a consent to UptimeRobot.`,
	useSmallCookieConsentModal: `${NOTHING}: pages set no cookies.`,
	showCookieBar: `${NOTHING}: pages set no cookies.`,
	hideUrlLinks: `${NOTHING}: a link to UptimeRobot.`,
};

const OF_PAGES: Readonly<Record<string, string>> = {
	customDomain: "Add the domain in the dashboard, which says what record proves it.",
	tagIds: "Add the monitors with these tags as components.",
	logo: "Upload it again.",
	icon: "Upload it again.",
	homepageLink: "Put the link into the headline.",
	customSettings: "Choose a theme in the dashboard.",
	pinnedAnnouncementId: "Write it as the headline.",
	gaCode: "Count readers at your proxy.",
};

export function addPages(draft: Draft, pages: readonly Foreign[], monitors: readonly Foreign[], keys: Keys): void {
	const names = new Map(
		monitors.map((each) => [textOf(each, "id"), nameOr(textOf(each, "friendlyName"), textOf(each, "url"))]),
	);
	for (const page of pages) {
		const name = nameOr(textOf(page, "friendlyName"), "Status");
		const what = `status page ${JSON.stringify(name)}`;
		noteUnknown(draft, what, page, PAGE_FIELDS);
		for (const [field, instead] of Object.entries(OF_PAGES)) {
			const value = page[field];
			if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
				continue;
			draft.note(what, field, "It is not carried.", instead);
		}
		const hasPassword = page["isPasswordSet"] === true;
		if (hasPassword) {
			const why = "The API does not tell the password, so the page is not published.";
			draft.note(what, "isPasswordSet", why, "Set access: password and a password, then isPublished.");
		}
		const key = draft.key("statusPages", name);
		const slug = textOf(page, "urlKey").toLowerCase();
		const components = numbersOf(page["monitorIds"]).flatMap((id) => {
			const monitorIds = keys.get(id) ?? [];
			return monitorIds.length === 0 ? [] : [{ name: names.get(id) ?? id, monitorIds }];
		});
		draft.add("statusPages", {
			key,
			name,
			slug: /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(slug) ? slug : key.slice(0, 60),
			isPublished: textOf(page, "status") === "ENABLED" && !hasPassword,
			allowsIndexing: page["noIndex"] === false,
			sections: [{ name: "", components }],
		});
	}
}

/** A list of ids, as texts. */
function numbersOf(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.map(String) : [];
}
