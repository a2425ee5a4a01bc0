/**
 * Which monitors an alert covers. This is asked whenever a notice is enqueued and decided, so a new monitor is covered
 * at once.
 */

import { IMPORTANCES, type Importance } from "../monitors/common-settings.ts";
import type { MonitorType } from "../monitors/monitor.ts";
import type { AlertRules } from "./alert-rules.ts";

/** The rules that choose monitors. */
export type Coverage = Pick<AlertRules, "tags" | "types" | "minimumImportance">;

export interface CoverableMonitor {
	readonly type: MonitorType;
	readonly tags: readonly string[];
	readonly importance: Importance;
}

/**
 * Whether the alert covers the monitor: it has to be important enough, and to be named, or to have one of the tags (or
 * all of them), or one of the types.
 *
 * @param named whether the alert names the monitor; null when it names none, and so covers all that `tags` and `types`
 * leave to it
 */
export function covers({ tags, types, minimumImportance }: Coverage, named: boolean | null, monitor: CoverableMonitor) {
	if (IMPORTANCES.indexOf(monitor.importance) < IMPORTANCES.indexOf(minimumImportance)) return false;
	if (named === null && tags === null && types === null) return true;
	return named === true || hasTags(monitor, tags) || types?.includes(monitor.type) === true;
}

function hasTags({ tags }: CoverableMonitor, wanted: Coverage["tags"]): boolean {
	if (wanted === null) return false;
	return "any" in wanted ? wanted.any.some((tag) => tags.includes(tag)) : wanted.all.every((tag) => tags.includes(tag));
}
