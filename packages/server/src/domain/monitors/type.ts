/**
 * The definition of a monitor type. Each type is one row of the table in ./types.ts; from its row follow the API's
 * validation and OpenAPI union, the stored settings, the target text, the judgement and the figures. How it is probed
 * is the row of the same name in ../../probe/probes.ts.
 *
 * Fields are zod schemas with the defaults of creation: an update takes each of them optionally, and has none.
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

/**
 * What becomes of a secret. `id` names it among the secrets of its monitor, whatever else of the settings changes, so
 * that an update can keep it; `value` is null where it is not known; `path` is its place, as a JSON Pointer.
 */
export type SecretChange = (id: string, value: string | null, path: string) => string | null;

/** @template Settings those of the type, with its name; Response: of a check of this type */
export interface MonitorTypeRow<Settings, Response> {
	/** The type's own settings. Their names must not be those of COMMON_SETTINGS (./common-settings.ts). */
	readonly fields: z.ZodRawShape;
	/**
	 * Further settings that most monitors leave at their default; all of them have one. Only what differs from it is
	 * stored and sent to probers, so that usual rows and orders stay small; only the full view of the API shows them.
	 */
	readonly options: z.ZodRawShape;
	/** The longest interval, seconds, where it is not that of COMMON_SETTINGS. */
	readonly maxIntervalSeconds?: number;
	/** Example values of the required fields, for the OpenAPI document; they are valid. */
	readonly example: Readonly<Record<string, unknown>>;
	readonly takesContentChecks: boolean;
	/** False for targets that report by themselves: their monitors are never due, never claimed and never probed. */
	readonly isProbed?: false;
	/** Whether a degraded check counts as successful in figures. */
	readonly degradedIsSuccessful: boolean;
	/** What a machine that checks such monitors must be granted beyond connections. */
	readonly needs?: Need;
	/** What is wrong with settings that are valid one by one; none when absent. */
	problemsOf?(settings: Settings): readonly SettingsProblem[];
	/**
	 * The settings with each of their secrets changed; absent for types that have none. Secrets are encrypted at rest,
	 * and null wherever the settings are shown (./secrets.ts).
	 */
	mapSecrets?(settings: Settings, change: SecretChange): Settings;
	/**
	 * The origins to which the secrets are sent. A secret is kept by an update only while no other is added: who can edit
	 * a monitor must not be able to read its secrets by sending them elsewhere.
	 */
	secretOrigins?(settings: Settings): readonly string[];
	/** The form in which the settings are stored and shown. */
	normalized(settings: Settings): Settings;
	/** The text of the target in lists, reports and notices. `name`: the monitor's own. */
	targetOf(settings: Settings, name: string): string;
	/** The settings with which an observation is compared, stored to explain a check later. They contain no secrets. */
	expectationOf(settings: Settings): Readonly<Record<string, unknown>>;
	/** Whether a check sees a certificate. */
	speaksTls(settings: Settings): boolean;
	/**
	 * How a complete response differs from the expected one; null when it does not. Slowness is judged for all types in
	 * the same way.
	 */
	shortfallOf(settings: Settings, response: Response): Shortfall | null;
}

/** The settings of a type: its fields, and those of its options that were set. */
export type SettingsOf<Type extends string, Fields extends z.ZodRawShape, Options extends z.ZodRawShape> = Readonly<
	{ type: Type } & z.output<z.ZodObject<Fields>> & { [Name in keyof Options]?: z.output<Options[Name]> }
>;

/** Gives a row the types of its settings and responses, which follow from its name, fields and options. */
export function monitorType<
	const Type extends Answered["type"],
	Fields extends z.ZodRawShape,
	// biome-ignore lint/complexity/noBannedTypes: a type without options has none.
	Options extends z.ZodRawShape = {},
>(
	row: { type: Type; fields: Fields; options?: Options } & Omit<
		MonitorTypeRow<SettingsOf<Type, Fields, Options>, Extract<Answered, { type: Type }>>,
		"fields" | "options"
	>,
) {
	return { ...row, options: row.options ?? ({} as Options) };
}
