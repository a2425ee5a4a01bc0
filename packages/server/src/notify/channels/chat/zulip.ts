/**
 * Zulip (https://zulip.com/api/send-message): a bot's message to a channel, as a form, with HTTP Basic authentication.
 * A topic has 60 characters, a message 10,000 (`max_message_length`); servers answer 429 with Retry-After
 * (https://zulip.com/api/rest-error-handling). A bot edits its own messages (https://zulip.com/api/update-message) for
 * as long as the organization allows, ten minutes as it is installed.
 */

import type { ChannelSettings } from "../../../domain/alerts/channels.ts";
import { linesOf, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost, replacedAs, sentAs } from "../../channel.ts";
import { parted } from "../../literal.ts";
import { serviceUrl } from "../../service-url.ts";

/** What parts markup at most doubles a text. */
const ROOM = 4_500;

type Settings = Extract<ChannelSettings, { type: "zulip" }>;

export const zulip = byPost<"zulip">(
	true,
	(message, { settings }, { link }) => ({
		...request(settings, "/api/v1/messages"),
		body: new URLSearchParams({
			// "channel" is the word of Zulip 9 and later for what all versions take as "stream".
			type: "stream",
			to: settings.channel,
			topic: settings.topic,
			content: contentOf(textOf(message, link)),
		}).toString(),
		read: sentAs(({ id }) => id),
	}),
	(messageRef, message, { settings }, { link }) => ({
		...request(settings, `/api/v1/messages/${encodeURIComponent(messageRef)}`),
		method: "PATCH",
		body: new URLSearchParams({ content: contentOf(textOf(message, link)) }).toString(),
		// What is too old to be edited (`message_content_edit_limit_seconds`) is refused.
		read: replacedAs(messageRef),
	}),
);

function request({ serverUrl, botEmail, apiKey }: Settings, path: string) {
	return {
		url: serviceUrl(serverUrl, path),
		headers: {
			authorization: `Basic ${Buffer.from(`${botEmail}:${apiKey}`).toString("base64")}`,
			"content-type": "application/x-www-form-urlencoded",
		},
	};
}

function contentOf(text: MessageText): string {
	return [
		`**${parted(text.title)}**`,
		...linesOf(text, ROOM).map(parted),
		linksOf(text)
			.map(({ label, url }) => `[${label}](${url})`)
			.join(" · "),
	]
		.filter((line) => line !== "")
		.join("\n");
}
