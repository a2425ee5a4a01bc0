/**
 * Gotify (https://gotify.net/api-docs, POST /message; https://gotify.net/docs/msgextras). Texts are plain: nothing but
 * `client::display` with `text/markdown` would change that. Messages can't be changed later.
 */

import { linesOf, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { serviceUrl } from "../../service-url.ts";

/** Gotify has no limit; this is more than anybody reads on a phone. */
const ROOM = 4_000;
/** The Android app: 8 and more is loud, 4–7 makes a sound, 1–3 none (https://github.com/gotify/android). */
const PRIORITIES = { down: 8, degraded: 6, up: 4, blind: 6, checked_again: 4 } as const;
const TEST_PRIORITY = 4;

export const gotify = byPost<"gotify">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	const mostSevere = mostSevereOf(message);
	return {
		url: serviceUrl(settings.serverUrl, "/message"),
		headers: { "x-gotify-key": settings.appToken },
		body: {
			title: text.title,
			message: linesOf(text, ROOM).join("\n"),
			priority: mostSevere === null ? TEST_PRIORITY : PRIORITIES[mostSevere],
			extras: {
				"client::display": { contentType: "text/plain" },
				...(text.link !== null && { "client::notification": { click: { url: text.link } } }),
			},
		},
	};
});
