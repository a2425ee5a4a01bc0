/**
 * Discord's webhooks (https://docs.discord.com/developers/resources/webhook#execute-webhook): one embed. Discord
 * reads Markdown everywhere, so every character that can be markup is escaped, and nobody can be mentioned.
 */

import { byPost } from "../channel.ts";
import { detailsOf, headline, lineOf, linesWithin, mostSevereOf, TEST_TEXT } from "../message-text.ts";

/** Limits of Discord: 256 characters a title and a field's name, 1,024 its value, 4,096 a description, 6,000 in all. */
const MAX_TITLE = 256;
const MAX_VALUE = 1_024;
const ROOM = 3_500;

const COLOURS = { down: 0xd92d20, degraded: 0xf79009, up: 0x12b76a, blind: 0x667085, checked_again: 0x12b76a };
const NEUTRAL = 0x667085;

export const discord = byPost<"discord">(true, (message, { settings }, { link }) => {
	const { notices } = message;
	const [first, ...others] = notices;
	const mostSevere = mostSevereOf(message);
	const single = first !== undefined && others.length === 0 ? first : null;
	const url = single === null ? null : link(single);
	return {
		url: settings.url,
		body: {
			embeds: [
				{
					title: cut(escaped(headline(message)), MAX_TITLE),
					color: mostSevere === null ? NEUTRAL : COLOURS[mostSevere],
					timestamp: new Date(message.createdAt).toISOString(),
					...(url !== null && { url }),
					...(single === null
						? {
								description:
									first === undefined
										? TEST_TEXT
										: linesWithin(notices.map(lineOf).map(escaped), ROOM, message.others?.length).join("\n"),
							}
						: {
								fields: detailsOf(single).map(({ label, value }) => ({
									name: label,
									value: cut(escaped(value), MAX_VALUE),
								})),
							}),
				},
			],
			allowed_mentions: { parse: [] },
		},
	};
});

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
