/**
 * The mails of signing in. They are sent after the answer, so that the answer takes the same time whether the account
 * exists.
 */

import { newPublicId } from "../../storage/database/public-ids.ts";
import type { OutgoingMail, Services } from "../services.ts";

/** Sends a mail in the background. Does nothing without a mail server, or without an origin for links. */
export function sendLater(services: Services, write: (origin: string) => OutgoingMail): void {
	const { sendMail, linkOrigin, log } = services;
	if (sendMail === undefined || linkOrigin === null) return;
	sendMail(write(linkOrigin)).then(
		(problem) => {
			if (problem !== null) log.warn({ reason: problem }, "A mail was not sent");
		},
		(error: unknown) => log.error({ err: error }, "A mail could not be sent"),
	);
}

export function signInMail(to: string, link: string): OutgoingMail {
	return mail(to, {
		subject: "Your sign-in link for Lapwing",
		lines: ["Somebody, probably you, asked for a link that signs you in to Lapwing. It works once, within 15 minutes."],
		link,
		action: "Sign in",
		end: "If it was not you, ignore this mail: nobody can sign in without the link.",
	});
}

export function invitationMail(to: string, team: string, link: string): OutgoingMail {
	return mail(to, {
		subject: `You are invited to ${oneLine(team)} on Lapwing`,
		lines: [`You are invited to the team ${team} on Lapwing. The link works once, within 7 days.`],
		link,
		action: "Join the team",
		end: "If you don't know what this is about, ignore this mail.",
	});
}

interface Content {
	readonly subject: string;
	readonly lines: readonly string[];
	readonly link: string;
	readonly action: string;
	readonly end: string;
}

function mail(to: string, { subject, lines, link, action, end }: Content): OutgoingMail {
	return {
		id: newPublicId("evt"),
		to: [to],
		subject,
		text: [...lines, "", link, "", end, ""].join("\n"),
		html: [
			'<!doctype html><html lang="en"><body style="font-family: sans-serif">',
			...lines.map((line) => `<p>${escaped(line)}</p>`),
			`<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
			`<p style="color: #667085">${escaped(end)}</p>`,
			"</body></html>",
		].join("\n"),
	};
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, " ");
}

function escaped(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}
