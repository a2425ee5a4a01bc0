/** The figures of a board over one window, a column each, and those of all its monitors together. */

import { percentOf } from "../../domain/figures/board.ts";
import {
	availableOf,
	type CountedFigure,
	fastEnoughOf,
	totalOf,
	type VerdictCounts,
} from "../../domain/figures/uptime.ts";

export interface WindowFigures {
	readonly uptime: number | null;
	readonly available: number | null;
	readonly fastEnough: number | null;
}

export class WindowColumns {
	readonly uptime: (number | null)[] = [];
	/** Null where it is the uptime too: most columns of a board are then short. */
	readonly available: (number | null)[] = [];
	readonly fastEnough: (number | null)[] = [];
	readonly #sum = { total: 0, successful: 0, available: 0, fastEnough: 0 };

	/** @param counts of the next monitor; null where they are not known */
	add(counts: VerdictCounts | null, counted: CountedFigure): void {
		if (counts === null) {
			this.#push(null, null, null);
			return;
		}
		const [total, available, fastEnough] = [totalOf(counts), availableOf(counts), fastEnoughOf(counts)];
		const successful = counted === "available" ? available : fastEnough;
		this.#sum.total += total;
		this.#sum.successful += successful;
		this.#sum.available += available;
		this.#sum.fastEnough += fastEnough;
		const unlessCounted = (part: number) => (part === successful ? null : percentOf(part, total));
		this.#push(percentOf(successful, total), unlessCounted(available), unlessCounted(fastEnough));
	}

	get ofTeam(): WindowFigures {
		const { total, successful, available, fastEnough } = this.#sum;
		return {
			uptime: percentOf(successful, total),
			available: percentOf(available, total),
			fastEnough: percentOf(fastEnough, total),
		};
	}

	#push(uptime: number | null, available: number | null, fastEnough: number | null): void {
		this.uptime.push(uptime);
		this.available.push(available);
		this.fastEnough.push(fastEnough);
	}
}
