/**
 * The mails of signing in. They are sent after the answer, so that the answer takes the same time whether the account
 * exists.
 */

import type { Logger } from "pino";
import { escaped } from "../domain/html.ts";
import { newPublicId } from "../storage/database/public-ids.ts";

export interface OutgoingMail {
	/** Left part of the Message-ID. */
	readonly id: string;
	readonly to: readonly string[];
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

/** What sending takes. */
export interface Mailing {
	/** Sends a mail. Returns the reason when it was not sent, else null. Absent without a mail server. */
	readonly sendMail?: ((mail: OutgoingMail) => Promise<string | null>) | undefined;
	/** Origin of links in mails; null: links can't be mailed. */
	readonly linkOrigin: string | null;
	readonly log: Logger;
}

/** Sends a mail in the background. Does nothing without a mail server, or without an origin for links. */
export function sendLater(services: Mailing, write: (origin: string) => OutgoingMail): void {
	const { sendMail, linkOrigin, log } = services;
	if (sendMail === undefined || linkOrigin === null) return;
	sendMail(write(linkOrigin)).then(
		(problem) => {
			if (problem !== null) log.warn({ reason: problem }, "A mail was not sent");
		},
		(error: unknown) => log.error({ err: error }, "A mail could not be sent"),
	);
}

/** @param endsOthers whether the link signs out whoever uses an account of this address now */
export function signInMail(to: string, link: string, { endsOthers }: { endsOthers: boolean }): OutgoingMail {
	return mail(to, {
		subject: "Your sign-in link for Lapwing",
		lines: [
			"Somebody, probably you, asked for a link that signs you in to Lapwing. It works once, within 15 minutes.",
			...(endsOthers
				? [
						"It also proves that this address is yours. Whoever has used the account so far is signed out, and its " +
							"passkeys are removed: add yours again afterwards.",
					]
				: []),
		],
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
