/** Subscribers of status pages: who is sent a page's news, by mail or by webhook (docs/rules/subscribers.md). */

import { DAY_MS, HOUR_MS } from "../durations.ts";
import { isoOf, isoOrNull } from "../time-text.ts";

/** The database stores the position: new words go to the end. */
export const SUBSCRIBER_CHANNELS = ["mail", "webhook"] as const;
export type SubscriberChannel = (typeof SUBSCRIBER_CHANNELS)[number];

/**
 * unconfirmed: a mail address whose owner has not said that they mean it; active: is sent the page's news; stopped:
 * refused three messages in a row.
 */
export const SUBSCRIBER_STATES = ["unconfirmed", "active", "stopped"] as const;
type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** Ten times what the largest pages have. Bounds what strangers can store. */
export const MAX_SUBSCRIBERS_PER_PAGE = 100_000;
export const MAX_WEBHOOKS_PER_PAGE = 20;

/** A mailbox is sent one confirmation within it, whoever asks for more. */
export const LINK_MAIL_EVERY_MS = DAY_MS;
/** Requests to subscribe. Each can make us send a mail to a stranger. */
export const REQUESTS_A_SENDER = { most: 5, withinMs: HOUR_MS } as const;
export const REQUESTS_A_PAGE = { most: 100, withinMs: HOUR_MS } as const;
/** Addresses that nobody confirmed are deleted after it. */
export const UNCONFIRMED_KEPT_MS = 7 * DAY_MS;

/** Messages refused in a row after which a subscriber is sent no more. */
export const MOST_REFUSALS = 3;

export interface Subscriber {
	readonly id: number;
	/** `sub_…` */
	readonly publicId: string;
	readonly statusPageId: number;
	readonly channel: SubscriberChannel;
	/** A mail address as it was written, or a URL. */
	readonly address: string;
	/** `cmp_…` of the components whose news are wanted; null: all. */
	readonly componentIds: readonly string[] | null;
	/** Null: nobody said yet that they mean it. */
	readonly confirmedAt: number | null;
	/** Null: messages are sent. */
	readonly stoppedAt: number | null;
	readonly createdAt: number;
}

/** How many subscribers of a page are in which state, by channel. */
export type SubscriberCounts = Readonly<Record<SubscriberChannel, Readonly<Record<SubscriberState, number>>>>;

function stateOf({ confirmedAt, stoppedAt }: Pick<Subscriber, "confirmedAt" | "stoppedAt">): SubscriberState {
	if (confirmedAt === null) return "unconfirmed";
	return stoppedAt === null ? "active" : "stopped";
}

/** What a team sees of a subscriber, in the API and in exports. */
export function subscriberForm(subscriber: Subscriber) {
	const { publicId, channel, address, componentIds, confirmedAt, stoppedAt, createdAt } = subscriber;
	return {
		id: publicId,
		channel,
		address,
		state: stateOf(subscriber),
		componentIds: componentIds === null ? null : [...componentIds],
		createdAt: isoOf(createdAt),
		confirmedAt: isoOrNull(confirmedAt),
		stoppedAt: isoOrNull(stoppedAt),
	};
}
