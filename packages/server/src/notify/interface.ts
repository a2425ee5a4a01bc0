/** What the rest of the service knows of deliveries: a message goes to a channel and has an outcome. */

import type { ChannelSettings, ChannelType } from "../domain/alerts/channels.ts";
import type { Message, Settled } from "../domain/alerts/notice.ts";

/** Where to, with the secrets before the last change while those still count. */
export interface Destination {
	readonly settings: ChannelSettings;
	readonly previous: ChannelSettings | null;
}

export type Delivery =
	| {
			readonly kind: "sent";
			/** One sentence for the alert's owner where not all went well. */
			readonly warning?: string;
			/**
			 * By which the channel finds this message again, to update it: its own text, at most MAX_MESSAGE_REF characters.
			 * Absent where it can't.
			 */
			readonly messageRef?: string;
	  }
	| {
			readonly kind: "failed";
			/** Whether another attempt may do better. */
			readonly again: boolean;
			/** The pause that the receiver asked for, milliseconds. */
			readonly retryAfterMs: number | null;
			/** One sentence for the alert's owner: no secrets, nothing that the receiver said in its body. */
			readonly message: string;
			/** Whether the receiver may have it, because the attempt ended without its answer. Default: it has not. */
			readonly mayHaveArrived?: boolean;
			/** Of several recipients those that another attempt leaves out. Default: none. */
			readonly settled?: Settled;
	  }
	/** The signal was aborted: beside what was settled before that, nothing is known. */
	| { readonly kind: "aborted"; readonly settled?: Settled };

export interface Mail {
	readonly to: readonly string[];
	/** Those of them that have yet to get it. Default: all. */
	readonly recipients?: readonly string[];
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	/** Left part of the Message-ID, the same at every attempt. */
	readonly id: string;
}

export type Failure = Extract<Delivery, { kind: "failed" }>;

/** A failure after which another attempt leaves these recipients out. */
export function keeping(failure: Failure, settled: Settled): Failure {
	const isAny = Object.keys(settled).length > 0;
	return isAny ? { ...failure, settled, ...(hasReached(settled) && { mayHaveArrived: true }) } : failure;
}

/** Whether some of the recipients have it. */
export function hasReached(settled: Settled | undefined): boolean {
	return Object.values(settled ?? {}).includes(null);
}

export interface Notifier {
	/**
	 * Delivers once, within DELIVERY_TIMEOUT_MS. A message with a `messageRef` takes the place of the one that it names,
	 * where the channel can update. Never rejects.
	 */
	deliver(destination: Destination, message: Message, signal: AbortSignal): Promise<Delivery>;
	/** Sends a mail that is about no monitor, as those of signing in, in the same way. */
	mail(mail: Mail, signal: AbortSignal): Promise<Delivery>;
	/** Whether one message of the channel may be about several monitors. */
	gathers(type: ChannelType): boolean;
	/** Whether the channel can update a message that it sent. */
	updates(type: ChannelType): boolean;
}

/** A longer reference is not kept, and then the message can't be updated. */
export const MAX_MESSAGE_REF = 500;

/** For one attempt, all of it. Guides to webhooks advise receivers to answer within 5–15 s. */
export const DELIVERY_TIMEOUT_MS = 10_000;
