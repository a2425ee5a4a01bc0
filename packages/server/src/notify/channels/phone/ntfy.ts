/**
 * ntfy (https://docs.ntfy.sh/publish/#publish-as-json): JSON to the server's root. Texts are plain as long as
 * Markdown is not asked for. A message with the `sequence_id` of an earlier one takes its place on the phone
 * (https://docs.ntfy.sh/publish/#updating-deleting-notifications, ntfy 2.16; an older server sends one more).
 */

import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { type Link, linesWithinBytes, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost, replacedAs, sentAs } from "../../channel.ts";

/** Beyond 4,096 bytes ntfy makes an attachment of a message. */
const MAX_BYTES = 4_096;
const PRIORITIES = { down: 5, degraded: 4, up: 3, blind: 4, checked_again: 3 } as const;
/** Makes no sound. */
const QUIET = 2;
const TAGS = {
	down: "rotating_light",
	degraded: "warning",
	up: "white_check_mark",
	blind: "see_no_evil",
	checked_again: "eyes",
} as const;

export const ntfy = byPost<"ntfy">(
	true,
	(message, { settings }, { link }) => ({
		...request(settings),
		body: bodyOf(message, settings.topic, link),
		read: sentAs(({ id }) => id),
	}),
	(messageRef, message, { settings }, { link }) => ({
		...request(settings),
		body: { ...bodyOf(message, settings.topic, link), sequence_id: messageRef, priority: QUIET },
		// The sequence keeps the id of its first message.
		read: replacedAs(messageRef),
	}),
);

function request({ serverUrl, accessToken }: Extract<ChannelSettings, { type: "ntfy" }>) {
	return {
		url: new URL("/", serverUrl).href,
		headers: accessToken === null ? {} : { authorization: `Bearer ${accessToken}` },
	};
}

function bodyOf(message: Message, topic: string, link: Link) {
	const mostSevere = mostSevereOf(message);
	const text = textOf(message, link);
	return {
		topic,
		title: text.title,
		message: linesWithinBytes(text, MAX_BYTES),
		priority: mostSevere === null ? QUIET : PRIORITIES[mostSevere],
		...(mostSevere !== null && { tags: [TAGS[mostSevere]] }),
		...(text.link !== null && { click: text.link }),
		...(text.acknowledgeLink !== null && {
			// Opens the page: a request of the phone's own would act without showing what it did.
			actions: [{ action: "view", label: "Acknowledge", url: text.acknowledgeLink, clear: true }],
		}),
	};
}
