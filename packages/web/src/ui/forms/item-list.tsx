/** A list of short items, such as headers: each has its fields and a button that removes it. */

import { Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../button.tsx";
import { IconButton } from "../icon-button.tsx";
import { type Identified, useItems } from "./items.ts";

interface Props<Item> {
	readonly items: readonly Item[];
	/** Of the list, as a JSON Pointer. */
	readonly pointer: string;
	readonly onChange: (items: readonly Item[]) => void;
	/** What one is called, for the buttons: `header`. */
	readonly noun: string;
	readonly max: number;
	/** A new one, with an id of its own. */
	readonly newItem: () => Item;
	readonly children: (item: Item, index: number, change: (to: Partial<Item>) => void) => ReactNode;
}

export function ItemList<Item extends Identified>({
	items,
	pointer,
	onChange,
	noun,
	max,
	newItem,
	children,
}: Props<Item>) {
	const list = useRef<HTMLDivElement>(null);
	const { add, change, remove } = useItems({ list, items, onChange });
	return (
		<div ref={list} data-pointer={pointer}>
			{items.map((item, index) => (
				<div
					key={item.id}
					data-item={item.id}
					role="group"
					aria-label={`${noun} ${index + 1}`}
					className="mb-4 grid grid-cols-[minmax(0,1fr)_32px] items-start gap-3 border-b border-line pb-4"
				>
					{children(item, index, (to) => change(item.id, to))}
					<IconButton
						label={`Remove ${noun} ${index + 1}`}
						data-remove
						className="mt-6"
						onClick={() => remove(item.id)}
					>
						<X size={15} aria-hidden />
					</IconButton>
				</div>
			))}
			{items.length < max && (
				<Button data-add icon={<Plus size={14} aria-hidden />} onClick={() => add(newItem())}>
					Add a {noun}
				</Button>
			)}
		</div>
	);
}
