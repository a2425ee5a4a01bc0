/**
 * Email, as text and as HTML, to every address of the alert in one message. The server is the operator's (SMTP_URL).
 */

import type { Message, Notice } from "../../domain/alerts/notice.ts";
import type { Channel } from "../channel.ts";
import { detailsOf, headline, lineOf, linesWithin, TEST_TEXT, titleOf } from "../message-text.ts";

/** Of a grouped message: more than anybody reads, little enough for every mailbox. */
const ROOM = 100_000;

export const email: Channel<"email"> = {
	gathers: true,
	deliver(message, { settings }, { mail, link }) {
		return mail({
			id: message.id,
			to: settings.to,
			subject: headline(message),
			text: textOf(message, link),
			html: htmlOf(message, link),
		});
	},
};

function textOf({ alert, notices, others: unlisted }: Message, link: (notice: Notice) => string | null): string {
	const [first, ...others] = notices;
	const url = first === undefined || others.length > 0 ? null : link(first);
	const lines =
		first === undefined
			? [TEST_TEXT]
			: others.length > 0
				? linesWithin(notices.map(lineOf), ROOM, unlisted?.length)
				: [titleOf(first), "", ...detailsOf(first).map(({ label, value }) => `${label}: ${value}`)];
	return [...lines, ...(url === null ? [] : ["", url]), "", `Sent by Lapwing for the alert ${alert.name}.`, ""].join(
		"\n",
	);
}

function htmlOf(message: Message, link: (notice: Notice) => string | null): string {
	const { alert, notices, others: unlisted } = message;
	const [first, ...others] = notices;
	const url = first === undefined || others.length > 0 ? null : link(first);
	const content =
		first === undefined
			? `<p>${TEST_TEXT}</p>`
			: others.length > 0
				? `<ul>${linesWithin(notices.map(lineOf), ROOM, unlisted?.length)
						.map((line) => `<li>${escaped(line)}</li>`)
						.join("")}</ul>`
				: `<table cellpadding="4">${detailsOf(first)
						.map(({ label, value }) => `<tr><th align="left" valign="top">${label}</th><td>${escaped(value)}</td></tr>`)
						.join("")}</table>`;
	return [
		'<!doctype html><html lang="en"><body style="font-family: sans-serif">',
		`<h1 style="font-size: 1.25em">${escaped(headline(message))}</h1>`,
		content,
		url === null ? "" : `<p><a href="${escaped(url)}">Open in Lapwing</a></p>`,
		`<p style="color: #667085">Sent by Lapwing for the alert ${escaped(alert.name)}.</p>`,
		"</body></html>",
	].join("\n");
}

function escaped(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}
