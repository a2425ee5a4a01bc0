/**
 * Slack's incoming webhooks (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). What people
 * read is a `rich_text` block, whose texts are literal: no name can become markup, a link or a mention. `text` is for
 * notifications and for servers that know no blocks; there all that could reach others loses its meaning: Slack's
 * `<…>`, and the bare `@name` of Mattermost.
 */

import type { Message } from "../../domain/alerts/notice.ts";
import { byPost, type Tools } from "../channel.ts";
import { detailsOf, headline, lineOf, linesWithin, TEST_TEXT } from "../message-text.ts";

/** A block's text: Slack takes 3,000 characters in most places. */
const ROOM = 2_800;

export const slack = byPost<"slack">(true, (message, { settings }, tools) => ({
	url: settings.url,
	body: {
		text: escaped([headline(message), ...linesOf(message)].join("\n")),
		blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: elementsOf(message, tools) }] }],
	},
}));

function linesOf({ notices, others: unlisted }: Message): string[] {
	const [first, ...others] = notices;
	if (first === undefined) return [TEST_TEXT];
	if (others.length > 0) return linesWithin(notices.map(lineOf), ROOM, unlisted?.length);
	return detailsOf(first).map(({ label, value }) => `${label}: ${value}`);
}

function elementsOf(message: Message, { link }: Pick<Tools, "link">) {
	const [first, ...others] = message.notices;
	const text = (words: string) => ({ type: "text", text: words });
	const url = first === undefined || others.length > 0 ? null : link(first);
	return [
		{ ...text(headline(message)), style: { bold: true } },
		text(`\n${linesOf(message).join("\n")}`),
		...(url === null ? [] : [text("\n"), { type: "link", url, text: "Open in Lapwing" }]),
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
