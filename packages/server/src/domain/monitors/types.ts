/**
 * The one table of monitor types. To add a type: a row here in a file of its own, its response in
 * ../checks/observation.ts, and its probe in ../../probe/probes.ts; validation, OpenAPI, storage, judgement, figures
 * and certificates follow.
 */

import type { Answered } from "../checks/observation.ts";
import type { Shortfall } from "../checks/reason.ts";
import { defaultsOf } from "../defaults.ts";
import { cron } from "./cron.ts";
import { dns } from "./dns/dns.ts";
import { flow } from "./flow/flow.ts";
import { http } from "./http/http.ts";
import { MONITOR_TYPES, type MonitorType } from "./monitor.ts";
import { ping } from "./ping.ts";
import { tcp } from "./tcp/tcp.ts";
import type { MonitorTypeRow, SettingsOf, SettingsProblem } from "./type.ts";
import { websocket } from "./websocket.ts";

const TYPES = { http, dns, tcp, cron, flow, ping, websocket } as const satisfies Record<MonitorType, unknown>;

/** The settings of one type, with the type's name. */
export type TypeSettings = { [Type in MonitorType]: SettingsOfType<Type> }[MonitorType];
type SettingsOfType<Type extends MonitorType> = SettingsOf<
	Type,
	(typeof TYPES)[Type]["fields"],
	(typeof TYPES)[Type]["options"]
>;
export type HttpSettings = SettingsOfType<"http">;
export type FlowSettings = SettingsOfType<"flow">;
export type DnsSettings = SettingsOfType<"dns">;
export type PingSettings = SettingsOfType<"ping">;
export type TcpSettings = SettingsOfType<"tcp">;
export type WebsocketSettings = SettingsOfType<"websocket">;
export type CronSettings = SettingsOfType<"cron">;

/** The types that a prober checks; the others report by themselves. */
export type ProbedType = Exclude<MonitorType, "cron">;

/** The row of `type`; what it does is for settings and responses of that type alone. */
export function rowOf(type: MonitorType): MonitorTypeRow<TypeSettings, Answered> {
	return TYPES[type];
}

/** The settings of `type` that have a default, as a new monitor has them. */
export const TYPE_DEFAULTS = mapTypes((type) => defaultsOf(rowOf(type).fields));
export const OPTION_DEFAULTS = mapTypes((type) => defaultsOf(rowOf(type).options));

export function mapTypes<Made>(make: (type: MonitorType) => Made): Readonly<Record<MonitorType, Made>> {
	return Object.fromEntries(MONITOR_TYPES.map((type) => [type, make(type)])) as Record<MonitorType, Made>;
}

export function isMonitorType(type: string): type is MonitorType {
	return Object.hasOwn(TYPES, type);
}

/** Whether monitors of `type` are due, claimed and probed. */
export function isProbedType(type: string): type is ProbedType {
	return isMonitorType(type) && rowOf(type).isProbed !== false;
}

/** What is watched, as lists, reports and notices name it. */
export function targetOf(settings: TypeSettings, name: string): string {
	return rowOf(settings.type).targetOf(settings, name);
}

/** What is wrong with `settings` whose fields are valid one by one. */
export function problemsOf(settings: TypeSettings): readonly SettingsProblem[] {
	return rowOf(settings.type).problemsOf?.(settings) ?? [];
}

/** The form in which `settings` are stored: options that have their default are left out. */
export function normalized(settings: TypeSettings): TypeSettings {
	const defaults = OPTION_DEFAULTS[settings.type];
	const isDefault = ([name, value]: [string, unknown]) =>
		Object.hasOwn(defaults, name) && JSON.stringify(value) === JSON.stringify(defaults[name]);
	const { normalized } = rowOf(settings.type);
	const entries = Object.entries(normalized(settings)).filter((entry) => entry[1] !== undefined && !isDefault(entry));
	return Object.fromEntries(entries) as TypeSettings;
}

/** Whether checks with these settings see a certificate. */
export function speaksTls(settings: TypeSettings): boolean {
	return rowOf(settings.type).speaksTls(settings);
}

/** How `response` differs from what `settings` expect; null when it does not. A response of another type is a bug. */
export function shortfallOf(settings: TypeSettings, response: Answered): Shortfall | null {
	if (settings.type !== response.type) throw new Error(`A ${response.type} response to a ${settings.type} check`);
	return rowOf(settings.type).shortfallOf(settings, response);
}
