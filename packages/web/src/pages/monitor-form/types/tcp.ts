import type { MonitorType } from "../type.ts";
import { EXPECT_FIELDS, expectOf, expectValuesOf } from "./expected-text.ts";

const STARTTLS_PROTOCOLS: Readonly<Record<string, string>> = {
	smtp: "SMTP",
	imap: "IMAP",
	pop3: "POP3",
	postgres: "PostgreSQL",
};

export const tcp: MonitorType = {
	about: "Opens a connection to a port, with TLS if you like. For databases, mail servers, anything that listens.",
	fields: [
		{ name: "host", kind: "text", label: "Host", placeholder: "db1.internal", initial: "", mono: true },
		{ name: "port", kind: "number", label: "Port", initial: 443, min: 1, max: 65_535 },
		{
			name: "tls",
			kind: "choice",
			label: "TLS",
			initial: "none",
			values: [
				{ value: "none", label: "None" },
				{ value: "tls", label: "From the start" },
				{ value: "starttls", label: "STARTTLS" },
			],
		},
		{
			name: "protocol",
			kind: "choice",
			label: "Protocol",
			initial: "smtp",
			values: Object.entries(STARTTLS_PROTOCOLS).map(([value, label]) => ({ value, label })),
			isShown: ({ tls }) => tls === "starttls",
		},
	],
	groups: [
		{
			title: "Conversation",
			about: "What is sent once connected, and what must come back.",
			fields: [
				{
					name: "send",
					kind: "text",
					label: "Send",
					placeholder: "PING\\r\\n",
					hint: "\\r \\n \\t \\0 \\\\ and \\xHH stand for one byte each.",
					initial: "",
					mono: true,
					emptyIsNull: true,
					keepsBlanks: true,
				},
				...EXPECT_FIELDS,
			],
		},
	],
	speaksTls: ({ tls }) => tls === "tls" || tls === "starttls",
	hasContentChecks: false,
	nameOf: ({ host, port }) => (host ? `${host}:${port}` : ""),
	read: (address) => {
		const [, host, port] = /^(?:tcp:\/\/)?([^\s:/]+):(\d+)$/.exec(address) ?? [];
		return host && port ? { host, port: Number(port) } : null;
	},
	ownOf: ({ host, port, tls, protocol, send, expect }) => ({
		host,
		port,
		tls,
		protocol: protocol ?? "smtp",
		send,
		...expectValuesOf(expect),
	}),
	settingsOf: (own) => ({
		host: own["host"],
		port: own["port"],
		tls: own["tls"],
		protocol: own["tls"] === "starttls" ? own["protocol"] : null,
		send: own["send"],
		expect: expectOf(own),
	}),
};
