/**
 * The definition of a monitor type. Each type is one row of the table in ./types.ts; from its row follow the API's
 * validation and OpenAPI union, the stored settings, the target text, the judgement and the figures. How it is probed
 * is the row of the same name in ../../probe/probes.ts.
 *
 * Fields are zod schemas without their defaults: an update takes each of them optionally, and defaults belong to
 * creation.
 */

import type { z } from "zod";
import type { Answered } from "../checks/observation.ts";
import type { Shortfall } from "../checks/reason.ts";

/** `ping`: to send ICMP echo requests. */
export type Need = "ping";

/** What is wrong with settings in combination. */
export interface SettingsProblem {
	/** JSON Pointer into the settings (RFC 6901): `/expected/0`. */
	readonly path: string;
	/** One sentence that says what to do. */
	readonly message: string;
}

/** The fields of a type, and those of its options that were set. */
export type SettingsShape<Fields extends z.ZodRawShape, Options extends z.ZodRawShape> = z.output<z.ZodObject<Fields>> &
	([keyof Options] extends [never] ? unknown : Partial<z.output<z.ZodObject<Options>>>);

/**
 * What becomes of a secret. `id` names it among the secrets of its monitor, whatever else of the settings changes, so
 * that an update can keep it; `value` is null where it is not known; `path` is its place, as a JSON Pointer.
 */
export type SecretChange = (id: string, value: string | null, path: string) => string | null;

export interface MonitorTypeRow<
	Type extends Answered["type"],
	Fields extends z.ZodRawShape,
	Options extends z.ZodRawShape,
> {
	readonly type: Type;
	/** The type's own settings. Their names must not be those of COMMON_FIELDS (./settings.ts). */
	readonly fields: Fields;
	/** The defaults of optional fields. */
	readonly defaults: Readonly<Partial<z.output<z.ZodObject<Fields>>>>;
	/**
	 * Further settings that most monitors leave at their default. Only what differs from it is stored and sent to
	 * probers, so that usual rows and orders stay small; only the full view of the API shows them.
	 */
	readonly options?: Options;
	readonly optionDefaults?: Readonly<z.output<z.ZodObject<Options>>>;
	/** The longest interval, seconds, where it is not that of COMMON_FIELDS. */
	readonly maxIntervalSeconds?: number;
	/** Example values of the required fields, for the OpenAPI document; they are valid. */
	readonly example: Readonly<Record<string, unknown>>;
	/** Whether monitors of this type can have content checks. */
	readonly takesContentChecks: boolean;
	/** False for targets that report by themselves: their monitors are never due, never claimed and never probed. */
	readonly isProbed?: false;
	/** Whether a degraded check counts as successful in figures. */
	readonly degradedIsSuccessful: boolean;
	/** What a machine that checks such monitors must be granted beyond connections. */
	readonly needs?: Need;
	/** What is wrong with settings that are valid one by one; none when absent. */
	problemsOf?(settings: SettingsShape<Fields, Options>): readonly SettingsProblem[];
	/**
	 * The settings with each of their secrets changed; absent for types that have none. Secrets are encrypted at rest,
	 * and null wherever the settings are shown (./secrets.ts).
	 */
	mapSecrets?(settings: SettingsShape<Fields, Options>, change: SecretChange): SettingsShape<Fields, Options>;
	/**
	 * The origins to which the secrets are sent. A secret is kept by an update only while no other is added: who can edit
	 * a monitor must not be able to read its secrets by sending them elsewhere.
	 */
	secretOrigins?(settings: SettingsShape<Fields, Options>): readonly string[];
	/** The form in which the settings are stored and shown. */
	normalized(settings: SettingsShape<Fields, Options>): SettingsShape<Fields, Options>;
	/** The text of the target in lists, reports and notices. `name`: the monitor's own. */
	targetOf(settings: SettingsShape<Fields, Options>, name: string): string;
	/** The settings with which an observation is compared, stored to explain a check later. They contain no secrets. */
	expectationOf(settings: SettingsShape<Fields, Options>): Readonly<Record<string, unknown>>;
	/** Whether a check sees a certificate. */
	speaksTls(settings: SettingsShape<Fields, Options>): boolean;
	/**
	 * How a complete response differs from the expected one; null when it does not. Slowness is judged for all types in
	 * the same way.
	 */
	shortfallOf(settings: SettingsShape<Fields, Options>, response: Extract<Answered, { type: Type }>): Shortfall | null;
}

/** Gives a row the type of its fields. */
export function monitorType<
	const Type extends Answered["type"],
	const Fields extends z.ZodRawShape,
	// biome-ignore lint/complexity/noBannedTypes: a type without options has none.
	const Options extends z.ZodRawShape = {},
>(row: MonitorTypeRow<Type, Fields, Options>): MonitorTypeRow<Type, Fields, Options> {
	return row;
}
