/**
 * A monitor as its owner writes it: the common members and those of its type, flat. Every member was validated by
 * itself (http/api/monitors/monitor-bodies.ts).
 */

import { failure, type Result, success } from "@lapwing/result";
import type { z } from "zod";
import { Problem, type ProblemDetail } from "../problem.ts";
import { type CommonSettings, commonSettingsOf } from "./common-settings.ts";
import type { MonitorType } from "./monitor.ts";
import { missingSecrets, withoutSecrets } from "./secrets.ts";
import type { MonitorChanges, MonitorSettings } from "./settings.ts";
import { normalized, problemsOf, rowOf, type TypeSettings } from "./types.ts";

type CommonMembers = CommonSettings & { readonly enabled: boolean };
/** Of a new monitor: members that were left out have their defaults. */
export type NewMonitor = CommonMembers & TypeSettings;
/** Of an update: what is left out stays as it is. */
export type MonitorUpdate = Partial<CommonMembers> & Partial<TypeSettings>;

export function ownFields(type: MonitorType): z.ZodRawShape {
	const { fields, options } = rowOf(type);
	return { ...fields, ...options };
}

export function settingsOf(wanted: NewMonitor): MonitorSettings & { readonly isEnabled: boolean } {
	const { type } = wanted;
	const settings = { type, ...ownSettings(type, wanted) } as TypeSettings;
	return { ...commonSettingsOf(wanted), isEnabled: wanted.enabled, settings: normalized(settings) };
}

/** The changes of a monitor of `type`: only the members that were given. */
export function changesOf(type: MonitorType, wanted: MonitorUpdate): MonitorChanges {
	const own = ownSettings(type, wanted);
	return {
		...commonSettingsOf(wanted),
		...(wanted.enabled !== undefined && { isEnabled: wanted.enabled }),
		...(Object.keys(own).length > 0 && { settings: own }),
	};
}

/** A new monitor as it may be recorded: with null for each secret, without options that have their default. */
export function newWithoutSecrets(wanted: NewMonitor): object {
	const { settings } = settingsOf(wanted);
	const { options } = rowOf(settings.type);
	const members = Object.entries(wanted).filter(([name]) => !Object.hasOwn(options, name));
	return { ...Object.fromEntries(members), ...withoutSecrets(settings).shown };
}

/** Changes as they may be recorded: with null for each secret. */
export function changesWithoutSecrets(type: MonitorType, wanted: MonitorUpdate): object {
	return { ...wanted, ...withoutSecrets({ type, ...ownSettings(type, wanted) } as TypeSettings).shown };
}

/**
 * A problem when settings are valid one by one and wrong together.
 * @param unchanged the settings that an update leaves as they are; the secrets among them may be kept
 */
export function requireConsistent(
	wanted: MonitorUpdate,
	unchanged?: TypeSettings,
): Result<undefined, Problem<"invalid">> {
	const { type = "http" } = unchanged ?? wanted;
	const settings = { ...unchanged, type, ...ownSettings(type, wanted) } as TypeSettings;
	return noneOf([...problemsOf(settings), ...(unchanged === undefined ? missingSecrets(settings) : [])]);
}

/** A problem that names each secret that is neither given nor kept. */
export function requireSecrets(settings: TypeSettings): Result<undefined, Problem<"invalid">> {
	return noneOf(missingSecrets(settings));
}

function noneOf(details: readonly ProblemDetail[]): Result<undefined, Problem<"invalid">> {
	return details.length === 0 ? success() : failure(new Problem("invalid", details));
}

/** The type's own settings among the members: all of them of a new monitor, those that are given of an update. */
function ownSettings(type: MonitorType, wanted: MonitorUpdate): Partial<TypeSettings> {
	const own = ownFields(type);
	return Object.fromEntries(Object.entries(wanted).filter(([name]) => Object.hasOwn(own, name)));
}
