/**
 * Signal through signal-cli-rest-api (https://bbernhard.github.io/signal-cli-rest-api/, POST /v2/send): 201 with the
 * message's time. `text_mode` is left at `normal`, in which texts are plain. Whatever signal-cli can't do it answers
 * with 400, a lost connection too, so a 400 is tried again; an attempt may have reached some of the recipients then.
 */

import { linesOf, linksOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { serviceUrl } from "../../service-url.ts";

/** Signal sends a longer text as an attachment, of which a notification shows nothing. */
const ROOM = 1_600;

export const signal = byPost<"signal">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	return {
		url: serviceUrl(settings.serverUrl, "/v2/send"),
		headers: settings.authorization === null ? {} : { authorization: settings.authorization },
		body: {
			number: settings.number,
			recipients: settings.recipients,
			text_mode: "normal",
			message: [text.title, ...linesOf(text, ROOM), ...linksOf(text).map(({ label, url }) => `${label}: ${url}`)].join(
				"\n",
			),
		},
		read: ({ status }) =>
			status === 400
				? {
						kind: "failed",
						again: true,
						retryAfterMs: null,
						message: "signal-cli could not send it (status 400): its log says why.",
						mayHaveArrived: true,
					}
				: null,
	};
});
