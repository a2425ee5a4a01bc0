/** Every channel, in the groups and the order in which they are offered, with the fields of its form. */

import type { ChannelType } from "../../../api/alerts.ts";
import { CHAT } from "./chat.ts";
import type { ChannelFieldSpec } from "./field.ts";
import { ON_CALL } from "./on-call.ts";
import { PHONE } from "./phone.ts";
import { PROGRAMS } from "./programs.ts";

export const CHANNEL_GROUPS = [
	{ title: "Mail and chat", channels: CHAT },
	{ title: "Phone", channels: PHONE },
	{ title: "On call", channels: ON_CALL },
	{ title: "Programs", channels: PROGRAMS },
] as const;

const CHANNEL_FIELDS: Readonly<Record<ChannelType, readonly ChannelFieldSpec[]>> = {
	...CHAT,
	...PHONE,
	...ON_CALL,
	...PROGRAMS,
};

/** None for a channel that only a newer service has. */
export function channelFields(type: string): readonly ChannelFieldSpec[] {
	return Object.hasOwn(CHANNEL_FIELDS, type) ? CHANNEL_FIELDS[type as ChannelType] : [];
}

const KEY_BYTES = 24;

/** A signing key as Standard Webhooks spells it. */
export function newSigningKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
	return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
