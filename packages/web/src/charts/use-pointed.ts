import { type FocusEvent, useState } from "react";

/**
 * The place in a row of points that is shown in detail: the one at the pointer, reached by key, or clicked. The latter
 * two stay until something else has the focus.
 */
export function usePointed() {
	const [index, setIndex] = useState<number | null>(null);
	const [isPinned, setIsPinned] = useState(false);
	const clear = () => {
		setIndex(null);
		setIsPinned(false);
	};
	return {
		index,
		isPinned,
		hover: (next: number | null) => !isPinned && setIndex(next),
		/** By key, or a click; null: none any more. */
		pin(next: number | null) {
			if (next === null) return clear();
			setIndex(next);
			setIsPinned(true);
		},
		/** Of the element that holds the points and their details. */
		onBlur(event: FocusEvent) {
			if (!event.currentTarget.contains(event.relatedTarget)) clear();
		},
	};
}
