import type { MonitorType } from "../type.ts";

export const ping: MonitorType = {
	about: "Sends ICMP packets to a host. Degraded when some are lost, down when all are.",
	fields: [
		{ name: "host", kind: "text", label: "Host", placeholder: "router.internal", initial: "", mono: true },
		{ name: "packets", kind: "number", label: "Packets", initial: 3, min: 1, max: 10 },
	],
	speaksTls: () => false,
	hasContentChecks: false,
	nameOf: ({ host }) => String(host ?? ""),
	read: (address) => {
		const [, host] = /^(?:ping|icmp):(?:\/\/)?([^\s/]+)$/i.exec(address) ?? [];
		return host ? { host } : null;
	},
};
