/**
 * The one table of monitor types. To add a type: a row here in a file of its own, its response in
 * ../checks/observation.ts, and its probe in ../../probe/probes.ts; validation, OpenAPI, storage, judgement, figures
 * and certificates follow.
 */

import type { z } from "zod";
import type { Answered } from "../checks/observation.ts";
import type { Shortfall } from "../checks/reason.ts";
import { cron } from "./cron.ts";
import { dns } from "./dns/dns.ts";
import { flow } from "./flow/flow.ts";
import { http } from "./http/http.ts";
import { ping } from "./ping.ts";
import { tcp } from "./tcp/tcp.ts";
import type { Need, SecretChange, SettingsProblem, SettingsShape } from "./type.ts";
import { websocket } from "./websocket.ts";

export const TYPES = { http, dns, tcp, cron, flow, ping, websocket } as const;

/** The table of types. */
export type CheckedType = keyof typeof TYPES;
export const CHECKED_TYPES = Object.keys(TYPES) as readonly CheckedType[];

type SettingsOf<Type extends CheckedType> = { readonly type: Type } & Readonly<
	SettingsShape<(typeof TYPES)[Type]["fields"], NonNullable<(typeof TYPES)[Type]["options"]>>
>;

/** The settings of one type, with the type's name. */
export type TypeSettings = { [Type in CheckedType]: SettingsOf<Type> }[CheckedType];
export type HttpSettings = SettingsOf<"http">;
export type FlowSettings = SettingsOf<"flow">;
export type DnsSettings = SettingsOf<"dns">;
export type PingSettings = SettingsOf<"ping">;
export type TcpSettings = SettingsOf<"tcp">;
export type WebsocketSettings = SettingsOf<"websocket">;
export type CronSettings = SettingsOf<"cron">;

/** The types that a prober checks; the others report by themselves. */
export type ProbedType = Exclude<CheckedType, "cron">;

/** A row with settings and responses of its own type: a correlation that a union type can't express. */
interface AnyRow {
	readonly fields: z.ZodRawShape;
	readonly defaults: Readonly<Record<string, unknown>>;
	readonly options?: z.ZodRawShape;
	readonly optionDefaults?: Readonly<Record<string, unknown>>;
	readonly maxIntervalSeconds?: number;
	readonly example: Readonly<Record<string, unknown>>;
	readonly takesContentChecks: boolean;
	readonly isProbed?: false;
	readonly degradedIsSuccessful: boolean;
	readonly needs?: Need;
	problemsOf?(settings: TypeSettings): readonly SettingsProblem[];
	mapSecrets?(settings: TypeSettings, change: SecretChange): TypeSettings;
	secretOrigins?(settings: TypeSettings): readonly string[];
	normalized(settings: TypeSettings): TypeSettings;
	targetOf(settings: TypeSettings, name: string): string;
	expectationOf(settings: TypeSettings): Readonly<Record<string, unknown>>;
	speaksTls(settings: TypeSettings): boolean;
	shortfallOf(settings: TypeSettings, response: Answered): Shortfall | null;
}

/** The row of `type`. */
export function rowOf(type: CheckedType): AnyRow {
	return TYPES[type] as unknown as AnyRow;
}

export function isCheckedType(type: string): type is CheckedType {
	return Object.hasOwn(TYPES, type);
}

/** Whether monitors of `type` are due, claimed and probed. */
export function isProbedType(type: string): type is ProbedType {
	return isCheckedType(type) && rowOf(type).isProbed !== false;
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
	const { optionDefaults = {}, normalized } = rowOf(settings.type);
	const isDefault = ([name, value]: [string, unknown]) =>
		Object.hasOwn(optionDefaults, name) && JSON.stringify(value) === JSON.stringify(optionDefaults[name]);
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
