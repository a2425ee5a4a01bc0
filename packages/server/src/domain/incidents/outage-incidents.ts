/**
 * Incidents that Lapwing opens because of outages: which outages belong to one incident.
 *
 * - One that begins again while an incident of its monitor is open belongs to that incident.
 * - One cause gives one incident (../causes/causes.ts).
 * - One that begins within half an hour of the end of an incident of its monitor reopens it, unless someone changed it.
 */

/** What begins so soon after an incident is the same fault. */
export const FLAPPING_MS = 30 * 60_000;

/** By keys in storage. */
export interface Outage {
	readonly id: number;
	readonly monitorId: number;
	/** What it shares with others. */
	readonly causeId: number;
	readonly beganAt: number;
}

export interface OutageIncident {
	readonly id: number;
	/** Null: it is open. */
	readonly resolvedAt: number | null;
	readonly followsOutages: boolean;
	readonly outages: readonly {
		readonly monitorId: number;
		/** Null: it is pruned. */
		readonly causeId: number | null;
	}[];
}

/** Outages of one incident. */
interface OutageGroup<Due extends Outage> {
	/** Null: a new one. */
	readonly incidentId: number | null;
	/** Whether it was over. */
	readonly isReopened: boolean;
	readonly outages: readonly Due[];
}

/**
 * The incidents that outages of a page belong to.
 * @param due in the order in which they began
 * @param known the incidents of the page, the newest first
 */
export function groupedOutages<Due extends Outage>(
	due: readonly Due[],
	known: readonly OutageIncident[],
): readonly OutageGroup<Due>[] {
	const groups: { incidentId: number | null; isReopened: boolean; outages: Due[] }[] = [];
	for (const outage of due) {
		const found = incidentOf(outage, known);
		const group = groups.find(({ incidentId, outages }) =>
			found ? incidentId === found.id : outages.some(({ causeId }) => causeId === outage.causeId),
		);
		if (group) group.outages.push(outage);
		else {
			groups.push({
				incidentId: found?.id ?? null,
				isReopened: (found?.resolvedAt ?? null) !== null,
				outages: [outage],
			});
		}
	}
	return groups;
}

function incidentOf(outage: Outage, known: readonly OutageIncident[]): OutageIncident | undefined {
	const isOfMonitor = ({ outages }: OutageIncident) => outages.some(({ monitorId }) => monitorId === outage.monitorId);
	const open = known.filter(({ resolvedAt }) => resolvedAt === null);
	return (
		open.find(isOfMonitor) ??
		open.find(({ outages }) => outages.some(({ causeId }) => causeId === outage.causeId)) ??
		known.find(
			(each) =>
				each.followsOutages &&
				each.resolvedAt !== null &&
				outage.beganAt <= each.resolvedAt + FLAPPING_MS &&
				isOfMonitor(each),
		)
	);
}
