/**
 * The counts of the rolled-up hours of a board's monitors, kept between boards. They are read again some at a time, for
 * hours that were rolled up since and for late checks in those that were before: all at once they cost more than all
 * the rest of a board.
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import type { BoardMonitor } from "../../storage/board/board-monitors.ts";
import { type FoldedShares, foldedShares } from "../../storage/board/folded-shares.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** Shares are read again after this time, at most so many at a board: about 12 ms of CPU. */
const REREAD = { afterMs: 5 * 60_000, mostAtOnce: 1_000 };

interface KeptShares extends FoldedShares {
	readonly readAt: number;
}

export class BoardShares {
	/** By monitor; those that were read first are first. */
	readonly #kept = new Map<number, KeptShares>();

	/** Makes the shares those of `monitors` at `now` (epoch milliseconds). */
	async refresh(tx: Tx, monitors: ReadonlyMap<number, BoardMonitor>, now: number): Promise<void> {
		const hour = hourOf(minuteOf(now));
		const wanted: BoardMonitor[] = [];
		for (const [id, { readAt }] of this.#kept) {
			if (now - readAt < REREAD.afterMs || wanted.length >= REREAD.mostAtOnce) break;
			const monitor = monitors.get(id);
			if (monitor) wanted.push(monitor);
		}
		const isRead = new Set(wanted);
		for (const monitor of monitors.values()) {
			if (!this.of(monitor.id, hour) && !isRead.has(monitor)) wanted.push(monitor);
		}
		const read = wanted.length === 0 ? [] : await foldedShares(tx, wanted, hour);
		for (const [id, shares] of read) {
			this.#kept.delete(id);
			this.#kept.set(id, { ...shares, readAt: now });
		}
		if (this.#kept.size <= monitors.size) return;
		for (const id of this.#kept.keys()) if (!monitors.has(id)) this.#kept.delete(id);
	}

	/** The shares of a monitor if they have the windows that end with `hour`. */
	of(monitorId: number, hour: number): FoldedShares | undefined {
		const kept = this.#kept.get(monitorId);
		return kept && (kept.hour === hour || kept.hour === hour - 1) ? kept : undefined;
	}

	/** The earliest minute that the shares of some monitor do not count; Infinity without monitors. */
	firstUnfolded(): number {
		let first = Number.POSITIVE_INFINITY;
		for (const { unfoldedFrom } of this.#kept.values()) first = Math.min(first, unfoldedFrom);
		return first;
	}
}
