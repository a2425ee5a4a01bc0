/** Monitors of TCP ports: up when a connection is established. */

import { asHost, hostAndPort, hostField, portField } from "./host.ts";
import { monitorType } from "./type.ts";

export const tcp = monitorType({
	type: "tcp",
	fields: { host: hostField, port: portField },
	defaults: {},
	example: { name: "PostgreSQL", host: "db.example.com", port: 5432 },
	takesContentChecks: false,
	degradedIsSuccessful: true,
	normalized: (settings) => ({ ...settings, host: asHost(settings.host) ?? settings.host }),
	targetOf: ({ host, port }) => hostAndPort(host, port),
	expectationOf: ({ host, port }) => ({ host, port }),
	speaksTls: () => false,
	shortfallOf: () => null,
});
