/** Which rows of the board are rendered: those that are in view, and a few around them. */

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Arrangement } from "./arrange.ts";

const HEADING_HEIGHT = 40;
const OVERSCAN = 6;

/** `list`: for the element that contains the rows; `top`: its offset on the page. */
export function useVisibleRows({ rows, layout }: Pick<Arrangement, "rows" | "layout">, rowHeight: number) {
	const list = useRef<HTMLDivElement>(null);
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		// The offset of the list on the page, because the part above it has no fixed height.
		const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY);
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(document.body);
		return () => observer.disconnect();
	}, []);

	const height = useRef((_index: number): number => rowHeight);
	height.current = (index) => (rows[index]?.kind === "heading" ? HEADING_HEIGHT : rowHeight);
	const virtualizer = useWindowVirtualizer({
		count: rows.length,
		// A stable function: a new one at each render would measure all rows again at each scroll step.
		estimateSize: useCallback((index: number) => height.current(index), []),
		overscan: OVERSCAN,
		scrollMargin: top,
	});
	// Heights follow from the places of the headings and from the density.
	const heights = `${layout} at ${rowHeight}`;
	const measured = useRef(heights);
	useLayoutEffect(() => {
		if (measured.current === heights) return;
		measured.current = heights;
		virtualizer.measure();
	}, [heights, virtualizer]);
	return { list, top, virtualizer };
}
