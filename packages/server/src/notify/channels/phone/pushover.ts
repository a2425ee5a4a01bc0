/**
 * Pushover (https://pushover.net/api): plain text, as long as `html` is not set. A message can't be changed later; one
 * of emergency priority repeats until somebody confirms it on their phone, acknowledges the outage, or it is over: the
 * emergencies of a cause have a tag, by which they are stopped together, so that no receipt has to be kept. Those of
 * causes that were merged into it keep theirs, and are stopped with it. 429 means that the month's messages are used
 * up, and every other 4xx that the request is not to be repeated.
 */

import { createHash } from "node:crypto";
import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { linesOf, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import type { Channel, Post, Tools } from "../../channel.ts";
import type { Delivery } from "../../interface.ts";

type Settings = Extract<ChannelSettings, { type: "pushover" }>;

/** Limits of Pushover in characters: title, message, link and its text. */
const MAX_TITLE = 250;
const MAX_MESSAGE = 1_024;
const MAX_URL = 512;

/** 1 sounds also in a person's quiet hours, -1 never. */
const PRIORITIES = { down: 1, degraded: 0, up: 0, blind: 0, checked_again: 0 } as const;
/** Seconds: an emergency sounds every minute, for an hour. Pushover takes 30 at least, and 10,800 at most. */
const EMERGENCY = { priority: 2, retry: 60, expire: 3_600 } as const;

export const pushover: Channel<"pushover"> = {
	gathers: true,
	async deliver(message, { settings }, tools) {
		const news = message.notices.filter(({ acknowledgedBy }) => acknowledgedBy === undefined);
		const isHandled = news.length < message.notices.length;
		const tags = settings.urgency === "emergency" ? tagsOf(message) : [];
		const silenced =
			tags.length > 0 && (isHandled || message.recovered !== undefined) ? await stop(tags, settings, tools) : null;
		if (isHandled && news.length === 0) return silenced ?? { kind: "sent" };
		const sent = await tools.post(compose({ ...message, notices: news }, settings, tags[0] ?? null, tools));
		return sent.kind === "sent" && silenced?.kind === "failed" ? { ...sent, warning: STILL_SOUNDS } : sent;
	},
};

const STILL_SOUNDS =
	"An earlier emergency could not be stopped: it sounds until it is confirmed on the phone, or for an hour.";

/**
 * Of the emergencies of an alert and a cause, and of causes that were merged into it; none for what is about none. At
 * most 40 letters and digits each.
 */
function tagsOf({ alert, cause, mergedCauses = [] }: Message): string[] {
	if (cause === undefined) return [];
	return [cause.id, ...mergedCauses].map((id) =>
		createHash("sha256").update(`${alert.id} ${id}`).digest("hex").slice(0, 40),
	);
}

/**
 * Stops every emergency of the tags on all phones (https://pushover.net/api/receipts#cancel_by_tag), up to the first
 * failure, which it returns.
 */
async function stop(tags: readonly string[], { appToken }: Settings, { endpoints, post }: Tools): Promise<Delivery> {
	for (const tag of tags) {
		const url = `${endpoints.pushover}/1/receipts/cancel_by_tag/${tag}.json`;
		const outcome = await post({ url, body: { token: appToken } });
		if (outcome.kind !== "sent") return outcome;
	}
	return { kind: "sent" };
}

function compose(message: Message, settings: Settings, tag: string | null, { link, endpoints }: Tools): Post {
	const text = textOf(message, link);
	const mostSevere = mostSevereOf(message);
	const isEmergency = settings.urgency === "emergency" && mostSevere === "down";
	return {
		url: `${endpoints.pushover}/1/messages.json`,
		body: {
			token: settings.appToken,
			user: settings.userKey,
			...(settings.device !== null && { device: settings.device }),
			title: shortened(text.title, MAX_TITLE),
			message: linesOf(text, MAX_MESSAGE).join("\n"),
			timestamp: Math.floor(message.createdAt / 1000),
			...(isEmergency
				? { ...EMERGENCY, ...(tag !== null && { tags: tag }) }
				: { priority: mostSevere === null ? 0 : PRIORITIES[mostSevere] }),
			...(text.link !== null && text.link.length <= MAX_URL && { url: text.link, url_title: "Open in Lapwing" }),
		},
	};
}
