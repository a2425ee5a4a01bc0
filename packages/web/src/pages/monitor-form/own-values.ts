/** The values of a type's own fields: as a new monitor has them, as a monitor has them, and as they are sent. */

import type { Monitor } from "../../api/monitors.ts";
import type { Values } from "../../ui/forms/spec-fields.tsx";
import { allFields, type MonitorType } from "./type.ts";

export function initialOwn(type: MonitorType): Values {
	return { ...Object.fromEntries(allFields(type).map(({ name, initial }) => [name, initial])), ...type.initialOwn };
}

/** A member that the service does not answer, as one older than this page would not, is as in a new monitor. */
export function ownOf(type: MonitorType, monitor: Monitor): Values {
	if (type.ownOf) return type.ownOf(monitor);
	const initial = Object.entries(initialOwn(type));
	return Object.fromEntries(
		initial.map(([name, value]) => [name, monitor[name] === undefined ? value : monitor[name]]),
	);
}

/** Whether something under "More" is not as in a new monitor. */
export function isMoreSet(type: MonitorType, own: Values): boolean {
	const initial = initialOwn(type);
	const names = [...(type.more?.fields ?? []).map(({ name }) => name), ...Object.keys(type.initialOwn ?? {})];
	return names.some((name) => JSON.stringify(own[name]) !== JSON.stringify(initial[name]));
}

/** Without the values of fields that are not shown, and without the empty lines that typing a list leaves. */
export function settingsOf(type: MonitorType, own: Values): Values {
	if (type.settingsOf) return type.settingsOf(own);
	const settings = new Map(Object.entries(own));
	for (const field of allFields(type)) {
		const value = own[field.name];
		if (field.isShown && !field.isShown(own)) settings.delete(field.name);
		else if (field.kind === "list" && Array.isArray(value)) {
			const items = value.map((item: string) => item.trim()).filter((item) => item !== "");
			settings.set(field.name, items.length === 0 && field.emptyIsNull ? null : items);
		}
	}
	return Object.fromEntries(settings);
}
