/** Tables of alerts, the outbox of notices, and alert events. */

import { bigint, flag, identity, integer, type RowOf, smallint, table, text } from "./table.ts";

export const ALERT_TABLES = {
	/** Which events of which monitors are sent to which channel. */
	alerts: table(
		{
			id: identity,
			/** `alt_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			name: text,
			/** One of CHANNEL_TYPES. */
			channel: text,
			/** JSON of the channel's open fields. */
			settings: text,
			/** Its secret fields (../secret-box.ts); null when it has none, and once the alert is deleted. */
			encrypted: text.orNull(),
			/** 0: it names those of alert_monitors; 1: it names none (../../../domain/alerts/coverage.ts). */
			all_monitors: flag,
			/** JSON of AlertRules: only read and written whole. */
			rules: text,
			is_enabled: flag,
			/** JSON of StoredEscalation (../../alerts/escalation/routes.ts); null when nothing is escalated. */
			escalation: text.orNull(),
			/** The alert whose escalation this row is a route of; null for an alert. The three below are null then, too. */
			escalates: bigint.orNull().references("alerts", "cascade"),
			/** `step:0:1` for the second channel of the first step, or `user:` and the key of user_channels. */
			route: text.orNull(),
			/** The person's channel through which it notifies, in the place of its own. */
			user_channel_id: bigint.orNull().references("user_channels", "set null"),
			/** End of the lease of the deliverer that serves this alert; in the past: when it was last served. */
			leased_until: bigint.default(0),
			/** Who holds it: a row of `controls`, which may be gone. Null where one process uses the database. */
			held_by: bigint.orNull(),
			created_at: bigint,
			updated_at: bigint,
			/** Once this is set, no reader returns the alert; the row stays for as long as events refer to it. */
			deleted_at: bigint.orNull(),
		},
		{
			indexes: {
				alerts_newest: "(team_id, created_at desc, id desc) where deleted_at is null",
				alerts_routes: "(escalates) where escalates is not null",
				alerts_to_people: "(user_channel_id) where user_channel_id is not null",
			},
		},
	),

	alert_monitors: table(
		{ alert_id: bigint.references("alerts", "cascade"), monitor_id: bigint.references("monitors", "cascade") },
		{ key: "alert_id, monitor_id", indexes: { alert_monitors_monitor: "(monitor_id)" } },
	),

	/** What an alert has sent about a monitor. An outage is identified by the start of its first failing check. */
	alert_states: table(
		{
			alert_id: bigint.references("alerts", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** The last outage for which a problem was enqueued. */
			pending_outage: bigint.orNull(),
			/** 1: what was enqueued of it is gone from the outbox untold, and its next check is to enqueue it again. */
			pending_lost: flag.default(0),
			/** The outage whose problem was delivered and whose end was not. */
			notified_outage: bigint.orNull(),
			/** The cause whose incident that problem was sent to; null where the channel opens none for causes. */
			notified_incident: bigint.orNull(),
			problem_notified_at: bigint.orNull(),
			/**
			 * JSON of NoticeFacts of that problem, for updates of its message; null where the channel can't update. It stays
			 * after the end of the outage, and is not read then.
			 */
			notified_facts: text.orNull(),
			/**
			 * The same of `blind`: since when the checks were missed of which a `blind` was delivered and not its end; and
			 * when.
			 */
			notified_blindness: bigint.orNull(),
			blind_notified_at: bigint.orNull(),
			/** The same of `blind` with the cause `cut_off`, whichever monitor it was enqueued under. */
			notified_cut_off: bigint.orNull(),
			cut_off_notified_at: bigint.orNull(),
		},
		{
			key: "alert_id, monitor_id",
			indexes: {
				alert_states_monitor: "(monitor_id)",
				alert_states_incident: "(notified_incident, alert_id) where notified_incident is not null",
			},
		},
	),

	/** Flapping, and locations that fail alone, of which an alert has notified and not of the end. */
	notified_conditions: table(
		{
			id: identity,
			alert_id: bigint.references("alerts", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** An index into NOTICE_CAUSES. */
			cause: smallint,
			/** By which it is known: flapping_monitors.since, regional_failures.since. */
			since: bigint,
		},
		{ indexes: { notified_conditions_of: "(alert_id, monitor_id)", notified_conditions_monitor: "(monitor_id)" } },
	),

	/** What an alert has sent about a cause. */
	alert_causes: table(
		{
			alert_id: bigint.references("alerts", "cascade"),
			/** Perhaps merged into another one since (`causes.merged_into`). */
			cause_id: bigint.references("causes", "cascade"),
			/** When the first message was sent, and how many were. */
			told_at: bigint,
			messages: integer,
			/** The highest importance of a monitor that they were about. */
			importance: smallint,
			/** By which the channel finds the message again, and when it was sent; null when it can't. */
			message_ref: text.orNull(),
			message_ref_at: bigint.orNull(),
		},
		{ key: "alert_id, cause_id", indexes: { alert_causes_cause: "(cause_id)" } },
	),

	/**
	 * Links in messages by which whoever reads them acknowledges a cause: one for each cause, alert and channel, however
	 * many messages hold it. The row goes with its cause.
	 */
	acknowledgement_links: table(
		{
			/** SHA-256 of its token, lower-case hex. */
			hash: text.key(),
			/** Perhaps merged into another one since (`causes.merged_into`). */
			cause_id: bigint.references("causes", "cascade"),
			alert_id: bigint.references("alerts", "cascade"),
			/** One of CHANNEL_TYPES: where its messages were sent. */
			channel: text,
			/** When it acknowledged, which it does once. */
			used_at: bigint.orNull(),
		},
		{
			indexes: {
				acknowledgement_links_cause: "(cause_id)",
				acknowledgement_links_alert: "(alert_id)",
			},
		},
	),

	/** Steps towards the end of a certificate that were enqueued already: each once. */
	certificate_warnings: table(
		{
			monitor_id: bigint.references("monitors", "cascade"),
			fingerprint: text,
			within_days: smallint,
			created_at: bigint,
		},
		{
			key: "monitor_id, fingerprint, within_days",
			indexes: { certificate_warnings_age: "(created_at)" },
		},
	),

	/** Monitors that are flapping, for which notices of their alerts were sent. */
	flapping_monitors: table({
		monitor_id: bigint.references("monitors", "cascade").key(),
		/** The first change of the hour in which there were too many. */
		since: bigint,
		/** It was not checked within the hour before this, and so can't be calm any earlier. */
		calm_from: bigint.default(0),
	}),

	/** Locations that see a monitor down while others refute it. */
	regional_failures: table(
		{
			monitor_id: bigint.references("monitors", "cascade"),
			/** The key of the location; 0: where `control` is. */
			location: integer,
			/** The start of the first such check; of no two locations of a monitor the same. */
			since: bigint,
			/** Of the last one: its code, and the evidence. */
			reason: smallint,
			message: text,
		},
		{ key: "monitor_id, location" },
	),

	/** The outbox: notices that are enqueued and not yet delivered, skipped or dropped. */
	notices: table(
		{
			id: identity,
			/** `evt_…`: the id of every delivery and of the event that it becomes. */
			public_id: text.unique(),
			alert_id: bigint.references("alerts", "cascade"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** Indexes into NOTICE_EVENTS, NOTICE_CAUSES, NOTICE_KINDS. */
			event: smallint,
			cause: smallint,
			kind: smallint,
			/**
			 * 1 while it waits for a window, a pause, a cooldown or a reminder to pass: delivered then only if it is still
			 * true.
			 */
			held: flag.default(0),
			/** 1 once it waits, or has waited, for others of its alert: it does so once. */
			gathered: flag.default(0),
			outage: bigint.orNull(),
			/** Of the kind `step`: its number, counted on through the repetitions, from 0. */
			step: smallint.orNull(),
			/** Of a notice that is about an outage: its row and its cause. */
			outage_id: bigint.orNull(),
			cause_id: bigint.orNull(),
			/** JSON of NoticeFacts. */
			facts: text,
			/** Set once delivery was decided: the id of its message, which is that of the message's first notice. */
			message_id: text.orNull(),
			/** The message whose place that one takes; null for a message of its own. */
			message_ref: text.orNull(),
			/** Deliveries that failed. */
			attempts: smallint.default(0),
			/** Attempts that were claimed and whose outcome is not recorded: after a crash it may have arrived. */
			in_attempt: integer.default(0),
			/** Why the last one failed; null before the first. */
			last_error: text.orNull(),
			/** JSON of the recipients of whom attempts decided (Settled); of the first notices of a message, else null. */
			settled: text.orNull(),
			/** What alert events show of a held notice: an index into HOLD_REASONS, and until when, where that is known. */
			held_for: smallint.orNull(),
			held_until: bigint.orNull(),
			due_at: bigint,
			created_at: bigint,
		},
		{
			indexes: {
				notices_in_order: "(alert_id, monitor_id, id)",
				notices_due: "(alert_id, kind, due_at)",
				notices_message: "(message_id) where message_id is not null",
				notices_monitor: "(monitor_id)",
				notices_cause: "(cause_id, alert_id, id) where cause_id is not null",
				// By which a deliverer reads what it claims alone.
				notices_undecided: "(alert_id, id, due_at) where message_id is null",
				notices_decided: "(alert_id, due_at, message_id, event) where message_id is not null",
			},
		},
	),

	/** Changes whose notices are not enqueued yet, because the outbox has no room for their team. In order of ids. */
	deferred_changes: table(
		{
			id: identity,
			team_id: bigint.references("teams"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** JSON of RecordedCheck or RegionalChange. */
			change: text,
			/** When it was recorded: the instant at which its notices count as enqueued. */
			created_at: bigint,
		},
		{ indexes: { deferred_changes_in_order: "(team_id, id)", deferred_changes_monitor: "(monitor_id)" } },
	),

	/** How a notice ended. */
	alert_events: table(
		{
			id: identity,
			/** `evt_…` */
			public_id: text.unique(),
			alert_id: bigint.references("alerts"),
			monitor_id: bigint.references("monitors", "cascade"),
			/** Indexes into NOTICE_EVENTS and ALERT_EVENT_STATUSES. */
			event: smallint,
			status: smallint,
			/** Indexes into NOTICE_CAUSES and NOTICE_KINDS. */
			cause: smallint.default(0),
			kind: smallint.default(0),
			/** JSON of EscalationFacts; null unless a step of an escalation caused it. */
			escalation: text.orNull(),
			/** The outage that the notice was about; null for certificates, flapping and locations. */
			outage: bigint.orNull(),
			/**
			 * 1 for the first notice of each message about a problem: the daily cap counts messages by it. Of older rows also
			 * for one of other messages.
			 */
			starts_message: flag,
			/** The message that it was part of; null for one that was skipped. */
			message_id: text.orNull(),
			error_message: text.orNull(),
			sent_at: bigint,
			created_at: bigint,
		},
		{
			indexes: {
				alert_events_newest: "(monitor_id, sent_at desc, public_id desc)",
				alert_events_sent: "(alert_id, sent_at)",
				alert_events_messages: "(alert_id, sent_at) where starts_message = 1",
				alert_events_age: "(sent_at)",
			},
		},
	),
};

export type AlertTable = RowOf<typeof ALERT_TABLES.alerts>;
export type RegionalFailureTable = RowOf<typeof ALERT_TABLES.regional_failures>;
export type NoticeTable = RowOf<typeof ALERT_TABLES.notices>;
