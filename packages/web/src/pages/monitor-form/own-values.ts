/** The values of a type's own fields: as a new monitor has them, as a monitor has them, and as they are sent. */

import type { Monitor } from "../../api/monitors.ts";
import { sentValues, type Values } from "../../ui/forms/spec-fields.tsx";
import { allFields, type MonitorType } from "./type.ts";

export function initialOwn(type: MonitorType): Values {
	return { ...Object.fromEntries(allFields(type).map(({ name, initial }) => [name, initial])), ...type.initialOwn };
}

/** A field that the service does not answer, as one older than this page would not, is as in a new monitor. */
export function ownOf(type: MonitorType, monitor: Monitor): Values {
	return { ...valuesIn(monitor, initialOwn(type)), ...type.ownOf?.(monitor) };
}

/** The values of `monitor`; those of `initial` for members that it does not have. */
export function valuesIn(monitor: Values, initial: Values): Values {
	return Object.fromEntries(
		Object.entries(initial).map(([name, value]) => [name, monitor[name] === undefined ? value : monitor[name]]),
	);
}

/** Whether something under "More" is not as in a new monitor. */
export function isMoreSet(type: MonitorType, own: Values): boolean {
	const initial = initialOwn(type);
	const names = [...(type.more?.fields ?? []).map(({ name }) => name), ...Object.keys(type.initialOwn ?? {})];
	return names.some((name) => JSON.stringify(own[name]) !== JSON.stringify(initial[name]));
}

/** Without the values of fields that are not shown. */
export function settingsOf(type: MonitorType, own: Values): Values {
	const fields = allFields(type);
	const names = new Set(fields.map(({ name }) => name));
	const others = Object.entries(own).filter(([name]) => !names.has(name));
	const sent = { ...Object.fromEntries(others), ...sentValues(fields, own) };
	return type.settingsOf?.(sent) ?? sent;
}
