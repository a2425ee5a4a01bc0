/**
 * Delivers news to the subscribers of status pages, beside alerts and after them: in batches, each claimed under a
 * lease, sent by the delivery thread and recorded in one transaction (docs/rules/subscribers.md#delivery).
 *
 * A crash between a server's 250 and our commit sends a batch again, under the same Message-IDs; nothing is lost.
 */

import type { Logger } from "pino";
import { pageAddress } from "../../domain/status-pages/page-address.ts";
import { LOCALES, type PageLocale } from "../../domain/status-pages/page-settings.ts";
import type { NewsPage } from "../../domain/subscribers/news.ts";
import { serverPauseMs } from "../../domain/subscribers/retry.ts";
import type { SubscriberChannel } from "../../domain/subscribers/subscriber.ts";
import type { Metrics } from "../../metrics.ts";
import type { SubscriberDelivery, SubscriberSender } from "../../notify/subscribers/interface.ts";
import type { LinkTokens } from "../../services/subscribers/link-tokens.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Holder, NOBODY } from "../../storage/installation/controls.ts";
import {
	type ClaimedLink,
	claimLinkMails,
	nextLinkMailAt,
	recordLinkMails,
} from "../../storage/subscribers/link-mails.ts";
import {
	type ClaimedMessage,
	type ClaimedMessages,
	claimMessages,
	nextMessageAt,
	type ReadyNews,
	readyNews,
	recordOutcomes,
} from "../../storage/subscribers/messages.ts";
import { pageOfMessages } from "../../storage/subscribers/news.ts";

export interface DeliverMessagesDependencies {
	readonly database: Tx;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
	/** Aborted at shutdown. */
	readonly signal: AbortSignal;
	readonly sender: SubscriberSender;
	readonly linkTokens: LinkTokens;
	readonly secretBox: SecretBox;
	/** Origin of links to pages without a domain; null: such pages send nothing. */
	readonly linkOrigin: string | null;
	/** Whose the leases are. Default: nobody takes them away. */
	readonly holder?: Holder;
}

/** What a kill makes us repeat at most, for each of the lanes. */
const MESSAGES_A_BATCH = 100;
/** While one batch is claimed or recorded, the other is sent. */
const LANES = 2;

export class DeliverMessages {
	readonly #deps: DeliverMessagesDependencies;
	readonly #channel: SubscriberChannel;
	/** When each page was served last, so that pages take turns. */
	readonly #served = new Map<number, number>();
	#turn = 0;
	/** Attempts in a row that found no mail server. */
	#failures = 0;
	#pausedUntil = 0;

	constructor(deps: DeliverMessagesDependencies, channel: SubscriberChannel) {
		this.#deps = deps;
		this.#channel = channel;
	}

	/** Sends everything that is due. */
	async run(): Promise<"more" | "idle"> {
		const lanes = await Promise.all(Array.from({ length: LANES }, () => this.#lane()));
		return lanes.some((worked) => worked) && this.#isOpen() ? "more" : "idle";
	}

	/** After a run that found nothing: when the clock brings work; null when it brings none. */
	async nextAt(): Promise<number | null> {
		const { database } = this.#deps;
		const isMail = this.#channel === "mail";
		const due = [await nextMessageAt(database, this.#channel), isMail ? await nextLinkMailAt(database) : null];
		const instants = due.filter((at) => at !== null);
		return instants.length === 0 ? null : Math.max(Math.min(...instants), this.#pausedUntil);
	}

	#isOpen(): boolean {
		const now = this.#deps.now();
		if (this.#deps.holder?.isSilent) return false;
		// A pause that ends too far ahead was begun by a clock that was wrong.
		return !this.#deps.signal.aborted && (now >= this.#pausedUntil || this.#pausedUntil > now + serverPauseMs(99));
	}

	async #lane(): Promise<boolean> {
		let worked = false;
		while (this.#isOpen() && ((this.#channel === "mail" && (await this.#links())) || (await this.#news())))
			worked = true;
		return worked;
	}

	/** Sends a batch of news. Returns whether there was one. */
	async #news(): Promise<boolean> {
		const { database, now, metrics, log } = this.#deps;
		const next = this.#nextPage(await readyNews(database, this.#channel, now()));
		if (next === null) return false;
		const limit = MESSAGES_A_BATCH;
		const holder = (this.#deps.holder ?? NOBODY).id;
		const claimed = await claimMessages(database, next.newsId, { channel: this.#channel, limit, holder }, now());
		if (claimed === null) return true;
		const deliveries = await this.#send(claimed);
		const of = (...kinds: SubscriberDelivery["kind"][]) =>
			claimed.messages.filter((_, index) => kinds.includes(deliveries[index]?.kind ?? "untried"));
		const isRefused = ({ subscriberId }: ClaimedMessage) => {
			const index = claimed.messages.findIndex((each) => each.subscriberId === subscriberId);
			const delivery = deliveries[index];
			return delivery?.kind === "refused" && delivery.isAboutAddress;
		};
		const refused = of("refused");
		const outcomes = {
			sent: keysOf(of("sent")),
			refused: keysOf(refused.filter(isRefused)),
			dropped: keysOf(refused.filter((each) => !isRefused(each))),
			failed: claimed.messages.flatMap(({ subscriberId, attempts }, index) => {
				const delivery = deliveries[index];
				return delivery?.kind === "later" ? [{ subscriberId, attempts, retryAfterMs: delivery.retryAfterMs }] : [];
			}),
			untried: keysOf(of("untried", "unavailable")),
		};
		const recorded = await recordOutcomes(database, claimed, outcomes, { now: now(), random: Math.random() });
		this.#note(deliveries);
		const channel = this.#channel;
		metrics.subscriberMessages.inc({ channel, outcome: "sent" }, outcomes.sent.length);
		metrics.subscriberMessages.inc({ channel, outcome: "refused" }, refused.length);
		metrics.subscriberMessages.inc({ channel, outcome: "given_up" }, recorded.givenUp);
		if (refused.length + recorded.givenUp + recorded.stopped > 0) {
			const counts = { refused: refused.length, givenUp: recorded.givenUp, stopped: recorded.stopped };
			log.warn({ ...counts, channel, news: claimed.newsPublicId }, "Some subscribers were not sent news");
		}
		return true;
	}

	async #send(claimed: ClaimedMessages): Promise<readonly SubscriberDelivery[]> {
		const { sender, linkTokens, secretBox, signal } = this.#deps;
		const { messages, news } = claimed;
		const page = await this.#pageOf(claimed.statusPageId);
		// It was closed meanwhile: what was closed stays closed.
		if (page === null) return messages.map(() => DROPPED);
		const idOf = ({ publicId }: ClaimedMessage) => `${claimed.newsPublicId}-${suffixOf(publicId)}`;
		if (this.#channel === "mail") {
			const to = messages.map((each) => ({
				address: each.address,
				messageId: idOf(each),
				token: linkTokens.tokenOf(each.publicId, "manage"),
			}));
			return sender.mail({ page, content: { kind: "news", news }, to }, signal);
		}
		const opened = messages.map((each) => {
			const secret = each.encrypted === null ? null : secretBox.decrypt(each.encrypted, each.publicId);
			return secret === null ? null : { url: each.address, messageId: idOf(each), secret };
		});
		const to = opened.filter((each) => each !== null);
		const sent = (await sender.webhook({ page, news, to }, signal)).values();
		// Without its key, which went with the installation's secret, a message can't be signed.
		return opened.map((each) => (each === null ? DROPPED : (sent.next().value ?? UNTRIED)));
	}

	/** Sends a batch of mails with links. Returns whether there was one. */
	async #links(): Promise<boolean> {
		const { database, now, metrics, sender, linkTokens, signal } = this.#deps;
		const claimed = await claimLinkMails(database, MESSAGES_A_BATCH, now());
		const [first] = claimed;
		if (first === undefined) return false;
		const page = await this.#pageOf(first.statusPageId);
		const deliveries = new Map<ClaimedLink, SubscriberDelivery>();
		for (const isConfirmed of [false, true]) {
			const recipients = claimed.filter((each) => each.isConfirmed === isConfirmed);
			if (recipients.length === 0) continue;
			const to = recipients.map(({ address, publicId, enqueuedAt }) => ({
				address,
				messageId: `${publicId}-${enqueuedAt}`,
				token: linkTokens.tokenOf(publicId, isConfirmed ? "manage" : "confirm"),
			}));
			const content = { kind: isConfirmed ? "known" : "confirm" } as const;
			const sent = page === null ? [] : await sender.mail({ page, content, to }, signal);
			for (const [index, each] of recipients.entries()) deliveries.set(each, sent[index] ?? DROPPED);
		}
		const of = (...kinds: SubscriberDelivery["kind"][]) =>
			claimed.filter((each) => kinds.includes(deliveries.get(each)?.kind ?? "untried"));
		const outcomes = {
			done: keysOf(of("sent", "refused")),
			failed: of("later"),
			untried: keysOf(of("untried", "unavailable")),
		};
		await recordLinkMails(database, outcomes, { now: now(), random: Math.random() });
		this.#note([...deliveries.values()]);
		metrics.subscriberMessages.inc({ channel: "mail", outcome: "link_sent" }, of("sent").length);
		return true;
	}

	/** What messages say of a page; null when it is not published, or has no address. */
	async #pageOf(statusPageId: number): Promise<NewsPage | null> {
		const { database, linkOrigin } = this.#deps;
		const page = await pageOfMessages(database, statusPageId);
		if (page === null || !page.isPublished || (page.domain === null && linkOrigin === null)) return null;
		const { name, timeZone, isPublic } = page;
		const url = pageAddress(page.slug, page.domain, linkOrigin ?? "");
		return { name, locale: localeOf(page.locale), timeZone, isPublic, url };
	}

	/** The page that was served longest ago. */
	#nextPage(ready: readonly ReadyNews[]): ReadyNews | null {
		const turnOf = ({ statusPageId }: ReadyNews) => this.#served.get(statusPageId) ?? 0;
		const [next] = ready.toSorted((a, b) => turnOf(a) - turnOf(b) || a.newsId - b.newsId);
		if (next === undefined) {
			this.#served.clear();
			return null;
		}
		this.#turn += 1;
		this.#served.set(next.statusPageId, this.#turn);
		return next;
	}

	/** Pauses when nothing can be sent, the longer the more often. */
	#note(deliveries: readonly SubscriberDelivery[]): void {
		const { log, now } = this.#deps;
		const unavailable = deliveries.find((each) => each.kind === "unavailable");
		if (unavailable === undefined) {
			if (deliveries.some(({ kind }) => kind === "sent")) this.#failures = 0;
			return;
		}
		this.#failures += 1;
		const pauseMs = serverPauseMs(this.#failures);
		this.#pausedUntil = now() + pauseMs;
		log.warn({ reason: unavailable.message, retryInMs: pauseMs }, "No mail can be sent to subscribers now");
	}
}

/** Never sent, for a reason that is not the subscriber's. */
const DROPPED: SubscriberDelivery = { kind: "refused", isAboutAddress: false, message: "The page is closed." };
const UNTRIED: SubscriberDelivery = { kind: "untried" };

function keysOf(messages: readonly { readonly subscriberId: number }[]): number[] {
	return messages.map(({ subscriberId }) => subscriberId);
}

/** Of a public id, what follows the prefix. */
function suffixOf(publicId: string): string {
	return publicId.slice(publicId.indexOf("_") + 1);
}

function localeOf(text: string): PageLocale {
	return LOCALES.find((locale) => locale === text) ?? "en";
}
