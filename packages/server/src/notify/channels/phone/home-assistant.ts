/**
 * Home Assistant's REST API (https://developers.home-assistant.io/docs/api/rest/, POST
 * /api/services/<domain>/<service>) with a long-lived access token. The companion app
 * (https://companion.home-assistant.io/docs/notifications/notifications-basic) takes a `tag`, under which a later
 * message replaces an earlier one, and a link; `persistent_notification.create` an id that does the same; a notify
 * entity (`notify.send_message`) its `entity_id`.
 */

import { endsProblem } from "../../../domain/alerts/alert.ts";
import type { Message } from "../../../domain/alerts/notice.ts";
import { linesWithinBytes, mostSevereOf, textOf } from "../../../domain/alerts/texts/message-text.ts";
import { byPost } from "../../channel.ts";
import { conversationKey, incidentKey } from "../../incident.ts";
import { serviceUrl } from "../../service-url.ts";

/**
 * Of the text. The companion app's push service carries 4,096 bytes in all
 * (https://firebase.google.com/docs/cloud-messaging/send/v1-api): title, link and tag, too. Home Assistant answers 200
 * to what is refused there.
 */
const MAX_BYTES = 2_000;

export const homeAssistant = byPost<"home_assistant">(true, (message, { settings }, { link }) => {
	const text = textOf(message, link);
	const [domain = "", service = ""] = settings.service.split(".");
	const lines = linesWithinBytes(text, MAX_BYTES);
	const tag = isPartialEnd(message) ? ownKey(message) : (conversationKey(message) ?? message.id);
	const isApp = service.startsWith("mobile_app_");
	const isPersistent = domain === "persistent_notification";
	return {
		url: serviceUrl(settings.serverUrl, `/api/services/${domain}/${service}`),
		headers: { authorization: `Bearer ${settings.accessToken}` },
		body: {
			title: text.title,
			message: [lines, ...(text.link === null || isApp ? [] : [text.link])].join("\n"),
			...(settings.entityId !== null && { entity_id: settings.entityId }),
			...(isPersistent && { notification_id: `lapwing_${tag.replace(/[^A-Za-z0-9]+/g, "_")}` }),
			...(isApp && { data: { tag, group: "lapwing", ...opens(text.link), ...urgent(mostSevereOf(message)) } }),
		},
	};
});

/** Whether some of a cause are up again and others are not: what was said of those stays. */
function isPartialEnd({ notices, recovered }: Message): boolean {
	return recovered === undefined && notices.length > 0 && notices.every(({ event }) => endsProblem(event));
}

function ownKey(message: Message): string {
	return message.notices.length === 1 ? incidentKey(message) : message.id;
}

/** The names of the link on iOS and on Android. */
function opens(link: string | null) {
	return link === null ? {} : { url: link, clickAction: link };
}

/** On Android a message waits for the phone to wake unless it is of high priority. */
function urgent(mostSevere: ReturnType<typeof mostSevereOf>) {
	if (mostSevere !== "down") return {};
	return { ttl: 0, priority: "high", push: { "interruption-level": "time-sensitive" } };
}
