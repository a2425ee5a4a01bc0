/**
 * A queue whose next item is that of the team, and of its monitors the one, that used the least time lately. Whoever
 * uses much waits behind those who use little, however many items it adds.
 */

export interface Owner {
	readonly teamId: number;
	readonly monitorId: number;
}

/** Use counts half after this time: long enough to tell apart monitors that are checked once a minute. */
const HALF_LIFE_MS = 60_000;
/** Uses below this are dropped. */
const NEGLIGIBLE_MS = 1;

export class FairQueue<Item extends { readonly owner: Owner }> {
	readonly #items: Item[] = [];
	readonly #teams = new Usage();
	readonly #monitors = new Usage();

	get length(): number {
		return this.#items.length;
	}

	add(item: Item): void {
		this.#items.push(item);
	}

	/** Takes the next item out; undefined when there is none. Of equals the one that came first. */
	take(): Item | undefined {
		return this.#remove(this.#least());
	}

	/** Takes out the last item of the team that has the most of them: what makes room in a full queue. */
	evict(): Item | undefined {
		const byTeam = Map.groupBy(this.#items, ({ owner }) => owner.teamId);
		let most: Item[] = [];
		for (const items of byTeam.values()) if (items.length > most.length) most = items;
		return this.#remove(most.at(-1));
	}

	/** Takes `item` out; whether it was there. */
	remove(item: Item): boolean {
		return this.#remove(item) !== undefined;
	}

	/** Notes that `owner` used `ms`. */
	charge({ teamId, monitorId }: Owner, ms: number): void {
		this.#teams.add(teamId, ms);
		this.#monitors.add(monitorId, ms);
	}

	#least(): Item | undefined {
		const now = performance.now();
		let least: { item: Item; team: number; monitor: number } | undefined;
		for (const item of this.#items) {
			const { teamId, monitorId } = item.owner;
			const team = this.#teams.of(teamId, now);
			const monitor = this.#monitors.of(monitorId, now);
			if (!least || team < least.team || (team === least.team && monitor < least.monitor))
				least = { item, team, monitor };
		}
		return least?.item;
	}

	#remove(item: Item | undefined): Item | undefined {
		const index = item === undefined ? -1 : this.#items.indexOf(item);
		if (index >= 0) this.#items.splice(index, 1);
		return index >= 0 ? item : undefined;
	}
}

/** Milliseconds used by each key, fading with time. */
class Usage {
	readonly #used = new Map<number, { ms: number; at: number }>();
	#prunedAt = performance.now();

	of(key: number, now: number): number {
		const used = this.#used.get(key);
		return used === undefined ? 0 : decayed(used, now);
	}

	add(key: number, ms: number): void {
		const now = performance.now();
		this.#used.set(key, { ms: this.of(key, now) + ms, at: now });
		if (now - this.#prunedAt < HALF_LIFE_MS) return;
		this.#prunedAt = now;
		for (const [other, used] of this.#used) if (decayed(used, now) < NEGLIGIBLE_MS) this.#used.delete(other);
	}
}

function decayed({ ms, at }: { ms: number; at: number }, now: number): number {
	return ms * 2 ** ((at - now) / HALF_LIFE_MS);
}
