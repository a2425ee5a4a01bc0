import { LIMITS } from "../../../api/client/limits.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { numberWithin } from "../../../ui/forms/spec-fields.tsx";
import type { MonitorType } from "../type.ts";
import { conversation, expectValuesOf, withExpect } from "./expected-text.ts";

const STARTTLS_PROTOCOLS: Readonly<Record<NonNullable<MonitorOf<"tcp">["protocol"]>, string>> = {
	smtp: "SMTP",
	imap: "IMAP",
	pop3: "POP3",
	postgres: "PostgreSQL",
};

export const tcp: MonitorType<MonitorOf<"tcp">> = {
	about: "Opens a connection to a port, with TLS if you like. For databases, mail servers, anything that listens.",
	fields: [
		{ name: "host", kind: "text", label: "Host", placeholder: "db1.internal", initial: "", mono: true },
		{ name: "port", label: "Port", ...numberWithin(LIMITS.TcpMonitorCreate.port), initial: 443 },
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
	groups: [conversation("PING\\r\\n", "\\r \\n \\t \\0 \\\\ and \\xHH stand for one byte each.")],
	speaksTls: ({ tls }) => tls === "tls" || tls === "starttls",
	hasContentChecks: false,
	nameOf: ({ host, port }) => (host ? `${host}:${port}` : ""),
	read: (address) => {
		const [, host, port] = /^(?:tcp:\/\/)?([^\s:/]+):(\d+)$/.exec(address) ?? [];
		return host && port ? { host, port: Number(port) } : null;
	},
	ownOf: ({ protocol, expect }) => ({ protocol: protocol ?? "smtp", ...expectValuesOf(expect) }),
	settingsOf: (own) => ({ protocol: null, ...withExpect(own) }),
};
