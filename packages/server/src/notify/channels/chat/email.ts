/**
 * Email, as text and as HTML, to every address of the alert in one message. The server is the operator's (SMTP_URL). It
 * answers for each address: what one took is not sent to it again, and one that it refused for the moment gets the same
 * mail later.
 */

import type { Message, Settled } from "../../../domain/alerts/notice.ts";
import { linesOf, linesWithin, linksOf, type MessageText, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { escaped } from "../../../domain/html.ts";
import type { Channel } from "../../channel.ts";
import { type Delivery, type Failure, keeping } from "../../interface.ts";

/** Of a grouped message: more than anybody reads, little enough for every mailbox. */
const ROOM = 100_000;

export const email: Channel<"email"> = {
	gathers: true,
	async deliver(message, { settings: { to } }, { mail, link }) {
		const text = textOf(message, link);
		const before = message.settled ?? {};
		const recipients = to.filter((address) => !(address in before));
		// The others have been removed from the alert since.
		if (recipients.length === 0) return outcomeFor(to, before, null);
		const delivery = await mail({
			id: message.id,
			to,
			recipients,
			subject: text.title,
			text: plainOf(message, text),
			html: htmlOf(message, text),
		});
		if (delivery.kind === "aborted") return delivery;
		if (delivery.kind === "failed") return outcomeFor(to, { ...before, ...delivery.settled }, delivery);
		return outcomeFor(to, { ...before, ...Object.fromEntries(recipients.map((address) => [address, null])) }, null);
	},
};

/** @param failure of the last attempt; null: there was none, or it reached everybody who was left */
function outcomeFor(to: readonly string[], settled: Settled, failure: Failure | null): Delivery {
	const refused = to.filter((address) => typeof settled[address] === "string");
	const left = to.filter((address) => !(address in settled));
	const reached = to.some((address) => settled[address] === null);
	if (failure !== null && (failure.again || !reached) && left.length > 0) {
		const message = reached ? `${countedOf(to, left)} did not get it yet: ${failure.message}` : failure.message;
		return keeping({ ...failure, message }, settled);
	}
	const missing = [...refused, ...left];
	if (missing.length === 0) return { kind: "sent" };
	const [why] = missing.map((address) => settled[address] ?? failure?.message ?? "");
	if (reached) return { kind: "sent", warning: `${countedOf(to, missing)} refused it: ${why}` };
	return { kind: "failed", again: false, retryAfterMs: null, message: why ?? "" };
}

/** By their places in the list: a person's own address is not for the eyes of the team. */
function countedOf(to: readonly string[], some: readonly string[]): string {
	const places = to.flatMap((address, index) => (some.includes(address) ? [index + 1] : []));
	const which = places.length === 1 ? `address ${places[0]}` : `addresses ${places.join(", ")}`;
	return `${some.length} of ${to.length} recipients (${which})`;
}

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
	const items = linesWithin(list, ROOM, { unlisted }).map((line) => `<li>${escaped(line)}</li>`);
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
