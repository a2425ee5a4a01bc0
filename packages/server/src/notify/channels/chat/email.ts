/**
 * Email, as text and as HTML, to every address of the alert in one message. The server is the operator's (SMTP_URL).
 */

import type { Message } from "../../../domain/alerts/notice.ts";
import { linesOf, linesWithin, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { escaped } from "../../../domain/html.ts";
import type { Channel } from "../../channel.ts";

/** Of a grouped message: more than anybody reads, little enough for every mailbox. */
const ROOM = 100_000;

export const email: Channel<"email"> = {
	gathers: true,
	deliver(message, { settings }, { mail, link }) {
		const text = textOf(message, link);
		return mail({
			id: message.id,
			to: settings.to,
			subject: text.title,
			text: plainOf(message, text),
			html: htmlOf(message, text),
		});
	},
};

function plainOf({ alert, notices }: Message, text: MessageText): string {
	return [
		...(notices.length === 1 ? [text.title, ""] : []),
		...linesOf(text, ROOM),
		...linksOf(text).flatMap(({ label, url }) => ["", `${label}: ${url}`]),
		"",
		`Sent by Lapwing for the alert ${alert.name}.`,
		"",
	].join("\n");
}

function htmlOf({ alert }: Message, text: MessageText): string {
	const { title, lead, list, unlisted, details } = text;
	const items = linesWithin(list, ROOM, unlisted).map((line) => `<li>${escaped(line)}</li>`);
	const rows = details.map(
		({ label, value }) => `<tr><th align="left" valign="top">${label}</th><td>${escaped(value)}</td></tr>`,
	);
	return [
		'<!doctype html><html lang="en"><body style="font-family: sans-serif">',
		`<h1 style="font-size: 1.25em">${escaped(title)}</h1>`,
		...(lead.length > 0 ? [`<p>${lead.map(escaped).join("<br>")}</p>`] : []),
		...(list.length > 0 ? [`<ul>${items.join("")}</ul>`] : []),
		...(rows.length > 0 ? [`<table cellpadding="4">${rows.join("")}</table>`] : []),
		...linksOf(text).map(({ label, url }) => `<p><a href="${escaped(url)}">${label}</a></p>`),
		`<p style="color: #667085">Sent by Lapwing for the alert ${escaped(alert.name)}.</p>`,
		"</body></html>",
	].join("\n");
}
