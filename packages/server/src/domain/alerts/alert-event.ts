/** What became of a notice, as its readers see it. */

import type { AlertEventStatus, HoldReason, NoticeEvent, WAITING_STATUSES } from "./alert.ts";
import type { NoticeCause, NoticeKind } from "./alert-policy.ts";
import type { ChannelType } from "./channels.ts";
import type { EscalationFacts } from "./escalation.ts";

export interface AlertEvent {
	/** `evt_…` */
	readonly publicId: string;
	/** `alt_…`, also of alerts that are deleted. */
	readonly alertPublicId: string;
	/** `mon_…` */
	readonly monitorPublicId: string;
	readonly eventType: NoticeEvent;
	readonly cause: NoticeCause;
	readonly kind: NoticeKind;
	/** Null unless a step of an escalation caused it. */
	readonly escalation: EscalationFacts | null;
	/** Through which it was sent; null for a channel of a person, which nobody else sees. */
	readonly channel: ChannelType | null;
	/** The id of its message, which is that of the message's first event; null while none is decided. */
	readonly noticeId: string | null;
	readonly status: AlertEventStatus | (typeof WAITING_STATUSES)[number];
	/** When it was delivered or skipped, or failed for good; null while it waits. */
	readonly sentAt: number | null;
	readonly errorMessage: string | null;
	/** Null unless it is held. */
	readonly heldFor: HoldReason | null;
	/** When a waiting notice is tried next; null when that is not known, and when it does not wait. */
	readonly nextAttemptAt: number | null;
	/** Its place among the events: `sentAt`, or when it is looked at next. */
	readonly listedAt: number;
	/** When it was enqueued. */
	readonly createdAt: number;
}
