/** Whether a row's alert covers its monitor (../../domain/alerts/coverage.ts). */

import { type Coverage, covers } from "../../domain/alerts/coverage.ts";
import { IMPORTANCES } from "../../domain/monitors/common-settings.ts";
import { labelOf } from "../database/codes.ts";
import type { AlertTable } from "../database/tables/alerts.ts";
import type { MonitorTable } from "../database/tables/monitors.ts";

/** Of the alert `a`, the monitor `m`, and the alert_monitors row of the two, if there is one. */
export interface CoverageColumns
	extends Pick<AlertTable, "all_monitors">,
		Pick<MonitorTable, "type" | "tags" | "importance"> {
	readonly named: number | null;
}

export function isCovered(rules: Coverage, { all_monitors, named, type, tags, importance }: CoverageColumns): boolean {
	return covers(rules, all_monitors === 1 ? null : named !== null, {
		type,
		// Most alerts ask for none, and lists of tags are parsed for thousands of rows.
		tags: rules.tags === null ? [] : (JSON.parse(tags) as string[]),
		importance: labelOf(IMPORTANCES, importance),
	});
}
