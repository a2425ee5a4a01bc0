/**
 * Dragging items of lists by a handle, with a mouse, a pen or a finger. Items carry `data-drag` with their id, lists
 * `data-drop` with theirs; the list of all lists has an empty one. Nothing moves before the item is dropped: a line
 * shows where it will be. Escape ends it where it began.
 */

import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useState } from "react";
import type { Place } from "./page-draft.ts";

interface Dragged {
	readonly id: string;
	/** What is dragged: a section, or a component, which can go to any section. */
	readonly kind: "section" | "component";
}

interface Dragging extends Dragged {
	readonly over: Place | null;
}

/** So near to the upper or lower edge the page scrolls, and so far in one frame; pixels. */
const EDGE = 56;
const STEP = 12;

export function useDragging(root: RefObject<HTMLElement | null>, onDrop: (id: string, place: Place) => void) {
	const [dragging, setDragging] = useState<Dragging | null>(null);
	const id = dragging?.id ?? null;
	const kind = dragging?.kind ?? null;

	useEffect(() => {
		if (id === null || kind === null) return;
		let y: number | null = null;
		let frame = 0;
		let over: Place | null = null;
		const look = () => {
			if (y === null || root.current === null) return;
			over = placeAt(root.current, kind, id, y);
			setDragging({ id, kind, over });
		};
		const scroll = () => {
			const by = y === null ? 0 : y < EDGE ? -STEP : y > innerHeight - EDGE ? STEP : 0;
			if (by !== 0) {
				scrollBy(0, by);
				look();
			}
			frame = requestAnimationFrame(scroll);
		};
		const move = (event: PointerEvent) => {
			y = event.clientY;
			look();
		};
		const drop = () => {
			setDragging(null);
			if (over !== null) onDrop(id, over);
		};
		const cancel = () => setDragging(null);
		const press = (event: KeyboardEvent) => {
			if (event.key === "Escape") cancel();
		};
		addEventListener("pointermove", move);
		addEventListener("pointerup", drop);
		addEventListener("pointercancel", cancel);
		addEventListener("keydown", press);
		frame = requestAnimationFrame(scroll);
		return () => {
			removeEventListener("pointermove", move);
			removeEventListener("pointerup", drop);
			removeEventListener("pointercancel", cancel);
			removeEventListener("keydown", press);
			cancelAnimationFrame(frame);
		};
	}, [id, kind, root, onDrop]);

	return {
		dragging,
		/** For the handle of an item. */
		start(event: ReactPointerEvent, dragged: Dragged): void {
			if (event.button === 0) setDragging({ ...dragged, over: null });
		},
	};
}

/** The place at this height: in the nearest list, before the first item whose middle is below it. */
function placeAt(root: HTMLElement, kind: Dragged["kind"], id: string, y: number): Place | null {
	const lists = [...root.querySelectorAll<HTMLElement>("[data-drop]")].filter(
		(list) => (list.dataset["drop"] === "") === (kind === "section"),
	);
	const distances = lists.map((list) => {
		const { top, bottom } = list.getBoundingClientRect();
		return { list, distance: Math.max(top - y, y - bottom, 0) };
	});
	const nearest = distances.sort((a, b) => a.distance - b.distance)[0]?.list;
	if (nearest === undefined) return null;
	const items = [...nearest.querySelectorAll<HTMLElement>(`:scope > [data-drag]`)];
	const index = items.findIndex((item) => {
		const { top, bottom } = item.getBoundingClientRect();
		return y < (top + bottom) / 2;
	});
	const place = { list: nearest.dataset["drop"] || null, index: index < 0 ? items.length : index };
	const own = items.findIndex((item) => item.dataset["drag"] === id);
	// Before or after itself it stays where it is.
	return own >= 0 && (place.index === own || place.index === own + 1) ? null : place;
}
