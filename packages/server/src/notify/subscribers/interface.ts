/** What the rest of the service knows of messages to subscribers: they go out in batches, each with an outcome. */

import type { News, NewsPage } from "../../domain/subscribers/news.ts";

/** What mails of a batch say; `known` is for an address that is subscribed already. */
export type MailContent =
	| { readonly kind: "news"; readonly news: News }
	| { readonly kind: "confirm" }
	| { readonly kind: "known" };

interface MailRecipient {
	readonly address: string;
	/** Left part of the Message-ID, the same at every attempt. */
	readonly messageId: string;
	/** The secret of the links of this mail: to confirm, or to manage and to unsubscribe. */
	readonly token: string;
}

export interface MailBatch {
	readonly page: NewsPage;
	readonly content: MailContent;
	readonly to: readonly MailRecipient[];
}

export interface WebhookRecipient {
	readonly url: string;
	/** The webhook-id, the same at every attempt. */
	readonly messageId: string;
	/** `whsec_…` */
	readonly secret: string;
}

export interface WebhookBatch {
	readonly page: NewsPage;
	readonly news: News;
	readonly to: readonly WebhookRecipient[];
}

export type SubscriberDelivery =
	| { readonly kind: "sent" }
	/** Never to be sent again. */
	| {
			readonly kind: "refused";
			/** Whether the subscriber's address is the reason, as far as is known. */
			readonly isAboutAddress: boolean;
			/** For the log: no address. */
			readonly message: string;
	  }
	/** This one may go through at another time. It may have arrived. */
	| { readonly kind: "later"; readonly retryAfterMs: number | null; readonly message: string }
	/** Nothing can be sent now. It may have arrived. */
	| { readonly kind: "unavailable"; readonly message: string }
	/** Not attempted: the batch ended before its turn. */
	| { readonly kind: "untried" };

export interface SubscriberSender {
	/** Resolves within BATCH_TIMEOUT_MS, with an outcome for each recipient in their order. Never rejects. */
	mail(batch: MailBatch, signal: AbortSignal): Promise<readonly SubscriberDelivery[]>;
	/** As `mail`. */
	webhook(batch: WebhookBatch, signal: AbortSignal): Promise<readonly SubscriberDelivery[]>;
	/** Why an address is not subscribed, in one sentence; null when it answered the challenge. Never rejects. */
	challenge(webhook: { readonly url: string; readonly secret: string }, signal: AbortSignal): Promise<string | null>;
}

/** No mail of a batch is begun later. */
export const BATCH_BEGINS_WITHIN_MS = 45_000;
/** For one mail: some servers think for half a minute, on purpose (tarpits, filters of spam). */
export const MAIL_TIMEOUT_MS = 30_000;
export const BATCH_TIMEOUT_MS = BATCH_BEGINS_WITHIN_MS + MAIL_TIMEOUT_MS;
