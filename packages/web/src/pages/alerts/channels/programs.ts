/** What a program receives, or passes on. */

import { authorization, type ChannelFieldSpec, secretText, serverUrl } from "./field.ts";

export const PROGRAMS = {
	webhook: [
		{ name: "url", label: "Address", kind: "text", placeholder: "https://example.com/hooks/lapwing" },
		{
			name: "secret",
			label: "Signing key",
			kind: "text",
			secret: true,
			placeholder: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
			hint:
				"Signs each request as Standard Webhooks says. The receiver needs it: copy it now, it is not shown again. " +
				"After a change both keys sign for a day.",
		},
	],
	http: [
		{
			name: "method",
			label: "Method",
			kind: "choice",
			optional: true,
			options: ["POST", "PUT", "PATCH", "GET", "DELETE"].map((value) => ({ value, label: value })),
		},
		secretText("url", "Address", "https://example.com/alerts", "Kept secret, for it often holds a key."),
		{
			name: "headers",
			label: "Headers",
			kind: "lines",
			secret: true,
			optional: true,
			placeholder: "Authorization: Bearer 0123456789abcdef\nContent-Type: application/json",
			hint: "A line each. Content-Type says how values in the body are escaped; without it the body is JSON.",
		},
		{
			name: "body",
			label: "Body",
			kind: "lines",
			optional: true,
			placeholder: '{ "text": "{{title}}\\n{{text}}" }',
			hint: "A template: the fields below stand for values. Left empty, JSON with the usual members is sent.",
		},
	],
	apprise: [
		serverUrl("Apprise API", "http://127.0.0.1:8000", "It passes messages on to a hundred services."),
		{ name: "key", label: "Configuration key", kind: "text", placeholder: "operations" },
		{
			name: "tag",
			label: "Tag",
			kind: "text",
			optional: true,
			placeholder: "all",
			hint: "Notifies services with this tag alone.",
		},
		authorization,
	],
} as const satisfies Record<string, readonly ChannelFieldSpec[]>;
