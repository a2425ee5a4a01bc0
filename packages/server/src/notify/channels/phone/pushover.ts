/**
 * Pushover (https://pushover.net/api): plain text, as long as `html` is not set. A message can't be changed later; one
 * of emergency priority repeats until somebody confirms it on their phone. 429 means that the month's messages are used
 * up, and every other 4xx that the request is not to be repeated.
 */

import { linesOf, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { shortened } from "../../../domain/alerts/texts/words.ts";
import { byPost } from "../../channel.ts";

/** Limits of Pushover in characters: title, message, link and its text. */
const MAX_TITLE = 250;
const MAX_MESSAGE = 1_024;
const MAX_URL = 512;

/** 1 sounds also in a person's quiet hours, -1 never. */
const PRIORITIES = { down: 1, degraded: 0, up: 0, blind: 0, checked_again: 0 } as const;
/** Seconds: an emergency sounds every minute, for an hour. Pushover takes 30 at least, and 10,800 at most. */
const EMERGENCY = { priority: 2, retry: 60, expire: 3_600 } as const;

export const pushover = byPost<"pushover">(true, (message, { settings }, { link, endpoints }) => {
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
			...(isEmergency ? EMERGENCY : { priority: mostSevere === null ? 0 : PRIORITIES[mostSevere] }),
			...(text.link !== null && text.link.length <= MAX_URL && { url: text.link, url_title: "Open in Lapwing" }),
		},
	};
});
