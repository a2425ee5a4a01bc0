/** What the board can be filtered and grouped by: the tags and types of its monitors. */

import type { Board } from "../../api/board.ts";
import { inNaturalOrder } from "../../format/natural-order.ts";
import { typeName } from "../../format/words.ts";
import { groupings, tagCounts } from "./arrange.ts";

interface BoardWords {
	readonly groupings: ReturnType<typeof groupings>;
	readonly tags: ReturnType<typeof tagCounts>;
	readonly types: readonly string[];
}

/** Live changes keep a board's positions and change neither tags nor types: counted once for each set of monitors. */
const known = new WeakMap<Board["positions"], BoardWords>();

export function boardWords({ monitors, positions }: Pick<Board, "monitors" | "positions">): BoardWords {
	let words = known.get(positions);
	if (words === undefined) {
		words = {
			groupings: groupings(monitors),
			tags: tagCounts(monitors),
			types: inNaturalOrder([...new Set(monitors.map(({ type }) => type))], typeName),
		};
		known.set(positions, words);
	}
	return words;
}
