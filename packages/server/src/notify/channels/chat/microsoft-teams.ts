/**
 * Microsoft Teams through a workflow ("when a Teams webhook request is received"), which takes an Adaptive Card
 * (https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using). All texts
 * are text runs of rich text blocks: those are literal, where text blocks read Markdown.
 */

import {
	linesWithin,
	linksOf,
	type MessageText,
	mostSevereOf,
	textOf,
} from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";

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
	const mostSevere = mostSevereOf(message);
	const text = textOf(message, link);
	const links = linksOf(text);
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
						fallbackText: text.title,
						body: [
							richText({
								text: text.title,
								weight: "Bolder",
								size: "Medium",
								color: mostSevere === null ? "Default" : COLOURS[mostSevere],
							}),
							...blocksOf(text),
						],
						...(links.length > 0 && {
							actions: links.map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url })),
						}),
					},
				},
			],
		},
	};
});

function blocksOf({ lead, list, details, unlisted }: MessageText) {
	const lines = linesWithin(list.length > 0 ? list : lead, ROOM, { unlisted });
	return [
		...lines.map((text) => richText({ text })),
		...details.map(({ label, value }) => richText({ text: `${label}: `, weight: "Bolder" }, { text: value })),
	];
}

function richText(...runs: readonly object[]) {
	return {
		type: "RichTextBlock",
		spacing: "Small",
		inlines: runs.map((run) => ({ type: "TextRun", ...run })),
	};
}
