/** The share of the points by which Page Up and Page Down move. */
const PAGE = 0.1;

/**
 * Which of `count` points in a row a key points at: null for none, undefined when the key does not point. From none it
 * begins at the last one, which is the newest.
 */
export function pointedBy(key: string, index: number | null, count: number): number | null | undefined {
	const page = Math.max(1, Math.round(count * PAGE));
	const moved = (by: number) => Math.min(count - 1, Math.max(0, (index ?? count) + by));
	if (count === 0) return undefined;
	switch (key) {
		case "ArrowLeft":
		case "ArrowDown":
			return moved(-1);
		case "ArrowRight":
		case "ArrowUp":
			return moved(1);
		case "PageDown":
			return moved(-page);
		case "PageUp":
			return moved(page);
		case "Home":
			return 0;
		case "End":
			return count - 1;
		case "Escape":
			return index === null ? undefined : null;
		default:
			return undefined;
	}
}
