/**
 * What a type of monitor is made of. Each type is one row of the table in ./types.ts; from its row follow the API's
 * validation and OpenAPI union, the stored settings, the target text, the judgement and the figures. How it is probed
 * is the row of the same name in ../../probe/probes.ts.
 *
 * Fields are zod schemas without their defaults: an update takes each of them optionally, and defaults belong to
 * creation.
 */

import type { z } from "zod";
import type { Answered } from "../checks/observation.ts";
import type { Shortfall } from "../checks/reason.ts";

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
	/** Values of the fields that a new monitor may leave out. */
	readonly defaults: Readonly<Partial<z.output<z.ZodObject<Fields>>>>;
	/** The members that a create body needs, for documents; valid as they are. */
	readonly example: Readonly<Record<string, unknown>>;
	/** Whether the owner can add content checks. */
	readonly takesContentChecks: boolean;
	/** Whether a degraded check is a successful one in every figure. */
	readonly degradedIsSuccessful: boolean;
	/** What is wrong with settings that are valid one by one; none when absent. */
	problemsOf?(settings: z.output<z.ZodObject<Fields>>): readonly SettingsProblem[];
	/** The form in which the settings are stored and shown. */
	normalized(settings: z.output<z.ZodObject<Fields>>): z.output<z.ZodObject<Fields>>;
	/** What is watched, as lists, reports and notices name it. */
	targetOf(settings: z.output<z.ZodObject<Fields>>): string;
	/** What of the settings an observation is compared with, kept to explain a check later: no secrets. */
	expectationOf(settings: z.output<z.ZodObject<Fields>>): Readonly<Record<string, unknown>>;
	/** Whether a check meets a certificate. */
	speaksTls(settings: z.output<z.ZodObject<Fields>>): boolean;
	/**
	 * How a complete response falls short of the settings; null when it does not. Slowness is judged for all types alike.
	 */
	shortfallOf(settings: z.output<z.ZodObject<Fields>>, response: Extract<Answered, { type: Type }>): Shortfall | null;
}

/** Types the row by its fields. */
export function monitorType<const Type extends Answered["type"], const Fields extends z.ZodRawShape>(
	row: MonitorTypeRow<Type, Fields>,
): MonitorTypeRow<Type, Fields> {
	return row;
}
