/**
 * Signal through signal-cli-rest-api (https://bbernhard.github.io/signal-cli-rest-api/, POST /v2/send): 201 with the
 * message's time. `text_mode` is left at `normal`, in which texts are plain. Whatever signal-cli can't do it answers
 * with 400, a lost connection too, so a 400 is tried again; an attempt may have reached some of the recipients then.
 */

import { linesWithinBytes, linksOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { serviceUrl } from "../../service-url.ts";

/**
 * Bytes. Of a longer text signal-cli makes an attachment (https://github.com/AsamK/signal-cli/issues/1598), of which
 * phones show the beginning: not the links at its end.
 */
const MAX_BYTES = 2_000;

export const signal = byPost<"signal">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	const links = linksOf(text).map(({ label, url }) => `${label}: ${url}`);
	const room = MAX_BYTES - Buffer.byteLength([text.title, "", ...links].join("\n"));
	return {
		url: serviceUrl(settings.serverUrl, "/v2/send"),
		headers: settings.authorization === null ? {} : { authorization: settings.authorization },
		body: {
			number: settings.number,
			recipients: settings.recipients,
			text_mode: "normal",
			message: [text.title, linesWithinBytes(text, room), ...links].filter((part) => part !== "").join("\n"),
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
