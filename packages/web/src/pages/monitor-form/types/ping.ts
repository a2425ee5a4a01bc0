import { LIMITS } from "../../../api/client/limits.ts";
import { numberWithin } from "../../../ui/forms/spec-fields.tsx";
import type { MonitorType } from "../type.ts";

export const ping: MonitorType = {
	about: "Sends ICMP packets to a host. Degraded when some are lost, down when all are.",
	fields: [
		{ name: "host", kind: "text", label: "Host", placeholder: "router.internal", initial: "", mono: true },
		{ name: "packets", label: "Packets", ...numberWithin(LIMITS.PingMonitorCreate.packets) },
	],
	speaksTls: () => false,
	hasContentChecks: false,
	nameOf: ({ host }) => String(host ?? ""),
	read: (address) => {
		const [, host] = /^(?:ping|icmp):(?:\/\/)?([^\s/]+)$/i.exec(address) ?? [];
		return host ? { host } : null;
	},
};
