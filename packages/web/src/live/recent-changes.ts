/**
 * Live changes that a board may lack although it is read after them, or while they come: the service keeps a board for
 * a second, and its answer takes a while. They are applied to it again, in their order. What is newer than the board
 * and than these follows as a change.
 */

import { hashKey, type QueryClient } from "@tanstack/react-query";
import { type Board, boardQuery } from "../api/board.ts";
import type { LiveChange } from "../api/live.ts";
import { applyChange } from "./apply-change.ts";

/** How old the board of the service can be when it is asked for: a second, and half of one for a busy service. */
const BOARD_AGE_MS = 1_500;
/** Of a board that takes longer than this to be read, early changes may be lost until the next check. */
const KEPT_MS = 20_000;

/** Instants are milliseconds of the monotonic clock. */
export class RecentChanges {
	#changes: { readonly at: number; readonly change: LiveChange }[] = [];

	add(change: LiveChange, at: number): void {
		this.#changes = [...this.#changes.filter((each) => at - each.at < KEPT_MS), { at, change }];
	}

	/** Where the connection was lost, changes are missing between these and those to come. */
	clear(): void {
		this.#changes = [];
	}

	/** The board of an answer that was asked for at `askedAt`, with the changes that it may lack. */
	appliedTo(board: Board, askedAt: number): Board {
		const later = this.#changes.filter(({ at }) => at >= askedAt - BOARD_AGE_MS);
		return later.reduce((newer, { change }) => applyChange(newer, change), board);
	}
}

const BOARD = hashKey(boardQuery.queryKey);

/** Applies recent changes to each board that is read, until the function that it answers is called. */
export function applyToReadBoards(client: QueryClient, recent: RecentChanges): () => void {
	let askedAt = 0;
	return client.getQueryCache().subscribe((event) => {
		if (event.type !== "updated" || event.query.queryHash !== BOARD) return;
		const { action } = event;
		if (action.type === "fetch") askedAt = performance.now();
		// `manual`: set by the dashboard itself.
		if (action.type !== "success" || action.manual) return;
		client.setQueryData<Board>(boardQuery.queryKey, (board) => board && recent.appliedTo(board, askedAt));
	});
}
