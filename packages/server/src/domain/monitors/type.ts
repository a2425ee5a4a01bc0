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

export interface MonitorTypeRow<Type extends Answered["type"], Fields extends z.ZodRawShape> {
	readonly type: Type;
	/** The type's own settings. Their names must not be those of COMMON_FIELDS (./settings.ts). */
	readonly fields: Fields;
	/** The defaults of optional fields. */
	readonly defaults: Readonly<Partial<z.output<z.ZodObject<Fields>>>>;
	/** Example values of the required fields, for the OpenAPI document; they are valid. */
	readonly example: Readonly<Record<string, unknown>>;
	/** Whether monitors of this type can have content checks. */
	readonly takesContentChecks: boolean;
	/** Whether a degraded check counts as successful in figures. */
	readonly degradedIsSuccessful: boolean;
	/** What a machine that checks such monitors must be granted beyond connections. */
	readonly needs?: Need;
	/** What is wrong with settings that are valid one by one; none when absent. */
	problemsOf?(settings: z.output<z.ZodObject<Fields>>): readonly SettingsProblem[];
	/** The form in which the settings are stored and shown. */
	normalized(settings: z.output<z.ZodObject<Fields>>): z.output<z.ZodObject<Fields>>;
	/** The text of the target in lists, reports and notices. */
	targetOf(settings: z.output<z.ZodObject<Fields>>): string;
	/** The settings with which an observation is compared, stored to explain a check later. They contain no secrets. */
	expectationOf(settings: z.output<z.ZodObject<Fields>>): Readonly<Record<string, unknown>>;
	/** Whether a check sees a certificate. */
	speaksTls(settings: z.output<z.ZodObject<Fields>>): boolean;
	/**
	 * How a complete response differs from the expected one; null when it does not. Slowness is judged for all types in
	 * the same way.
	 */
	shortfallOf(settings: z.output<z.ZodObject<Fields>>, response: Extract<Answered, { type: Type }>): Shortfall | null;
}

/** Gives a row the type of its fields. */
export function monitorType<const Type extends Answered["type"], const Fields extends z.ZodRawShape>(
	row: MonitorTypeRow<Type, Fields>,
): MonitorTypeRow<Type, Fields> {
	return row;
}
