import type { MonitorType } from "../type.ts";
import { EXPECT_FIELDS, expectOf, expectValuesOf } from "./expected-text.ts";

export const websocket: MonitorType = {
	label: "WebSocket",
	about: "Opens a WebSocket, and waits for a message if you like.",
	fields: [
		{
			name: "url",
			kind: "text",
			label: "Address",
			placeholder: "wss://example.com/live",
			initial: "",
			mono: true,
			width: "row",
		},
	],
	groups: [
		{
			title: "Conversation",
			about: "What is sent once connected, and what must come back.",
			fields: [
				{ name: "send", kind: "text", label: "Send", initial: "", mono: true, emptyIsNull: true },
				...EXPECT_FIELDS,
			],
		},
	],
	speaksTls: ({ url }) => /^wss:/i.test(String(url)),
	hasContentChecks: false,
	nameOf: ({ url }) => URL.parse(String(url))?.hostname ?? "",
	read: (address) => (/^wss?:\/\//i.test(address) ? { url: address } : null),
	ownOf: ({ url, send, expect }) => ({ url, send, ...expectValuesOf(expect) }),
	settingsOf: (own) => ({ url: own["url"], send: own["send"] || null, expect: expectOf(own) }),
};
