/** Codes of notices and of their events that several statements ask for, as SQL literals. */

import { sql } from "kysely";
import { ALERT_EVENT_STATUSES, endsProblem, HOLD_REASONS, NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { IN_PLACE, NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { codeOf } from "../database/codes.ts";

/** A list, of events. */
export const ENDS = sql.join(NOTICE_EVENTS.filter(endsProblem).map((event) => sql.lit(codeOf(NOTICE_EVENTS, event))));
/** Of kinds. */
export const EDGE = sql.lit(codeOf(NOTICE_KINDS, "edge"));
export const STEP = sql.lit(codeOf(NOTICE_KINDS, "step"));
export const UPDATE = sql.lit(codeOf(NOTICE_KINDS, "update"));
/** A list, of kinds that are no messages of their own. */
export const NO_MESSAGES = sql.join(IN_PLACE.map((kind) => sql.lit(codeOf(NOTICE_KINDS, kind))));
/** A list, of kinds: a reminder or a step does not count, it may be hours away. */
export const TELLS = sql.join(
	(["edge", "again", "escalation"] as const).map((kind) => sql.lit(codeOf(NOTICE_KINDS, kind))),
);
/** Of causes. */
export const OF_CHECK = sql.lit(codeOf(NOTICE_CAUSES, "check"));
/** Of reasons to hold. */
export const FOR_DEPENDENCY = sql.lit(codeOf(HOLD_REASONS, "dependency"));
export const FOR_CAUSE = sql.lit(codeOf(HOLD_REASONS, "cause"));
/** Of statuses of events. */
export const SENT = sql.lit(codeOf(ALERT_EVENT_STATUSES, "sent"));
