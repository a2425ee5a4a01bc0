/**
 * The lock of an incident: its row. Who changes an incident or its updates takes it first, and decides by what it reads
 * then, so that of two concurrent changes one sees the other.
 */

import { sql } from "kysely";
import { INCIDENT_STATUSES } from "../../domain/incidents/incident.ts";
import type { Progress } from "../../domain/incidents/progress.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";

/** An incident of a team, by its key. */
export interface IncidentOfTeam {
	readonly teamId: number;
	readonly incidentId: number;
}

export interface LockedIncident extends IncidentOfTeam {
	readonly progress: Progress;
	readonly updatedAt: number;
}

/** Locks an incident until the end of the transaction; null when it was deleted. */
export async function lockIncident(
	session: Session,
	{ teamId, incidentId }: IncidentOfTeam,
): Promise<LockedIncident | null> {
	const { rows } = await sql<{ status: number; started_at: number; resolved_at: number | null; updated_at: number }>`
		select status, started_at, resolved_at, updated_at from incidents
		where id = ${incidentId} and team_id = ${teamId}${session.dialect.forUpdate}`.execute(session.db);
	const [row] = rows;
	if (!row) return null;
	const progress = {
		status: labelOf(INCIDENT_STATUSES, row.status),
		startedAt: row.started_at,
		resolvedAt: row.resolved_at,
	};
	return { teamId, incidentId, progress, updatedAt: row.updated_at };
}

/** The columns of a changed progress. `updated_at` is later after every change. */
export function progressColumns({ updatedAt }: LockedIncident, progress: Progress, now: number) {
	return {
		status: codeOf(INCIDENT_STATUSES, progress.status),
		started_at: progress.startedAt,
		resolved_at: progress.resolvedAt,
		updated_at: Math.max(now, updatedAt + 1),
	};
}
