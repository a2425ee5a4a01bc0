/**
 * Telegram's Bot API (https://core.telegram.org/bots/api#sendmessage). HTML mode, for it needs the fewest escapes.
 * The token is part of the URL, so the URL is a secret.
 */

import { linesWithin, textOf } from "../../domain/alerts/texts/message-text.ts";
import { byPost } from "../channel.ts";

/** 4,096 characters after the entities are read, so escapes take no room. */
const ROOM = 3_600;

export const telegram = byPost<"telegram">(true, (message, { settings }, { link, endpoints }) => {
	const text = textOf(message, link);
	const above = linesWithin(text.list.length > 0 ? text.list : text.lead, ROOM, text.unlisted).map(escaped);
	const below = text.details.map(({ label, value }) => `<b>${label}:</b> ${escaped(value)}`);
	return {
		url: `${endpoints.telegram}/bot${settings.botToken}/sendMessage`,
		body: {
			chat_id: settings.chatId,
			parse_mode: "HTML",
			text: [
				`<b>${escaped(text.title)}</b>`,
				...above,
				...below,
				...(text.link === null ? [] : [`<a href="${escaped(text.link)}">Open in Lapwing</a>`]),
			].join("\n"),
			link_preview_options: { is_disabled: true },
		},
	};
});

/** All that HTML mode gives a meaning; quotes for attributes. */
function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
