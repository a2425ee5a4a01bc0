/**
 * Microsoft Teams through a workflow ("when a Teams webhook request is received"), which takes an Adaptive Card
 * (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using). All texts
 * are text runs of rich text blocks: those are literal, where text blocks read Markdown.
 */

import type { Message, Notice } from "../../domain/alerts/notice.ts";
import { byPost } from "../channel.ts";
import { type Detail, detailsOf, headline, lineOf, linesWithin, mostSevereOf, TEST_TEXT } from "../message-text.ts";

/** A message may have 28 KB; a character of ours takes at most 4 bytes, or 6 where JSON escapes it. */
const ROOM = 4_000;

const COLOURS = {
	down: "Attention",
	degraded: "Warning",
	up: "Good",
	blind: "Warning",
	checked_again: "Good",
} as const;

export const microsoftTeams = byPost<"microsoft_teams">(true, (message, { settings }, { link }) => {
	const [first, ...others] = message.notices;
	const mostSevere = mostSevereOf(message);
	const url = first === undefined || others.length > 0 ? null : link(first);
	return {
		url: settings.url,
		body: {
			type: "message",
			attachments: [
				{
					contentType: "application/vnd.microsoft.card.adaptive",
					contentUrl: null,
					content: {
						$schema: "http://adaptivecards.io/schemas/adaptive-card.json",
						type: "AdaptiveCard",
						version: "1.4",
						fallbackText: headline(message),
						body: [
							richText({
								text: headline(message),
								weight: "Bolder",
								size: "Medium",
								color: mostSevere === null ? "Default" : COLOURS[mostSevere],
							}),
							...linesOf(message),
						],
						...(url !== null && { actions: [{ type: "Action.OpenUrl", title: "Open in Lapwing", url }] }),
					},
				},
			],
		},
	};
});

function linesOf({ notices, others: unlisted }: Message) {
	const [first, ...others] = notices;
	if (first === undefined) return [richText({ text: TEST_TEXT })];
	if (others.length > 0)
		return linesWithin(notices.map(lineOf), ROOM, unlisted?.length).map((text) => richText({ text }));
	return detailsOf(first satisfies Notice).map(fact);
}

function fact({ label, value }: Detail) {
	return richText({ text: `${label}: `, weight: "Bolder" }, { text: value });
}

function richText(...runs: readonly object[]) {
	return {
		type: "RichTextBlock",
		spacing: "Small",
		inlines: runs.map((run) => ({ type: "TextRun", ...run })),
	};
}
