/**
 * The counts of the rolled-up hours of a board's monitors, kept between boards. They are read again some at a time, for
 * hours that were rolled up since and for late checks in those that were before: all at once they cost more than all
 * the rest of a board.
 */

import type { BoardMonitor } from "../../storage/board/board-monitors.ts";
import { type FoldedShares, foldedShares, type WindowShares } from "../../storage/board/folded-shares.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** Shares are read again after this time, at most so many at a board: about 12 ms of CPU. */
const REREAD = { afterMs: 5 * 60_000, mostAtOnce: 1_000 };

export class BoardShares {
	/** By monitor; those that were read first are first. */
	readonly #kept = new Map<number, FoldedShares & { readonly readAt: number }>();

	/** Makes the shares those of `monitors` at `now` (epoch milliseconds), which is in `hour`. */
	async refresh(tx: Tx, monitors: readonly BoardMonitor[], now: number, hour: number): Promise<void> {
		const wanted = new Set<number>();
		for (const { id } of monitors) if (!this.of(id, hour)) wanted.add(id);
		let old = 0;
		for (const [id, { readAt }] of this.#kept) {
			if (now - readAt < REREAD.afterMs || old >= REREAD.mostAtOnce) break;
			wanted.add(id);
			old += 1;
		}
		if (this.#kept.size > monitors.length) {
			const existing = new Set(monitors.map(({ id }) => id));
			for (const id of this.#kept.keys()) if (!existing.has(id)) this.#kept.delete(id) && wanted.delete(id);
		}
		if (wanted.size === 0) return;
		const shares = await foldedShares(tx, [...wanted], hour);
		for (const id of wanted) {
			const read = shares.get(id);
			this.#kept.delete(id);
			if (read) this.#kept.set(id, { ...read, readAt: now });
		}
	}

	/** Of the windows that end with `hour`. */
	of(monitorId: number, hour: number): WindowShares | null {
		const kept = this.#kept.get(monitorId);
		if (kept?.hour === hour) return kept.present;
		return kept?.hour === hour - 1 ? kept.next : null;
	}

	/** The earliest minute that the shares of some monitor do not count; Infinity without monitors. */
	firstUnfolded(): number {
		let first = Number.POSITIVE_INFINITY;
		for (const { next } of this.#kept.values()) first = Math.min(first, next.unfoldedFrom);
		return first;
	}
}
