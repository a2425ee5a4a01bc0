/**
 * Discord's webhooks (https://docs.discord.com/developers/resources/webhook#execute-webhook): one embed. Discord
 * reads Markdown everywhere, so every character that can be markup is escaped, and nobody can be mentioned. A webhook
 * edits its own messages (https://docs.discord.com/developers/resources/webhook#edit-webhook-message); an edit notifies
 * nobody.
 */

import type { Message } from "../../../domain/alerts/notice.ts";
import { type Link, linesWithin, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost, replacedAs, sentAs } from "../../channel.ts";

/** Limits of Discord: 256 characters a title and a field's name, 1,024 its value, 4,096 a description, 6,000 in all. */
const MAX_TITLE = 256;
const MAX_VALUE = 1_024;
const ROOM = 3_500;

const COLOURS = { down: 0xd92d20, degraded: 0xf79009, up: 0x12b76a, blind: 0x667085, checked_again: 0x12b76a };
const NEUTRAL = 0x667085;

export const discord = byPost<"discord">(
	true,
	(message, { settings }, tools) => {
		const url = new URL(settings.url);
		// Else the answer is empty, and nothing names the message.
		url.searchParams.set("wait", "true");
		return { url: url.href, body: bodyOf(message, tools.link), read: sentAs(({ id }) => id) };
	},
	(messageRef, message, { settings }, tools) => {
		const url = new URL(settings.url);
		url.pathname += `/messages/${encodeURIComponent(messageRef)}`;
		return {
			method: "PATCH",
			url: url.href,
			body: bodyOf(message, tools.link),
			read: replacedAs(messageRef),
		};
	},
);

function bodyOf(message: Message, link: Link) {
	const mostSevere = mostSevereOf(message);
	const text = textOf(message, link);
	const { unlisted } = text;
	const lines = linesWithin(text.list.length > 0 ? text.list : text.lead, ROOM, { unlisted, literal: escaped });
	if (text.acknowledgeLink !== null) lines.push(`[Acknowledge](${text.acknowledgeLink})`);
	return {
		embeds: [
			{
				title: cut(escaped(text.title), MAX_TITLE),
				color: mostSevere === null ? NEUTRAL : COLOURS[mostSevere],
				timestamp: new Date(message.createdAt).toISOString(),
				...(text.link !== null && { url: text.link }),
				...(lines.length > 0 && { description: lines.join("\n") }),
				...(text.details.length > 0 && {
					fields: text.details.map(({ label, value }) => ({ name: label, value: cut(escaped(value), MAX_VALUE) })),
				}),
			},
		],
		allowed_mentions: { parse: [] },
	};
}

/** A backslash takes the meaning from any punctuation (CommonMark §2.4); `@` and `:` are Discord's own. */
function escaped(text: string): string {
	return text.replace(/[\\`*_~|<>[\](){}#+\-=.!:@&]/g, "\\$&");
}

/**
 * Between characters, with their escapes: half a pair is refused, and a lone backslash at the end would be one for
 * what follows.
 */
function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	let kept = "";
	for (const [character] of text.matchAll(/\\?./gsu)) {
		if (kept.length + character.length >= length) break;
		kept += character;
	}
	return `${kept}…`;
}
