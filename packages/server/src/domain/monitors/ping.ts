/** Monitors of hosts that answer ping (ICMP echo): up when every packet is answered, degraded when some are. */

import { z } from "zod";
import { asHost, hostField } from "./host.ts";
import { monitorType } from "./type.ts";

export const ping = monitorType({
	type: "ping",
	fields: {
		host: hostField,
		packets: z
			.int()
			.min(1)
			.max(10)
			.meta({
				example: 3,
				description:
					"Sent 200 ms apart, fewer when `timeoutSeconds` is too short for them. All lost: down; some lost: degraded.",
			})
			.default(3),
	},
	example: { name: "Router", host: "router.example.com" },
	takesContentChecks: false,
	degradedIsSuccessful: true,
	needs: "ping",
	normalized: (settings) => ({ ...settings, host: asHost(settings.host) ?? settings.host }),
	targetOf: ({ host }) => host,
	expectationOf: ({ host, packets }) => ({ host, packets }),
	speaksTls: () => false,
	shortfallOf(_settings, { sent, received }) {
		if (received === sent) return null;
		return { verdict: "degraded", reason: "packet_loss", message: `${received} of ${sent} packets were answered.` };
	},
});
