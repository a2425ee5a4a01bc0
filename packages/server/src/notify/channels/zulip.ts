/**
 * Zulip (https://zulip.com/api/send-message): a bot's message to a channel, as a form, with HTTP Basic authentication.
 * A topic has 60 characters, a message 10,000 (`max_message_length`); servers answer 429 with Retry-After
 * (https://zulip.com/api/rest-error-handling).
 */

import { linesOf, type MessageText, textOf } from "../../domain/alerts/texts/message-text.ts";
import { byPost } from "../channel.ts";
import { parted } from "../literal.ts";
import { serviceUrl } from "../service-url.ts";

/** What parts markup at most doubles a text. */
const ROOM = 4_500;

export const zulip = byPost<"zulip">(true, (message, { settings }, { link }) => ({
	url: serviceUrl(settings.serverUrl, "/api/v1/messages"),
	headers: {
		authorization: `Basic ${Buffer.from(`${settings.botEmail}:${settings.apiKey}`).toString("base64")}`,
		"content-type": "application/x-www-form-urlencoded",
	},
	body: new URLSearchParams({
		// "channel" is the word of Zulip 9 and later for what all versions take as "stream".
		type: "stream",
		to: settings.channel,
		topic: settings.topic,
		content: contentOf(textOf(message, link)),
	}).toString(),
}));

function contentOf(text: MessageText): string {
	return [
		`**${parted(text.title)}**`,
		...linesOf(text, ROOM).map(parted),
		...(text.link === null ? [] : [`[Open in Lapwing](${text.link})`]),
	].join("\n");
}
