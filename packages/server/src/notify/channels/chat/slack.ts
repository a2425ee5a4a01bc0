/**
 * Slack's incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). What people
 * read is a `rich_text` block, whose texts are literal: no name can become markup, a link or a mention. `text` is for
 * notifications and for servers that know no blocks; there all that could reach others loses its meaning: Slack's
 * `<…>`, and the bare `@name` of Mattermost. A message of a webhook can't be changed later: `chat.update` takes a bot's
 * token and the message's `ts`, which a webhook does not answer (https://docs.slack.dev/reference/methods/chat.update).
 */

import { linesOf, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";

/** A block's text: Slack takes 3,000 characters in most places. */
const ROOM = 2_800;

export const slack = byPost<"slack">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	return {
		url: settings.url,
		body: {
			text: escaped([text.title, ...linesOf(text, ROOM)].join("\n")),
			blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: elementsOf(text) }] }],
		},
	};
});

function elementsOf(text: MessageText) {
	const words = (of: string) => ({ type: "text", text: of });
	return [
		{ ...words(text.title), style: { bold: true } },
		words(`\n${linesOf(text, ROOM).join("\n")}`),
		...linksOf(text).flatMap(({ label, url }, index) => [
			words(index === 0 ? "\n" : " · "),
			{ type: "link", url, text: label },
		]),
	];
}

/**
 * The three characters that Slack gives a meaning
 * (https://docs.slack.dev/messaging/formatting-message-text#escaping). Mattermost makes a mention of every `@name`
 * and knows no way to ask it not to (https://docs.mattermost.com/developers/integrate/slash-commands/slack): a space
 * without width parts the two.
 */
function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("@", "@\u200b");
}
