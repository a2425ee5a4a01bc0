/** Where a channel sends its messages, found out by composing one that is not sent. */

import type { ChannelSettings, ChannelType } from "../domain/alerts/channels.ts";
import type { Message } from "../domain/alerts/notice.ts";
import { type Channel, type Tools, VENDOR_ENDPOINTS } from "./channel.ts";
import { CHANNEL_SENDERS } from "./channels.ts";
import type { Delivery } from "./interface.ts";

const TEST: Message = { id: "evt_test", alert: { id: "alt_test", name: "Test" }, notices: [], createdAt: 0 };
const NOT_SENT: Delivery = { kind: "aborted" };

/** The URL that messages are posted to; null for mail, which goes to the operator's own server. */
export async function receiverAddress(settings: ChannelSettings): Promise<URL | null> {
	const posted: string[] = [];
	const tools: Tools = {
		now: () => 0,
		endpoints: VENDOR_ENDPOINTS,
		link: () => null,
		mail: async () => NOT_SENT,
		async post({ url }) {
			posted.push(url);
			return NOT_SENT;
		},
	};
	// The table holds each channel under its own type, so settings and sender belong together.
	const channel = CHANNEL_SENDERS[settings.type] as unknown as Channel<ChannelType>;
	await channel.deliver(TEST, { settings, previous: null }, tools);
	return posted[0] === undefined ? null : new URL(posted[0]);
}
