/**
 * The tables as TypeScript sees them. The same on both engines: instants are epoch milliseconds, flags 0 or 1, words
 * stored as small numbers are indexes into the domain's lists (./codes.ts).
 */

import type { Generated } from "kysely";
import type { ContentCheckType, LocationHint, Method, MonitorType } from "../../domain/monitors/monitor.ts";

export type Flag = 0 | 1;

export interface TeamTable {
	id: Generated<number>;
	/** `team_…` */
	public_id: string;
	name: string;
	/** Unique; names files and is said on the command line. */
	slug: string;
	created_at: number;
}

export interface ApiKeyTable {
	id: Generated<number>;
	/** `key_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** The first 12 characters, for people to recognise it by. */
	prefix: string;
	/** SHA-256 of the whole key, lower-case hex. The key itself is nowhere. */
	hash: string;
	/** JSON list of scopes. */
	scopes: string;
	expires_at: number | null;
	revoked_at: number | null;
	/** Written at most once a minute. */
	last_used_at: number | null;
	created_at: number;
}

export interface MonitorTable {
	id: Generated<number>;
	/** `mon_…` */
	public_id: string;
	team_id: number;
	type: MonitorType;
	name: string;
	/** The url of an http monitor. */
	target: string;
	method: Method;
	expected_status: number;
	interval_seconds: number;
	degraded_after_ms: number;
	timeout_seconds: number;
	location_hint: LocationHint;
	ssl_monitoring_enabled: Flag;
	ssl_expiry_warning_days: number;
	/** Null while paused. */
	enabled_at: number | null;
	created_at: number;
	updated_at: number;
	/** Gone for every reader as soon as this is set; its history is swept away afterwards, in slices. */
	deleted_at: number | null;
}

/** What every check touches, narrow and apart from the settings. One row a monitor. */
export interface MonitorStateTable {
	monitor_id: number;
	team_id: number;
	/** Grows with every change of what is checked; orders and results carry it. */
	revision: number;
	interval_ms: number;
	phase_ms: number;
	timeout_ms: number;
	/** When the scheduler looks here next: the slot, or the end of the lease of a running check. Null: never (paused). */
	due_at: number | null;
	/** Scheduled instant of the check that is due or running. */
	slot_at: number | null;
	/** 1 while a check is out under a lease. */
	claimed: Flag;
	/** Index into STATUSES. */
	status: number;
	status_since: number | null;
	/** Newest minute that holds a judged check. */
	last_minute: number | null;
	last_checked_at: number | null;
	/** The last check that was up. */
	last_up_at: number | null;
	/** Consecutive checks that were not up, and when the first of them was. */
	failing_streak: number;
	failing_since: number | null;
	/** Consecutive checks that were down. */
	down_streak: number;
	/** Index into SSL_STATUSES; null until a check has told. */
	ssl_status: number | null;
	ssl_expires_at: number | null;
	ssl_issuer: string | null;
	ssl_fingerprint: string | null;
	ssl_last_checked_at: number | null;
}

export interface ContentCheckTable {
	id: Generated<number>;
	/** `chk_…` */
	public_id: string;
	monitor_id: number;
	type: ContentCheckType;
	value: string;
	case_sensitive: Flag;
	is_enabled: Flag;
	created_at: number;
	updated_at: number;
}

/** One row a check. Only ../results/check-results.ts knows it. */
export interface CheckResultTable {
	minute: number;
	monitor_id: number;
	revision: number;
	/** Index into VERDICTS plus 4 × the index into REASONS. */
	outcome: number;
	/** Null when there was no complete response. */
	response_status: number | null;
	/** From the start of the attempt to its end, ms; null when missed. */
	elapsed_ms: number | null;
	/** Start of the attempt, ms after the minute's beginning. */
	started_ms: number;
	dns_ms: number;
	connect_ms: number;
	tls_ms: number;
	first_byte_ms: number;
}

/** What a check that was not up has to say. Only ../results/check-results.ts knows it. */
export interface CheckFailureTable {
	minute: number;
	monitor_id: number;
	/** Index into PHASES, or null. */
	phase: number | null;
	message: string;
	/** `chk_…` of the content check that failed. */
	content_check_id: string | null;
}

/** A change of a monitor's status, written in the commit that recorded the check. */
export interface TransitionTable {
	id: Generated<number>;
	monitor_id: number;
	team_id: number;
	/** Indexes into STATUSES. */
	from_status: number;
	to_status: number;
	/** The check that caused it. */
	minute: number;
	created_at: number;
}

/** Who wants to hear what, and how. */
export interface AlertTable {
	id: Generated<number>;
	/** `alt_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** One of CHANNEL_TYPES. */
	channel: string;
	/** JSON of the channel's open fields. */
	settings: string;
	/** Its secret fields (./sealed-secrets.ts); null when it has none, and once the alert is deleted. */
	sealed: string | null;
	/** 1: every monitor of the team; 0: those of alert_monitors. */
	all_monitors: Flag;
	/** JSON list of NOTICE_EVENTS. */
	events: string;
	cooldown_minutes: number;
	daily_cap: number;
	failure_threshold: number;
	reminder_minutes: number | null;
	is_enabled: Flag;
	/** Until when a deliverer has this alert's notices to itself; in the past, when it was last served. */
	leased_until: Generated<number>;
	created_at: number;
	updated_at: number;
	/** Gone for every reader as soon as this is set; the row stays because events name it. */
	deleted_at: number | null;
}

export interface AlertMonitorTable {
	alert_id: number;
	monitor_id: number;
}

/** What an alert's listeners know of a monitor. An outage is named by the start of its first failing check. */
export interface AlertStateTable {
	alert_id: number;
	monitor_id: number;
	/** The last outage of which a problem was owed. */
	pending_outage: number | null;
	/** The outage of which a problem was told and the end was not. */
	notified_outage: number | null;
	problem_notified_at: number | null;
}

/** Steps towards a certificate's end that were owed already: each once. */
export interface CertificateWarningTable {
	monitor_id: number;
	fingerprint: string;
	within_days: number;
	created_at: number;
}

/** The outbox: notices that are owed and not yet decided. */
export interface NoticeTable {
	id: Generated<number>;
	/** `evt_…`: the id of every delivery and of the event that it becomes. */
	public_id: string;
	alert_id: number;
	monitor_id: number;
	/** Indexes into NOTICE_EVENTS, NOTICE_CAUSES, NOTICE_KINDS. */
	event: number;
	cause: number;
	kind: number;
	/** 1 while it waits for a time of its own (a window, a pause, a cooldown, a reminder): told then only if it is still so. */
	held: Generated<Flag>;
	outage: number | null;
	/** JSON of NoticeFacts. */
	facts: string;
	/** Set once it is to be told: the id of the message that tells it, which is that of the message's first notice. */
	message_id: string | null;
	/** Deliveries that failed. */
	attempts: Generated<number>;
	due_at: number;
	created_at: number;
}

/** What became of a notice. */
export interface AlertEventTable {
	id: Generated<number>;
	/** `evt_…` */
	public_id: string;
	alert_id: number;
	monitor_id: number;
	/** Indexes into NOTICE_EVENTS and ALERT_EVENT_STATUSES. */
	event: number;
	status: number;
	/** 1 for one notice of each message, the first that is about a problem if any is: messages are counted by it. */
	leads: Flag;
	error_message: string | null;
	sent_at: number;
	created_at: number;
}

/** What became of a monitor's checks within an hour. Missed checks are in none of the figures. */
export interface HourlyRollUpTable {
	monitor_id: number;
	/** Whole hours since the epoch. */
	hour: number;
	up: number;
	degraded: number;
	down: number;
	/** Checks with a complete response: those that the response times are of. */
	answered: number;
	response_sum_ms: number;
	response_max_ms: number;
	/** The latency histogram, as ../../domain/figures/latency-histogram.ts writes it. */
	response_times: Uint8Array;
}

/** One row a monitor and day, for ever. */
export interface DailyRollUpTable extends Omit<HourlyRollUpTable, "hour"> {
	/** Whole UTC days since the epoch. */
	day: number;
	successful: number;
	/** Index into STATUSES. */
	status: number;
}

/** How far the folding of a monitor's checks has come. One row a monitor. */
export interface RollUpStateTable {
	monitor_id: number;
	/** Hours before this one are folded, but for those of late_hours. */
	hours_through: number;
	/** The histograms of earlier hours are coarse. */
	exact_from: number;
}

/** Hours that must be folded again, because a check came late or was replaced. */
export interface LateHourTable {
	monitor_id: number;
	hour: number;
	marked_at: number;
}

/** Judged checks of a team's monitors in a minute: all that a rolling window over a team needs. */
export interface TeamMinuteTable {
	team_id: number;
	minute: number;
	total: number;
	successful: number;
}

/** Minutes that must be counted again. */
export interface LateMinuteTable {
	team_id: number;
	minute: number;
	marked_at: number;
}

/** A single row. */
export interface RollUpProgressTable {
	id: number;
	/** Minutes before this one are counted in team_minutes, but for those of late_minutes. */
	minutes_through: number;
	/** Results of earlier minutes are gone or going: no figure is worked out from them again. The beginning of a UTC day. */
	results_since: number;
	/** When that was decided. */
	results_since_at: number;
}

/** A backfill that is queued or running: at most one of each a team. */
export interface BackfillTable {
	id: Generated<number>;
	team_id: number;
	is_running: Flag;
	/** The monitor that it has come to, in the order of their keys, and the day of it that is next. */
	monitor_id: number;
	next_day: number;
	days_done: number;
	checks_done: number;
	requested_at: number;
	started_at: number | null;
}

/** Planned maintenance: from `starts_at` to `ends_at`, or again and again by a rule. */
export interface MaintenanceWindowTable {
	id: Generated<number>;
	/** `mw_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** 1: every monitor of the team; 0: those of maintenance_window_monitors. */
	all_monitors: Flag;
	/** Null when it recurs. */
	starts_at: number | null;
	ends_at: number | null;
	/** An RFC 5545 recurrence rule; null when it does not recur, as are the three below. */
	rrule: string | null;
	/** Local date and time of the first occurrence. */
	starts_local: string | null;
	/** IANA name. */
	time_zone: string | null;
	duration_minutes: number | null;
	created_at: number;
	updated_at: number;
}

export interface MaintenanceWindowMonitorTable {
	window_id: number;
	monitor_id: number;
}

/** Occurrences of a recurring window that were ended before their time. */
export interface MaintenanceEarlyEndTable {
	window_id: number;
	/** When the occurrence began. */
	starts_at: number;
	ended_at: number;
}

export interface StatusPageTable {
	id: Generated<number>;
	/** `sp_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** Unique in its team. */
	slug: string;
	created_at: number;
	updated_at: number;
}

export interface StatusPageMonitorTable {
	status_page_id: number;
	monitor_id: number;
}

export interface Schema {
	teams: TeamTable;
	api_keys: ApiKeyTable;
	monitors: MonitorTable;
	monitor_states: MonitorStateTable;
	content_checks: ContentCheckTable;
	check_results: CheckResultTable;
	check_failures: CheckFailureTable;
	transitions: TransitionTable;
	hourly_roll_ups: HourlyRollUpTable;
	daily_roll_ups: DailyRollUpTable;
	roll_up_states: RollUpStateTable;
	late_hours: LateHourTable;
	team_minutes: TeamMinuteTable;
	late_minutes: LateMinuteTable;
	roll_up_progress: RollUpProgressTable;
	backfills: BackfillTable;
	maintenance_windows: MaintenanceWindowTable;
	maintenance_window_monitors: MaintenanceWindowMonitorTable;
	maintenance_early_ends: MaintenanceEarlyEndTable;
	status_pages: StatusPageTable;
	status_page_monitors: StatusPageMonitorTable;
	alerts: AlertTable;
	alert_monitors: AlertMonitorTable;
	alert_states: AlertStateTable;
	certificate_warnings: CertificateWarningTable;
	notices: NoticeTable;
	alert_events: AlertEventTable;
}
