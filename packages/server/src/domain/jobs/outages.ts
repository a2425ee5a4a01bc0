/**
 * Times in which Lapwing could not be told anything: it was not running, or could not store reports. Of a run that was
 * due in such a time nothing is known.
 */

/** Half-open, epoch milliseconds: from the last instant at which reports could be stored to the first one again. */
export interface ListeningOutage {
	readonly since: number;
	readonly until: number;
}

/** How often a process that receives reports notes that it does. */
export const BEAT_MS = 3_000;
/** A silence of the beats above this is an outage: three beats are missing. */
export const OUTAGE_AFTER_MS = 10_000;
/**
 * Senders that retry, as the documented snippets do, reach us after an outage of this length. It hides no report of a
 * run that was due before it; of one that was due within it nobody knows, for not every sender retries.
 */
const BRIDGED_BY_RETRIES_MS = 60_000;
/**
 * Decisions wait this long behind the last beat, so that what another process had received by then is committed.
 */
export const SETTLE_MS = 1_000;

/**
 * When the wait for a run ends that begins at `from` and would end at `until`: after an outage the grace begins anew,
 * once. Each further outage adds the time that it lasted: many short ones must not keep a run that never came from
 * being late.
 *
 * `isBlind`: an outage may have hidden the report, so that its absence proves nothing.
 *
 * @param outages in the order of time
 */
export function waitThrough(
	{ from, until, graceMs }: { from: number; until: number; graceMs: number },
	outages: readonly ListeningOutage[],
): { endsAt: number; isBlind: boolean } {
	let endsAt = until;
	let isBlind = false;
	let isRenewed = false;
	for (const outage of outages) {
		if (outage.since > endsAt || outage.until <= from) continue;
		endsAt = isRenewed ? endsAt + outage.until - outage.since : Math.max(endsAt, outage.until + graceMs);
		isRenewed = true;
		const wasDueWithin = outage.since <= from && from < outage.until;
		if (wasDueWithin || outage.until - outage.since > BRIDGED_BY_RETRIES_MS) isBlind = true;
	}
	return { endsAt, isBlind };
}
