/**
 * How much of what was to be checked could not be, by cause: of the last minutes for a health check, and since when for
 * the log. Pure: instants are passed in, milliseconds of a clock that is never set.
 */

import { MISSED_CAUSES, type MissedCause } from "./observation.ts";

/** Long enough that each monitor with the usual interval has a few checks in it, short enough to notice an end. */
export const TALLIED_MINUTES = 5;
const TALLIED_MS = TALLIED_MINUTES * 60_000;
/** Bounds the tally: 30 counts, however many checks there are. */
const BUCKET_MS = 10_000;
/**
 * Longest interval of a monitor, and an hour: where checks are rarer than TALLIED_MINUTES, the latest ones count until
 * the next. What is older says nothing about now: its monitors are paused or gone.
 */
const FORGOTTEN_AFTER_MS = 25 * 3_600_000;
/** A cause that comes and goes by the second is one episode. */
const SHORTEST_EPISODE_MS = 60_000;
/** Monitors of one cause that are known by their keys; more are counted as this many. 10 MB at the most. */
const MAX_MONITORS = 100_000;

export interface MissedSummary {
	/** Checks of the latest minutes in which there were any, TALLIED_MINUTES at the most. */
	readonly checks: number;
	readonly missed: number;
	/** Those that cost checks, most first. */
	readonly causes: readonly MissedOfCause[];
}

interface MissedOfCause {
	readonly cause: MissedCause;
	readonly missed: number;
	/** Of all checks, from 0 to 1. */
	readonly share: number;
	/** Monitors whose latest check was missed for this cause. */
	readonly monitors: number;
}

interface Bucket {
	readonly startedAt: number;
	checks: number;
	readonly missed: Map<MissedCause, number>;
}

/** A time in which at least one monitor could not be checked for one cause. */
interface Episode {
	readonly cause: MissedCause;
	readonly startedAt: number;
	/** Checks that it has cost. */
	readonly missed: number;
}

interface OpenEpisode {
	readonly startedAt: number;
	missed: number;
	/** Monitors whose latest check was missed for this cause, and when. */
	readonly monitors: Map<number, number>;
}

export class MissedTally {
	readonly #buckets: Bucket[] = [];
	readonly #episodes = new Map<MissedCause, OpenEpisode>();

	/**
	 * Notes one recorded check.
	 * @param cause null for a check that was made
	 * @returns the episode that it begins; null for most
	 */
	note(monitorId: number, cause: MissedCause | null, at: number): Episode | null {
		const bucket = this.#bucketAt(at);
		bucket.checks += 1;
		if (cause !== null) bucket.missed.set(cause, (bucket.missed.get(cause) ?? 0) + 1);
		for (const [other, { monitors }] of this.#episodes) if (other !== cause) monitors.delete(monitorId);
		if (cause === null) return null;
		const known = this.#episodes.get(cause);
		const episode = known ?? { startedAt: at, missed: 0, monitors: new Map() };
		episode.missed += 1;
		// Deleted first, so that the map is in the order of the latest misses.
		episode.monitors.delete(monitorId);
		if (episode.monitors.size < MAX_MONITORS) episode.monitors.set(monitorId, at);
		if (known) return null;
		this.#episodes.set(cause, episode);
		return shown(cause, episode);
	}

	/** Takes out the episodes that are over: every monitor has been checked again. */
	ended(at: number): Episode[] {
		const over: Episode[] = [];
		for (const [cause, episode] of this.#episodes) {
			for (const [monitorId, missedAt] of episode.monitors) {
				if (at - missedAt < FORGOTTEN_AFTER_MS) break;
				episode.monitors.delete(monitorId);
			}
			if (episode.monitors.size > 0 || at - episode.startedAt < SHORTEST_EPISODE_MS) continue;
			this.#episodes.delete(cause);
			over.push(shown(cause, episode));
		}
		return over;
	}

	/** What was missed of late. */
	summary(at: number): MissedSummary {
		const latest = this.#buckets.at(-1);
		const counted = latest && at - latest.startedAt < FORGOTTEN_AFTER_MS ? this.#buckets : [];
		const checks = counted.reduce((sum, bucket) => sum + bucket.checks, 0);
		const causes = MISSED_CAUSES.flatMap((cause): MissedOfCause[] => {
			const missed = counted.reduce((sum, bucket) => sum + (bucket.missed.get(cause) ?? 0), 0);
			if (missed === 0) return [];
			return [{ cause, missed, share: missed / checks, monitors: this.#episodes.get(cause)?.monitors.size ?? 0 }];
		}).sort((a, b) => b.missed - a.missed);
		return { checks, missed: causes.reduce((sum, { missed }) => sum + missed, 0), causes };
	}

	#bucketAt(at: number): Bucket {
		const latest = this.#buckets.at(-1);
		if (latest && at - latest.startedAt < BUCKET_MS) return latest;
		const bucket: Bucket = { startedAt: at, checks: 0, missed: new Map() };
		this.#buckets.push(bucket);
		while (this.#buckets.length > 1 && at - (this.#buckets[0]?.startedAt ?? at) >= TALLIED_MS) this.#buckets.shift();
		return bucket;
	}
}

function shown(cause: MissedCause, { startedAt, missed }: OpenEpisode): Episode {
	return { cause, startedAt, missed };
}
