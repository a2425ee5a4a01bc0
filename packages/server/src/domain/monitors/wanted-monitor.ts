/**
 * A monitor as its owner writes it: the common members and those of its type, flat. Every member was validated by
 * itself (http/api/monitors/monitor-bodies.ts).
 */

import { failure, type Result, success } from "@lapwing/result";
import type { z } from "zod";
import { Problem, type ProblemDetail } from "../problem.ts";
import { missingSecrets, withoutSecrets } from "./secrets.ts";
import { COMMON_FIELDS, type MonitorChanges, type MonitorSettings } from "./settings.ts";
import { type CheckedType, normalized, problemsOf, rowOf, type TypeSettings } from "./types.ts";

/** A monitor's members by name; what a type adds is unknown to the compiler. */
export type WantedMonitor = Readonly<Record<string, unknown>>;

/** Fields and options of a type. */
export function ownFields(type: CheckedType): z.ZodRawShape {
	const { fields, options } = rowOf(type);
	return { ...fields, ...options };
}

/** The settings of a new monitor. */
export function settingsOf(wanted: WantedMonitor): MonitorSettings & { readonly isEnabled: boolean } {
	const type = typeOf(wanted);
	const settings = Object.fromEntries(Object.keys(ownFields(type)).map((name) => [name, wanted[name]]));
	return {
		...commonOf(wanted),
		settings: normalized({ type, ...settings } as TypeSettings),
	} as MonitorSettings & { readonly isEnabled: boolean };
}

/** The changes of a monitor of `type`: only the members that were given. */
export function changesOf(type: CheckedType, wanted: WantedMonitor): MonitorChanges {
	const own = ownMembers(type, wanted);
	return { ...commonOf(wanted), ...(Object.keys(own).length > 0 && { settings: own }) };
}

/** A new monitor as it may be recorded: with null for each secret, without options that have their default. */
export function newWithoutSecrets(wanted: WantedMonitor): WantedMonitor {
	const { settings } = settingsOf(wanted);
	const { options = {} } = rowOf(settings.type);
	const members = Object.entries(wanted).filter(([name]) => !Object.hasOwn(options, name));
	return { ...Object.fromEntries(members), ...withoutSecrets(settings).shown };
}

/** Changes as they may be recorded: with null for each secret. */
export function changesWithoutSecrets(type: CheckedType, wanted: WantedMonitor): WantedMonitor {
	return { ...wanted, ...withoutSecrets({ type, ...ownMembers(type, wanted) } as TypeSettings).shown };
}

/**
 * A problem when settings are valid one by one and wrong together.
 * @param unchanged the settings that an update leaves as they are; the secrets among them may be kept
 */
export function requireConsistent(
	wanted: WantedMonitor,
	unchanged?: TypeSettings,
): Result<undefined, Problem<"invalid">> {
	const type = unchanged?.type ?? typeOf(wanted);
	const settings = { ...unchanged, type, ...ownMembers(type, wanted) } as TypeSettings;
	return noneOf([...problemsOf(settings), ...(unchanged === undefined ? missingSecrets(settings) : [])]);
}

/** A problem that names each secret that is neither given nor kept. */
export function requireSecrets(settings: TypeSettings): Result<undefined, Problem<"invalid">> {
	return noneOf(missingSecrets(settings));
}

function noneOf(details: readonly ProblemDetail[]): Result<undefined, Problem<"invalid">> {
	return details.length === 0 ? success() : failure(new Problem("invalid", details));
}

/** A type that is left out is http: the specification's bodies have none. */
function typeOf(wanted: WantedMonitor): CheckedType {
	return (wanted["type"] as CheckedType | undefined) ?? "http";
}

function ownMembers(type: CheckedType, wanted: WantedMonitor): WantedMonitor {
	const own = ownFields(type);
	return Object.fromEntries(Object.entries(wanted).filter(([name]) => Object.hasOwn(own, name)));
}

function commonOf(members: WantedMonitor): Omit<MonitorChanges, "settings"> {
	const { enabled, tags, ...others } = Object.fromEntries(
		Object.keys(COMMON_FIELDS)
			.filter((name) => members[name] !== undefined)
			.map((name) => [name, members[name]]),
	) as { enabled?: boolean; tags?: readonly string[] };
	return {
		...others,
		...(tags !== undefined && { tags: [...new Set(tags)] }),
		...(enabled !== undefined && { isEnabled: enabled }),
	};
}
