/**
 * ntfy (https://docs.ntfy.sh/publish/#publish-as-json): JSON to the server's root. Texts are plain as long as
 * Markdown is not asked for.
 */

import { linesWithinBytes, mostSevereOf, textOf } from "../../domain/alerts/texts/message-text.ts";
import { byPost } from "../channel.ts";

/** Beyond 4,096 bytes ntfy makes an attachment of a message. */
const MAX_BYTES = 4_096;
const PRIORITIES = { down: 5, degraded: 4, up: 3, blind: 4, checked_again: 3 } as const;
const TAGS = {
	down: "rotating_light",
	degraded: "warning",
	up: "white_check_mark",
	blind: "see_no_evil",
	checked_again: "eyes",
} as const;

export const ntfy = byPost<"ntfy">(true, (message, { settings }, { link }) => {
	const mostSevere = mostSevereOf(message);
	const text = textOf(message, link);
	return {
		url: new URL("/", settings.serverUrl).href,
		headers: settings.accessToken === null ? {} : { authorization: `Bearer ${settings.accessToken}` },
		body: {
			topic: settings.topic,
			title: text.title,
			message: linesWithinBytes(text, MAX_BYTES),
			priority: mostSevere === null ? 2 : PRIORITIES[mostSevere],
			...(mostSevere !== null && { tags: [TAGS[mostSevere]] }),
			...(text.link !== null && { click: text.link }),
		},
	};
});
