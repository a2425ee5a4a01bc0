/**
 * The types of monitors that the form asks about, in the order in which it offers them. To give a type its form: a file
 * in types/ and a row here. What it sends and where its errors show follow from the file. A type without a row is
 * edited with the settings that all types have.
 */

import type { MonitorType } from "./type.ts";
import { cron } from "./types/cron.tsx";
import { dns } from "./types/dns.ts";
import { flow } from "./types/flow.ts";
import { http } from "./types/http.ts";
import { ping } from "./types/ping.ts";
import { tcp } from "./types/tcp.ts";
import { websocket } from "./types/websocket.ts";

export const MONITOR_TYPES: Readonly<Record<string, MonitorType>> = {
	http,
	flow,
	dns,
	tcp,
	cron,
	ping,
	websocket,
};

const UNKNOWN: MonitorType = {
	about: "The dashboard has no form for what monitors of this type watch. Change that through the API.",
	fields: [],
	speaksTls: () => false,
	hasContentChecks: false,
	canTry: false,
	nameOf: () => "",
	read: () => null,
};

export function typeOf(name: string): MonitorType {
	return MONITOR_TYPES[name] ?? UNKNOWN;
}
