/**
 * Where a page of a list begins: after or before a key, never at an offset, so that deletes between pages move nothing.
 */

export interface Seek<Key> {
	/** At most this many rows. */
	readonly limit: number;
	/** Forward: the rows that follow `from` in the list's order. Backward: the nearest ones that precede it. */
	readonly direction: "forward" | "backward";
	/** The key that the page excludes; null is the list's own start (forward) or end (backward). */
	readonly from: Key | null;
}
