/**
 * The position at which a page of a list begins: after or before a key, not at an offset, so that deletes between two
 * pages do not shift the pages.
 */

export interface Seek<Key> {
	/** At most this many rows. */
	readonly limit: number;
	/** Forward: the rows that follow `from` in the list's order. Backward: the nearest ones that precede it. */
	readonly direction: "forward" | "backward";
	/** The key that the page excludes; null is the list's own start (forward) or end (backward). */
	readonly from: Key | null;
}
