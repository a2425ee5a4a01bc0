/**
 * Telegram's Bot API (https://core.telegram.org/bots/api#sendmessage). HTML mode, for it needs the fewest escapes.
 * The token is part of the URL, so the URL is a secret. A bot edits its own messages (`editMessageText`), which
 * notifies nobody.
 */

import { linesWithin, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { type Answer, byPost, replacedAs, sentAs } from "../../channel.ts";

/** 4,096 characters after the entities are read, so escapes take no room. */
const ROOM = 3_600;

export const telegram = byPost<"telegram">(
	true,
	(message, { settings }, { link, endpoints }) => ({
		url: `${endpoints.telegram}/bot${settings.botToken}/sendMessage`,
		body: { chat_id: settings.chatId, ...contentOf(textOf(message, link)) },
		read: sentAs(({ result }) => (result as { message_id?: unknown } | undefined)?.message_id),
	}),
	(messageRef, message, { settings }, { link, endpoints }) => ({
		url: `${endpoints.telegram}/bot${settings.botToken}/editMessageText`,
		body: { chat_id: settings.chatId, message_id: Number(messageRef), ...contentOf(textOf(message, link)) },
		read: replacedAs(messageRef, isUnchanged),
	}),
);

function contentOf(text: MessageText) {
	const above = linesWithin(text.list.length > 0 ? text.list : text.lead, ROOM, text).map(escaped);
	const below = text.details.map(({ label, value }) => `<b>${label}:</b> ${escaped(value)}`);
	return {
		parse_mode: "HTML",
		text: [
			`<b>${escaped(text.title)}</b>`,
			...above,
			...below,
			linksOf(text)
				.map(({ label, url }) => `<a href="${escaped(url)}">${label}</a>`)
				.join(" · "),
		]
			.filter((line) => line !== "")
			.join("\n"),
		link_preview_options: { is_disabled: true },
	};
}

/** The message says that already: Telegram has one status for all refusals, and no codes. */
function isUnchanged({ status, json }: Answer): boolean {
	const { description } = (json ?? {}) as { description?: unknown };
	return status === 400 && typeof description === "string" && description.includes("not modified");
}

/** All that HTML mode gives a meaning; quotes for attributes. */
function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
