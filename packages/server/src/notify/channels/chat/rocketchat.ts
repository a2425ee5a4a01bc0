/**
 * Rocket.Chat's incoming webhooks (https://developer.rocket.chat/docs/incoming-webhook-integrations): the title as
 * `text`, and one attachment below it. A webhook answers no id, so its message can't be changed later. One that is
 * refused answers `success: false`, in some versions with a status of 200.
 */

import { byPost } from "../../channel.ts";
import { parted } from "../../literal.ts";
import { attachmentOf } from "./attachment.ts";

export const rocketchat = byPost<"rocketchat">(true, (message, { settings }, { link }) => {
	const { title, attachment } = attachmentOf(message, link, parted);
	return {
		url: settings.url,
		// `alias` is the name under which it is posted, where the webhook allows one.
		body: { alias: "Lapwing", text: `*${title}*`, attachments: [attachment] },
		read: ({ status, json }) =>
			status === 200 && (json as { success?: unknown } | undefined)?.success === false
				? { kind: "failed", again: false, retryAfterMs: null, message: "Rocket.Chat refused the message." }
				: null,
	};
});
