/** Monitors of WebSockets: up when the handshake succeeds and the messages hold what is expected. */

import { z } from "zod";
import { text } from "../text.ts";
import { expectField, expectProblems, expectShortfall } from "./expected-text.ts";
import { asUri, MAX_URL_LENGTH, targetUrlProblem } from "./http/target-url.ts";
import { monitorType } from "./type.ts";

const MAX_SEND_LENGTH = 4_096;
/** Switching Protocols (RFC 9110 §15.2.2). */
const SWITCHED = 101;

const url = z
	.string()
	.superRefine((value, context) => {
		const problem = targetUrlProblem(value, "ws");
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.meta({
		format: "uri",
		pattern: "^[Ww][Ss]{1,2}:",
		minLength: 1,
		maxLength: MAX_URL_LENGTH,
		example: "wss://example.com/live",
	});

export const websocket = monitorType({
	type: "websocket",
	fields: {
		url,
		send: text(1, MAX_SEND_LENGTH)
			.nullable()
			.meta({ example: '{"type":"ping"}', description: "A text message, sent once connected." })
			.default(null),
		expect: expectField,
	},
	example: {
		name: "Live feed",
		url: "wss://example.com/live",
		send: '{"type":"ping"}',
		expect: { type: "contains", value: "pong" },
	},
	takesContentChecks: false,
	degradedIsSuccessful: true,
	problemsOf: ({ expect }) => expectProblems(expect),
	normalized: (settings) => ({ ...settings, url: asUri(settings.url) }),
	targetOf: (settings) => settings.url,
	// What is sent may hold a token.
	expectationOf: (settings) => ({ url: settings.url, expect: settings.expect }),
	speaksTls: (settings) => /^wss:/i.test(settings.url),
	shortfallOf({ expect }, { status, searched }) {
		if (status === SWITCHED) return expectShortfall(expect, searched);
		const message = `The server answered the WebSocket handshake with status ${status}; ${SWITCHED} was expected.`;
		return { reason: "status", message };
	},
});
