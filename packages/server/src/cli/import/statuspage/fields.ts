import type { ComingOver } from "../coming-over.ts";
import type { FieldTable } from "../fields.ts";

const past = { becomes: "—: it follows from the rest, or from the past", isOwn: true } as const;
const subscribers = { becomes: "—: readers of a page can subscribe", isOwn: true } as const;
const company = { becomes: "—: of the company", isOwn: true } as const;
const logo = { becomes: "Listed where there is one", instead: "Upload the logo to the page." } as const;

export const PAGE_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`name`" },
	subdomain: { becomes: "`slug`, and the key" },
	domain: { becomes: "`domain`, which has to be proven: listed" },
	headline: { becomes: "`headline`" },
	page_description: { becomes: "`headline`, below the other" },
	hidden_from_search: { becomes: "`allowsIndexing`" },
	viewers_must_be_team_members: { becomes: "`access: members`" },
	ip_restrictions: {
		becomes: "Not published, and listed",
		instead: "Restrict it at your proxy, then set isPublished.",
	},
	time_zone: { becomes: "`timeZone`, where the IANA names it; else listed" },
	url: { becomes: "Listed", instead: "Put the link into the headline." },
	support_url: { becomes: "Listed", instead: "Put the link into the footer." },
	twitter_username: { becomes: "Listed", instead: "Put the link into the footer." },
	notifications_from_email: { becomes: "Listed", instead: "SMTP_FROM of Lapwing is the sender." },
	notifications_email_footer: { becomes: "Listed: mails to subscribers have Lapwing's own footer" },
	branding: { becomes: "—", isOwn: true },
	"css_*": { becomes: "Listed once", instead: "Choose a theme, or write theme.css." },
	favicon_logo: logo,
	transactional_logo: logo,
	hero_cover: logo,
	email_logo: logo,
	twitter_logo: logo,
	allow_page_subscribers: subscribers,
	allow_incident_subscribers: subscribers,
	allow_email_subscribers: subscribers,
	allow_sms_subscribers: subscribers,
	allow_rss_atom_feeds: subscribers,
	allow_webhook_subscribers: subscribers,
	activity_score: past,
	city: company,
	state: company,
	country: company,
	created_at: past,
	updated_at: past,
};

export const GROUP_FIELDS: FieldTable = {
	id: { becomes: "Finds its components" },
	name: { becomes: "`sections[].name`" },
	description: { becomes: "Listed: sections have none", instead: "Put it into the descriptions of its components." },
	components: { becomes: "—: its components name it", isOwn: true },
	position: { becomes: "The order of the sections; components without a group come first" },
	page_id: { becomes: "—: it is read with its page", isOwn: true },
	created_at: past,
	updated_at: past,
};

export const COMPONENT_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`components[].name`" },
	description: { becomes: "`components[].description`" },
	group_id: { becomes: "The section" },
	group: { becomes: "`true` is a group, which is a section" },
	position: { becomes: "The order of the components" },
	showcase: { becomes: "`showsUptime`" },
	only_show_if_degraded: { becomes: "Listed: a component is always shown", instead: "Leave it out, or keep it." },
	automation_email: { becomes: "Listed: give the component monitors", instead: "Put monitors into monitorIds." },
	status: past,
	start_date: past,
	page_id: { becomes: "—: it is read with its page", isOwn: true },
	created_at: past,
	updated_at: past,
};

/** Of incidents, which `statuspage-incidents` brings; scheduled ones that are not over are windows of the file. */
export const INCIDENT_FIELDS: FieldTable = {
	id: { becomes: "—: its number there", isOwn: true },
	name: { becomes: "`title`; of a maintenance that is not over `publicTitle`" },
	status: { becomes: "`status`; postmortem is resolved, with one" },
	impact: { becomes: "`impact`" },
	impact_override: { becomes: "`impact`, before the other" },
	started_at: { becomes: "`startedAt`; of none `created_at`" },
	created_at: { becomes: "See `started_at`" },
	resolved_at: { becomes: "`resolvedAt`" },
	components: { becomes: "`components`, found by their names" },
	incident_updates: { becomes: "`updates`, each with its instant; the worst state of each component" },
	postmortem_body: { becomes: "The postmortem" },
	postmortem_published_at: { becomes: "Whether the postmortem is published" },
	postmortem_ignored: { becomes: "—", isOwn: true },
	postmortem_body_last_updated_at: past,
	postmortem_notified_subscribers: { becomes: "—: nobody is notified of what is imported", isOwn: true },
	postmortem_notified_twitter: { becomes: "—: nobody is notified of what is imported", isOwn: true },
	scheduled_for: { becomes: "`startsAt` of a window that is not over; past maintenance is not carried, and counted" },
	scheduled_until: { becomes: "`endsAt` of that window" },
	scheduled_remind_prior: { becomes: "—", isOwn: true },
	scheduled_reminded_at: past,
	scheduled_auto_in_progress: { becomes: "—: a window begins and ends by itself", isOwn: true },
	scheduled_auto_completed: { becomes: "—: a window begins and ends by itself", isOwn: true },
	auto_transition_to_maintenance_state: { becomes: "—: a window begins and ends by itself", isOwn: true },
	auto_transition_to_operational_state: { becomes: "—: a window begins and ends by itself", isOwn: true },
	auto_transition_deliver_notifications_at_start: { becomes: "—", isOwn: true },
	auto_transition_deliver_notifications_at_end: { becomes: "—", isOwn: true },
	reminder_intervals: { becomes: "—", isOwn: true },
	metadata: { becomes: "—: of programs that wrote it", isOwn: true },
	monitoring_at: past,
	updated_at: past,
	shortlink: past,
	page_id: { becomes: "`statusPageIds`" },
};

export const COMING_FROM_STATUSPAGE: ComingOver = {
	page: "statuspage",
	tables: [
		["Pages", PAGE_FIELDS],
		["Component groups", GROUP_FIELDS],
		["Components", COMPONENT_FIELDS],
		["Incidents", INCIDENT_FIELDS],
	],
};
