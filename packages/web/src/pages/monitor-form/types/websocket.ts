import type { MonitorOf } from "../../../api/monitors.ts";
import type { MonitorType } from "../type.ts";
import { addressName } from "./address-name.ts";
import { conversation, expectValuesOf, withExpect } from "./expected-text.ts";

export const websocket: MonitorType<MonitorOf<"websocket">> = {
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
	groups: [conversation('{"type":"ping"}')],
	speaksTls: ({ url }) => /^wss:/i.test(String(url)),
	hasContentChecks: false,
	schemes: ["wss://", "ws://"],
	nameOf: ({ url }) => addressName(url),
	read: (address) => (/^wss?:\/\//i.test(address) ? { url: address } : null),
	ownOf: ({ expect }) => expectValuesOf(expect),
	settingsOf: withExpect,
};
