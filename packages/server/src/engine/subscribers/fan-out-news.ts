/** What becomes of news before and after their delivery: messages are written for all, and what is done is deleted. */

import type { Metrics } from "../../metrics.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { takeAnnouncements } from "../../storage/subscribers/announced-news.ts";
import { countMessages, deleteOldMessages } from "../../storage/subscribers/messages.ts";
import { deleteDoneNews, fanOutSome } from "../../storage/subscribers/news.ts";
import { deleteUnconfirmed } from "../../storage/subscribers/subscribers.ts";

interface FanOutDependencies {
	readonly database: Tx;
	readonly metrics: Metrics;
	/** Epoch milliseconds. */
	now(): number;
}

/** Takes what incidents announced, and writes one slice of messages, so that checks are recorded between two. */
export async function fanOutNews({ database, now }: Omit<FanOutDependencies, "metrics">): Promise<"more" | "idle"> {
	const took = await takeAnnouncements(database, now());
	return (await fanOutSome(database, now())) || took ? "more" : "idle";
}

/** Deletes news that were sent to all, messages that were given up, and addresses that nobody confirmed. */
export async function pruneSubscribers({ database, metrics, now }: FanOutDependencies): Promise<"more" | "idle"> {
	const givenUp = await deleteOldMessages(database, now());
	metrics.subscriberMessages.inc({ channel: "any", outcome: "given_up" }, givenUp);
	const deleted = givenUp + (await deleteDoneNews(database, now())) + (await deleteUnconfirmed(database, now()));
	return deleted > 0 ? "more" : "idle";
}

/** A task of its own, because counting reads the whole table. */
export async function countPendingMessages({
	database,
	metrics,
}: Pick<FanOutDependencies, "database" | "metrics">): Promise<"idle"> {
	metrics.subscriberMessagesPending.set(await countMessages(database));
	return "idle";
}
