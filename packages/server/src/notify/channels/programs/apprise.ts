/**
 * Apprise's API (https://github.com/caronc/apprise-api, POST /notify/{KEY}), which passes a message on to what its
 * owner configured there under a key. 424 means that one of those services took it and another did not: which, Apprise
 * does not say, so it is tried again, and arrives twice where it had arrived.
 */

import { linesOf, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { serviceUrl } from "../../service-url.ts";

/** What most of Apprise's services take; it cuts for the others. */
const ROOM = 3_500;
const TYPES = {
	down: "failure",
	degraded: "warning",
	up: "success",
	blind: "warning",
	checked_again: "success",
} as const;

export const apprise = byPost<"apprise">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	const mostSevere = mostSevereOf(message);
	return {
		url: serviceUrl(settings.serverUrl, `/notify/${settings.key}`),
		headers: {
			// Else it answers with a page.
			accept: "application/json",
			...(settings.authorization !== null && { authorization: settings.authorization }),
		},
		body: {
			title: text.title,
			body: [...linesOf(text, ROOM), ...(text.link === null ? [] : [text.link])].join("\n"),
			type: mostSevere === null ? "info" : TYPES[mostSevere],
			format: "text",
			...(settings.tag !== null && { tag: settings.tag }),
		},
		read({ status }) {
			if (status === 424) {
				return {
					kind: "failed",
					again: true,
					retryAfterMs: null,
					message: "Apprise could not reach all of the services under this key (status 424).",
					mayHaveArrived: true,
				};
			}
			// 204: the key is not configured, so nobody was told.
			if (status !== 204) return null;
			const message = "Apprise has nothing configured under this key (status 204).";
			return { kind: "failed", again: false, retryAfterMs: null, message };
		},
	};
});
