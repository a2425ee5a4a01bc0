import type { MonitorType } from "../type.ts";

export const tcp: MonitorType = {
	label: "TCP port",
	about: "Opens a connection to a port. For databases, mail servers, anything that listens.",
	fields: [
		{ name: "host", kind: "text", label: "Host", placeholder: "db1.internal", initial: "", mono: true },
		{ name: "port", kind: "number", label: "Port", initial: 443, min: 1, max: 65_535 },
	],
	speaksTls: () => false,
	hasContentChecks: false,
	nameOf: ({ host, port }) => (host ? `${host}:${port}` : ""),
	read: (address) => {
		const [, host, port] = /^(?:tcp:\/\/)?([^\s:/]+):(\d+)$/.exec(address) ?? [];
		return host && port ? { host, port: Number(port) } : null;
	},
};
