/**
 * How far an incident is. The status of its latest update becomes its own; becoming resolved sets `resolvedAt`, any
 * other status clears it. A status that was set without an update stays until a later update, or an edit of the latest.
 */

import type { Incident, IncidentUpdate } from "./incident.ts";

export type Progress = Pick<Incident, "status" | "startedAt" | "resolvedAt">;

/** The progress after `status` was set at `at`. A resolved incident that is resolved again keeps its `resolvedAt`. */
export function progressed({ startedAt, resolvedAt }: Progress, status: Incident["status"], at: number): Progress {
	if (status !== "resolved") return { status, startedAt, resolvedAt: null };
	return { status, startedAt, resolvedAt: resolvedAt ?? Math.max(at, startedAt) };
}

type Dated = Pick<IncidentUpdate, "id" | "status" | "at">;

/**
 * The progress after a change of the updates, from the latest update before and after it. When the latest update was
 * deleted, the status goes back to that of the one before it, unless it was changed since. Without any update left the
 * progress stays.
 */
export function followUpdates(progress: Progress, before: Dated | null, after: Dated | null): Progress {
	if (after === null) return progress;
	if (before !== null && before.id === after.id && before.status === after.status) return progress;
	const wasDeleted = before !== null && isLater(before, after);
	if (wasDeleted && progress.status !== before.status) return progress;
	return progressed(progress, after.status, after.at);
}

/** Whether `a` stands before `b` in the order newest first: of equal instants, the one that was posted last. */
function isLater(a: Dated, b: Dated): boolean {
	return a.at > b.at || (a.at === b.at && a.id > b.id);
}
