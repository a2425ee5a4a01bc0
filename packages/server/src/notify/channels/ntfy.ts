/**
 * ntfy (https://docs.ntfy.sh/publish/#publish-as-json): JSON to the server's root. Texts are plain as long as
 * Markdown is not asked for.
 */

import { byPost } from "../channel.ts";
import { detailsOf, headline, lineOf, linesWithin, mostSevereOf, TEST_TEXT } from "../message-text.ts";

/** Beyond 4,096 bytes ntfy makes an attachment of a message. */
const MAX_BYTES = 4_096;
const PRIORITIES = { down: 5, degraded: 4, up: 3, blind: 4, checked_again: 3 } as const;
const TAGS = {
	down: "rotating_light",
	degraded: "warning",
	up: "white_check_mark",
	blind: "see_no_evil",
	checked_again: "eyes",
} as const;

export const ntfy = byPost<"ntfy">(true, (message, { settings }, { link }) => {
	const { notices } = message;
	const [first, ...others] = notices;
	const mostSevere = mostSevereOf(message);
	const click = first === undefined || others.length > 0 ? null : link(first);
	const lines =
		first === undefined
			? [TEST_TEXT]
			: others.length > 0
				? notices.map(lineOf)
				: detailsOf(first).map(({ label, value }) => `${label}: ${value}`);
	return {
		url: new URL("/", settings.serverUrl).href,
		headers: settings.accessToken === null ? {} : { authorization: `Bearer ${settings.accessToken}` },
		body: {
			topic: settings.topic,
			title: headline(message),
			message: withinBytes(lines, message.others?.length),
			priority: mostSevere === null ? 2 : PRIORITIES[mostSevere],
			...(mostSevere !== null && { tags: [TAGS[mostSevere]] }),
			...(click !== null && { click }),
		},
	};
});

function withinBytes(lines: readonly string[], unlisted?: number): string {
	for (let room = MAX_BYTES; ; room = Math.floor(room / 2)) {
		const text = linesWithin(lines, room, unlisted).join("\n");
		if (Buffer.byteLength(text) <= MAX_BYTES) return text;
	}
}
