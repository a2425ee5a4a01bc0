/**
 * Lists that a form can grow: adding, changing, removing and moving items, and where the focus goes, so that all of it
 * works by keyboard. An item's element carries `data-item` with its id; its buttons, before its fields, carry
 * `data-remove` and `data-move`; the button that adds one carries `data-add` and is a child of the list's element.
 */

import { type RefObject, useEffect, useRef } from "react";

/** `id` tells the items of a list apart while they are edited; it is not sent. */
export interface Identified {
	readonly id: string;
}

let lastId = 0;

export function identified<Item extends object>(item: Item): Item & Identified {
	lastId += 1;
	return { ...item, id: `item ${lastId}` };
}

interface Options<Item> {
	/** The element that contains the items and the button that adds one. */
	readonly list: RefObject<HTMLElement | null>;
	readonly items: readonly Item[];
	readonly onChange: (items: readonly Item[]) => void;
}

export function useItems<Item extends Identified>({ list, items, onChange }: Options<Item>) {
	/** What gets the focus once the change is drawn: the first of these that is there. */
	const next = useRef<readonly string[]>([]);
	useEffect(() => {
		const found = next.current.map((selector) => list.current?.querySelector<HTMLElement>(selector));
		next.current = [];
		found.find(Boolean)?.focus();
	});
	const within = (id: string, what: string) => `[data-item="${id}"] ${what}`;
	const adding = ":scope > [data-add]";

	return {
		add(item: Item): void {
			next.current = [within(item.id, ":is(input, select, textarea)")];
			onChange([...items, item]);
		},
		change(id: string, to: Partial<Item>): void {
			onChange(items.map((item) => (item.id === id ? { ...item, ...to } : item)));
		},
		remove(id: string): void {
			const at = items.findIndex((item) => item.id === id);
			const neighbour = items[at + 1] ?? items[at - 1];
			next.current = [...(neighbour ? [within(neighbour.id, "[data-remove]:not(:disabled)")] : []), adding];
			onChange(items.filter((item) => item.id !== id));
		},
		/** @param by 1: down; -1: up */
		move(id: string, by: 1 | -1): void {
			const from = items.findIndex((item) => item.id === id);
			const to = from + by;
			const [moved, other] = [items[from], items[to]];
			if (moved === undefined || other === undefined) return;
			// At an end the button that was pressed is disabled, and the other one gets the focus.
			const isAtEnd = items[to + by] === undefined;
			next.current = [within(id, `[data-move="${isAtEnd ? -by : by}"]`)];
			onChange(items.with(from, other).with(to, moved));
		},
	};
}
