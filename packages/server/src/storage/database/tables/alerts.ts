/** Tables of alerts, the outbox of notices, and alert events (../../migrations/0007-alerts.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** Which events of which monitors are sent to which channel. */
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
	/** Its secret fields (../secret-box.ts); null when it has none, and once the alert is deleted. */
	sealed: string | null;
	/** 1: every monitor of the team; 0: those of alert_monitors. */
	all_monitors: Flag;
	/** JSON list of ALERT_EVENTS. */
	events: string;
	cooldown_minutes: number;
	daily_cap: number;
	failure_threshold: number;
	reminder_minutes: number | null;
	is_enabled: Flag;
	/** End of the lease of the deliverer that serves this alert; in the past: when it was last served. */
	leased_until: Generated<number>;
	created_at: number;
	updated_at: number;
	/** Once this is set, no reader returns the alert; the row stays because events refer to it. */
	deleted_at: number | null;
}

export interface AlertMonitorTable {
	alert_id: number;
	monitor_id: number;
}

/** What an alert has sent about a monitor. An outage is identified by the start of its first failing check. */
export interface AlertStateTable {
	alert_id: number;
	monitor_id: number;
	/** The last outage for which a problem was enqueued. */
	pending_outage: number | null;
	/** The outage whose problem was delivered and whose end was not. */
	notified_outage: number | null;
	problem_notified_at: number | null;
	/**
	 * The same of `blind`: since when the checks were missed of which a `blind` was delivered and not its end; and when.
	 */
	notified_blindness: number | null;
	blind_notified_at: number | null;
	/** The same of `blind` with the cause `cut_off`, whichever monitor it was enqueued under. */
	notified_cut_off: number | null;
	cut_off_notified_at: number | null;
}

/** Steps towards the end of a certificate that were enqueued already: each once. */
export interface CertificateWarningTable {
	monitor_id: number;
	fingerprint: string;
	within_days: number;
	created_at: number;
}

/** The outbox: notices that are enqueued and not yet delivered, skipped or dropped. */
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
	/**
	 * 1 while it waits for a window, a pause, a cooldown or a reminder to pass: delivered then only if it is still true.
	 */
	held: Generated<Flag>;
	/** 1 once it waits, or has waited, for others of its alert: it does so once. */
	gathered: Generated<Flag>;
	outage: number | null;
	/** JSON of NoticeFacts. */
	facts: string;
	/** Set once delivery was decided: the id of its message, which is that of the message's first notice. */
	message_id: string | null;
	/** Deliveries that failed. */
	attempts: Generated<number>;
	/** Why the last one failed; null before the first. */
	last_error: string | null;
	/** What alert events show of a held notice: an index into HOLD_REASONS, and until when, where that is known. */
	held_for: number | null;
	held_until: number | null;
	due_at: number;
	created_at: number;
}

/** Changes whose notices are not enqueued yet, because the outbox has no room for their team. In order of ids. */
export interface DeferredChangeTable {
	id: Generated<number>;
	team_id: number;
	monitor_id: number;
	/** JSON of RecordedCheck. */
	change: string;
	/** When it was recorded: the instant at which its notices count as enqueued. */
	created_at: number;
}

/** How a notice ended. */
export interface AlertEventTable {
	id: Generated<number>;
	/** `evt_…` */
	public_id: string;
	alert_id: number;
	monitor_id: number;
	/** Indexes into NOTICE_EVENTS and ALERT_EVENT_STATUSES. */
	event: number;
	status: number;
	/** The outage that the notice was about; null for certificates. */
	outage: number | null;
	/**
	 * 1 for one notice of each message, the first that is about a problem if any is: the daily cap counts messages by it.
	 */
	starts_message: Flag;
	error_message: string | null;
	sent_at: number;
	created_at: number;
}
