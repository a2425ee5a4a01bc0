/**
 * Turns of the event loop for heavy work. SQLite answers in this thread, so a request waits while a slice of heavy work
 * runs. Whatever comes in slices waits here before each of them: at most one runs in a turn, and before the next one
 * the event loop reads what has arrived. With `setImmediate` alone, the slices of all jobs and reports would run one
 * after the other in the same turn.
 */

/** Of the whole thread, as its event loop is. */
const waiting: (() => void)[] = [];

/** Resolves, in the order of the calls, in a turn in which it resolves for nobody else. */
export function heavyTurn(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	waiting.push(resolve);
	if (waiting.length === 1) setImmediate(next);
	return promise;
}

function next(): void {
	waiting.shift()?.();
	// In the next turn of the event loop, not in this one.
	if (waiting.length > 0) setImmediate(next);
}
