/**
 * Opsgenie's Alert API (https://docs.opsgenie.com/docs/alert-api): an outage is one alert, found again by its alias.
 * Messages may hold HTML (https://docs.opsgenie.com/docs/alerts-and-alert-fields), so no text of ours may.
 */

import { byPost } from "../channel.ts";
import { incidentDetails, incidentKey, subjectOf } from "../incident.ts";
import { headline, lineOf, shortened, TEST_TEXT } from "../message-text.ts";

const MAX_MESSAGE = 130;
const MAX_ENTITY = 512;
const PRIORITIES = { down: "P1", degraded: "P3", blind: "P3" } as const;

export const opsgenie = byPost<"opsgenie">(false, (message, { settings }, { link, endpoints }) => {
	const [notice] = message.notices;
	const alias = incidentKey(message);
	const origin = endpoints.opsgenie[settings.region];
	const headers = { authorization: `GenieKey ${settings.apiKey}` };
	if (notice?.event === "up" || notice?.event === "checked_again") {
		const url = `${origin}/v2/alerts/${encodeURIComponent(alias)}/close?identifierType=alias`;
		return { url, headers, body: { source: "Lapwing", note: literal(headline(message)) } };
	}
	const href = notice === undefined ? null : link(notice);
	return {
		url: `${origin}/v2/alerts`,
		headers,
		body: {
			message: shortened(literal(headline(message)), MAX_MESSAGE),
			alias,
			description: [notice === undefined ? TEST_TEXT : literal(lineOf(notice)), ...(href === null ? [] : [href])].join(
				"\n",
			),
			details: Object.fromEntries(
				Object.entries(incidentDetails(notice)).map(([label, value]) => [label, literal(value)]),
			),
			entity: shortened(literal(subjectOf(message).name), MAX_ENTITY),
			source: "Lapwing",
			priority: notice === undefined ? "P5" : PRIORITIES[notice.event],
		},
	};
});

/**
 * A `<` that no letter follows opens no tag (HTML, "tag open state"). An escape would be shown as it is where texts
 * are plain, on telephones; a space without width is seen nowhere.
 */
function literal(text: string): string {
	return text.replaceAll("<", "<\u200b");
}
