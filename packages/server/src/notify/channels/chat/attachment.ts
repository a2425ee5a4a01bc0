/**
 * The message attachments of Slack's older form, which Mattermost
 * (https://docs.mattermost.com/developers/integrate/reference/message-attachments) and Rocket.Chat
 * (https://developer.rocket.chat/docs/incoming-webhook-integrations) read.
 */

import type { Message } from "../../../domain/alerts/notice.ts";
import { type Link, linesWithin, linksOf, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";

/** Mattermost takes 16,383 characters in a post; escapes can double a text. */
const ROOM = 6_000;

const COLOURS = { down: "#d92d20", degraded: "#f79009", up: "#12b76a", blind: "#667085", checked_again: "#12b76a" };
const NEUTRAL = "#667085";

/** @param literal what makes a text literal in the service's markup */
export function attachmentOf(message: Message, link: Link, literal: (text: string) => string) {
	const text = textOf(message, link);
	const mostSevere = mostSevereOf(message);
	const lines = linesWithin(text.list.length > 0 ? text.list : text.lead, ROOM, text).map(literal);
	// Behind the text: a title of the attachment would stand above it, and a phone shows three lines.
	lines.push(...linksOf(text).map(({ label, url }) => `[${label}](${url})`));
	return {
		title: literal(text.title),
		attachment: {
			color: mostSevere === null ? NEUTRAL : COLOURS[mostSevere],
			text: lines.join("\n"),
			...(text.details.length > 0 && {
				fields: text.details.map(({ label, value }) => ({ title: label, value: literal(value), short: false })),
			}),
		},
	};
}
