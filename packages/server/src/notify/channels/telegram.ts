/**
 * Telegram's Bot API (https://core.telegram.org/bots/api#sendmessage). HTML mode, for it needs the fewest escapes.
 * The token is part of the URL, so the URL is a secret.
 */

import { byPost } from "../channel.ts";
import { detailsOf, headline, lineOf, linesWithin, TEST_TEXT } from "../message-text.ts";

/** 4,096 characters after the entities are read, so escapes take no room. */
const ROOM = 3_600;

export const telegram = byPost<"telegram">(true, (message, { settings }, { link, endpoints }) => {
	const { notices } = message;
	const [first, ...others] = notices;
	const url = first === undefined || others.length > 0 ? null : link(first);
	const lines =
		first === undefined
			? [TEST_TEXT]
			: others.length > 0
				? linesWithin(notices.map(lineOf), ROOM, message.others?.length).map(escaped)
				: detailsOf(first).map(({ label, value }) => `<b>${label}:</b> ${escaped(value)}`);
	return {
		url: `${endpoints.telegram}/bot${settings.botToken}/sendMessage`,
		body: {
			chat_id: settings.chatId,
			parse_mode: "HTML",
			text: [
				`<b>${escaped(headline(message))}</b>`,
				...lines,
				...(url === null ? [] : [`<a href="${escaped(url)}">Open in Lapwing</a>`]),
			].join("\n"),
			link_preview_options: { is_disabled: true },
		},
	};
});

/** All that HTML mode gives a meaning; quotes for attributes. */
function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
