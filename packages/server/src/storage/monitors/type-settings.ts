/**
 * The settings of a type as a row holds them: validated JSON in one column, not a table a type. They are only read and
 * written whole, never searched; what lists search and sort by is the `target` column beside them.
 */

import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { isCheckedType, rowOf, type TypeSettings, targetOf } from "../../domain/monitors/types.ts";

/** The columns of validated settings. */
export function writeSettings(typeSettings: TypeSettings) {
	const { type, ...settings } = typeSettings;
	return { type, target: targetOf(typeSettings), settings: JSON.stringify(settings) };
}

/**
 * The settings of a row; a field that is newer than the row has its default. Throws for a type that this version has no
 * probe for, which only a newer version writes.
 */
export function readSettings(row: { readonly type: MonitorType; readonly settings: string }): TypeSettings {
	if (!isCheckedType(row.type)) throw new Error(`This version can't check monitors of type ${row.type}`);
	return { type: row.type, ...rowOf(row.type).defaults, ...JSON.parse(row.settings) } as TypeSettings;
}
