/**
 * Google Chat's incoming webhooks (https://developers.google.com/workspace/chat/quickstart/webhooks): a text message,
 * of which `*`, `_`, `~`, backquotes and `<…>`, links and mentions, are markup
 * (https://developers.google.com/workspace/chat/format-messages). A space takes one message a second, then 429. A
 * webhook has no right to change its messages, but to thread them: those of one cause share a thread, where the space
 * has threads.
 */

import { linesOf, linksOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { conversationKey } from "../../incident.ts";
import { parted } from "../../literal.ts";

/** A message has 32,000 bytes; Chat cuts the text at 4,096 characters: what parts markup doubles a title, too. */
const ROOM = 3_200;

export const googleChat = byPost<"google_chat">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	const url = new URL(settings.url);
	const threadKey = conversationKey(message);
	if (threadKey !== null) url.searchParams.set("messageReplyOption", "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD");
	return {
		url: url.href,
		body: {
			text: [
				`*${parted(text.title)}*`,
				...linesOf(text, ROOM, parted),
				linksOf(text)
					.map(({ label, url }) => `<${url}|${label}>`)
					.join(" · "),
			]
				.filter((line) => line !== "")
				.join("\n"),
			...(threadKey !== null && { thread: { threadKey } }),
		},
	};
});
