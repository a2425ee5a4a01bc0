/**
 * Monitors of TCP ports: up when a connection is established, TLS is agreed on where it is spoken, and the target
 * sends what is expected.
 */

import { z } from "zod";
import { text } from "../../text.ts";
import { expectField, expectProblems, expectShortfall } from "../expected-text.ts";
import { asHost, hostAndPort, hostField, portField } from "../host.ts";
import { monitorType, type SettingsProblem } from "../type.ts";
import { unescaped } from "./escapes.ts";

/**
 * Protocols that begin in the clear and agree on TLS: RFC 3207, RFC 9051 §6.2.1, RFC 2595 §4, PostgreSQL's SSLRequest.
 */
export const STARTTLS_PROTOCOLS = ["smtp", "imap", "pop3", "postgres"] as const;
export type StarttlsProtocol = (typeof STARTTLS_PROTOCOLS)[number];

const MAX_SEND_BYTES = 4_096;
/** Each byte may be written as an escape. */
const MAX_SEND_LENGTH = 4 * MAX_SEND_BYTES;

export const tcp = monitorType({
	type: "tcp",
	fields: {
		host: hostField,
		port: portField,
		tls: z
			.enum(["none", "tls", "starttls"])
			.meta({
				example: "none",
				description: "`tls`: from the first byte; `starttls`: after both have agreed on it in `protocol`.",
			})
			.default("none"),
		protocol: z
			.enum(STARTTLS_PROTOCOLS)
			.nullable()
			.meta({ example: "smtp", description: "For `starttls`; otherwise null." })
			.default(null),
		send: text(1, MAX_SEND_LENGTH)
			.nullable()
			.meta({
				example: "PING\\r\\n",
				description:
					"Sent once connected. `\\r`, `\\n`, `\\t`, `\\0`, `\\\\` and `\\xHH` stand for one byte each; at most " +
					`${MAX_SEND_BYTES} bytes.`,
			})
			.default(null),
		expect: expectField,
	},
	example: {
		name: "Redis",
		host: "cache.example.com",
		port: 6379,
		send: "PING\\r\\n",
		expect: { type: "contains", value: "+PONG" },
	},
	takesContentChecks: false,
	degradedIsSuccessful: true,
	problemsOf: ({ tls, protocol, send, expect }) => [
		...protocolProblems(tls, protocol),
		...sendProblems(send),
		...expectProblems(expect),
	],
	normalized: (settings) => ({ ...settings, host: asHost(settings.host) ?? settings.host }),
	targetOf: ({ host, port }) => hostAndPort(host, port),
	// What is sent may hold a password.
	expectationOf: ({ host, port, tls, protocol, expect }) => ({ host, port, tls, protocol, expect }),
	speaksTls: ({ tls }) => tls !== "none",
	shortfallOf: ({ expect }, { searched }) => expectShortfall(expect, searched),
});

function protocolProblems(tls: string, protocol: StarttlsProtocol | null): SettingsProblem[] {
	if (tls === "starttls" && protocol === null) {
		return [{ path: "/protocol", message: `STARTTLS needs a protocol: ${STARTTLS_PROTOCOLS.join(", ")}.` }];
	}
	if (tls !== "starttls" && protocol !== null) {
		return [{ path: "/protocol", message: 'A protocol is for "tls": "starttls" alone; leave it null.' }];
	}
	return [];
}

function sendProblems(send: string | null): SettingsProblem[] {
	const bytes = unescaped(send ?? "");
	if ("unknownEscape" in bytes) {
		const message = `${bytes.unknownEscape} is no escape. There are \\r \\n \\t \\0 \\xHH, and \\\\ for a backslash.`;
		return [{ path: "/send", message }];
	}
	if (bytes.length <= MAX_SEND_BYTES) return [];
	return [{ path: "/send", message: `This is ${bytes.length} bytes; at most ${MAX_SEND_BYTES} are sent.` }];
}
