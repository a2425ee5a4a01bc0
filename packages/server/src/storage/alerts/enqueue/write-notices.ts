/** Notices that changes cause, written as they are enqueued: they settle before the first is delivered. */

import type { NoticeCause, NoticeKind } from "../../../domain/alerts/alert-policy.ts";
import type { DueByCheck } from "../../../domain/alerts/due-by-check.ts";
import { SETTLE_MS } from "../../../domain/alerts/gathering.ts";
import type { NoticeFacts } from "../../../domain/alerts/notice.ts";
import type { Tx } from "../../database/tx.ts";
import { insertNotices } from "../insert-notices.ts";
import type { Listener } from "./listeners.ts";

/** A notice about to be written. */
export interface NewNotice {
	readonly listener: Pick<Listener, "alertId" | "monitorId">;
	readonly cause: NoticeCause;
	readonly due: DueByCheck | { readonly event: "degraded"; readonly outage: null };
	readonly facts: NoticeFacts;
	/** Default: `edge`. */
	readonly kind?: NoticeKind;
}

/** Appends notices to the outbox, in this order. */
export async function writeNotices(tx: Tx, notices: readonly NewNotice[], now: number): Promise<void> {
	const rows = notices.map(({ listener: { alertId, monitorId }, cause, due, facts, kind = "edge" }) => {
		return { alertId, monitorId, ...due, cause, kind, facts, dueAt: now + SETTLE_MS };
	});
	await insertNotices(tx, rows, now);
}
