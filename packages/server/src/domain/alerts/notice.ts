/** The content of a message, before a channel formats it. It describes the state at the time of enqueueing. */

import type { SharedFact } from "../causes/causes.ts";
import type { Phase } from "../checks/observation.ts";
import type { Reason } from "../checks/reason.ts";
import type { SeenFrom } from "../checks/transition.ts";
import type { Handler } from "../on-call/handling.ts";
import { endsProblem, type NoticeEvent } from "./alert.ts";
import type { NoticeCause } from "./alert-policy.ts";
import type { AlertTexts } from "./alert-rules.ts";
import type { EscalationFacts } from "./escalation.ts";
import type { Flapping } from "./flapping.ts";

/** Stored with the notice in the commit, so that a late or repeated delivery has the same content. */
export interface NoticeFacts {
	/** Start of the first failing (or missed) check, epoch milliseconds; null for certificates. */
	readonly since: number | null;
	/** End of the check that caused the notice: of an `up`, the recovery. */
	readonly checkedAt: number;
	readonly reason: Reason | null;
	readonly phase: Phase | null;
	/** What was observed, in one sentence. */
	readonly error: string | null;
	/** The last check that was up, epoch milliseconds; null when there was none, and for `up`. */
	readonly lastUpAt: number | null;
	/** The location of the prober; null when it has none. The monitor's own hint is a wish, and not told. */
	readonly location: string | null;
	/** The machine that made the check; null when that is not known. */
	readonly machine: string | null;
	/** What each location saw, where several were asked. Default: none were. */
	readonly locations?: readonly SeenFrom[];
	/** 2 when a second attempt confirmed what the first one saw. Default: 1. */
	readonly attempts?: number;
	readonly certificate: CertificateWarning | null;
	/** Of the cause `flapping` alone. */
	readonly flapping?: Flapping;
	/** Of the cause `regional` alone: `since` and `reason` are those of this location. */
	readonly regional?: { readonly location: string; readonly isOver: boolean };
	/** Who has acknowledged it, in words; only in a notice that tells so. */
	readonly acknowledgedBy?: string;
	/** Only in a notice that a step of an escalation caused. */
	readonly escalation?: EscalationFacts;
	/**
	 * The problems that depend on this one and are not notified themselves, as they were when it was sent; of an `up` all
	 * that there were. Absent where there are none.
	 */
	readonly consequences?: Consequences;
	/** The monitor that is down and that this one depends on, where the alert does not notify of that one. */
	readonly consequenceOf?: { readonly id: string; readonly name: string };
}

/** What a notice tells that is about no single check. */
export const BARE_FACTS = {
	reason: null,
	phase: null,
	error: null,
	lastUpAt: null,
	location: null,
	machine: null,
	certificate: null,
} as const satisfies Partial<NoticeFacts>;

export interface Consequences {
	readonly count: number;
	/** The first MAX_CONSEQUENCES of them. */
	readonly monitors: readonly { readonly id: string; readonly name: string }[];
}

/** Monitors that a message names as consequences. */
export const MAX_CONSEQUENCES = 100;

export interface CertificateWarning {
	readonly expiresAt: number;
	readonly issuer: string | null;
	readonly fingerprint: string;
	/** Days before the end, one of CERTIFICATE_STEPS. */
	readonly withinDays: number;
}

export interface Notice extends NoticeFacts {
	/** `evt_…`, the same at every attempt. */
	readonly id: string;
	readonly event: NoticeEvent;
	readonly cause: NoticeCause;
	readonly isReminder: boolean;
	readonly monitor: {
		/** `mon_…` */
		readonly id: string;
		readonly name: string;
		readonly target: string;
	};
}

/** One of thousands of notices of a message: what identifies it. */
export interface BriefNotice extends Pick<Notice, "id" | "event" | "cause"> {
	/** `mon_…` */
	readonly monitorId: string;
}

/** What the notices of a message have in common (../causes/causes.ts). */
export interface MessageCause {
	/** `cau_…`: the same for each message about it, its recovery included. */
	readonly id: string;
	/** What all notices of the message share; null where there is one, or where not all share it. */
	readonly shared: SharedFact | null;
	/** The address, fingerprint, location or name of the monitor that they depend on; null where there is none. */
	readonly value: string | null;
}

/** A message: one notice, or several of one cause. */
export interface Message {
	/** The first notice's id, or an id of its own for a test. The same at every attempt. */
	readonly id: string;
	readonly alert: {
		/** `alt_…` */
		readonly id: string;
		readonly name: string;
		/** What its owner changed of the words. Default: nothing. */
		readonly texts?: AlertTexts;
		/** Whether what it sends about one cause belongs together. Default: false. */
		readonly groupsByCause?: boolean;
	};
	/** Empty exactly when this is a test. In the order in which they were enqueued. */
	readonly notices: readonly Notice[];
	/** What a message about more than a thousand does not have in full; it follows `notices`. */
	readonly others?: readonly BriefNotice[];
	/** When the first of them was enqueued, epoch milliseconds. */
	readonly createdAt: number;
	/** Absent for a test, and for notices that are about no outage. */
	readonly cause?: MessageCause;
	/**
	 * Ids of causes that the alert notified of before they were merged into `cause`, the newest ones. Default: none; read
	 * for channels that sound until told (./channels.ts).
	 */
	readonly mergedCauses?: readonly string[];
	/**
	 * Of a message that tells the end of its cause: how many monitors the alert told of, those included that earlier
	 * messages said are up again. Absent of others, and of an incident of one outage: where it closes one of a cause.
	 */
	readonly recovered?: number;
	/** Who has acknowledged its cause last; absent while nobody has, and where the message takes no other's place. */
	readonly acknowledged?: { readonly at: number; readonly by: Handler };
	/** A page that acknowledges the cause without a sign-in; absent where the message offers none. A secret. */
	readonly acknowledgeLink?: string;
	/**
	 * The message whose place this one takes, where the channel can update: then `notices` are all that the alert has
	 * notified of this cause, as they are now. Of an incident: the id of the cause that it was opened for, by which it is
	 * known, and all that was sent there. Absent for a message of its own.
	 */
	readonly messageRef?: string;
	/**
	 * Whether it only counts more consequences, which wakes nobody: if the message of `messageRef` can't be replaced,
	 * nothing is sent in its stead. Default: false.
	 */
	readonly isOnlyUpdate?: boolean;
	/** Of an incident: whether an earlier message opened it, so that this one says more of it. Default: false. */
	readonly continuesIncident?: boolean;
	/** Of earlier attempts. Default: none. */
	readonly settled?: Settled;
}

/**
 * Recipients of a message of whom attempts decided, as the channel names them: null where it was taken, else why it was
 * refused for good. Another attempt leaves them out, whichever process makes it.
 */
export type Settled = Readonly<Record<string, string | null>>;

/** How long what an `up` or `checked_again` ends has lasted, milliseconds; null for other events. */
export function outageMs({ event, since, checkedAt }: Notice): number | null {
	return endsProblem(event) && since !== null ? Math.max(0, checkedAt - since) : null;
}
