/** A list of short items, such as headers: each has its fields and a button that removes it. */

import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "../buttons/button.tsx";
import { IconButton } from "../buttons/icon-button.tsx";
import { type Identified, useItems } from "./items.ts";

interface Props<Item> {
	readonly value: readonly Item[];
	/** Of the list, as a JSON Pointer. */
	readonly pointer: string;
	readonly onChange: (value: readonly Item[]) => void;
	/** What one is called, for the buttons: `header`. */
	readonly noun: string;
	readonly max: number;
	/** Whether their order matters: they can be moved. */
	readonly isOrdered?: boolean;
	/** A new one, with an id of its own. */
	readonly newItem: () => Item;
	readonly children: (item: Item, index: number, change: (to: Partial<Item>) => void) => ReactNode;
}

export function ItemList<Item extends Identified>({
	value: items,
	pointer,
	onChange,
	noun,
	max,
	isOrdered = false,
	newItem,
	children,
}: Props<Item>) {
	const list = useRef<HTMLDivElement>(null);
	const { add, change, move, remove } = useItems({ list, items, onChange });
	return (
		<div ref={list} data-pointer={pointer}>
			{items.map((item, index) => (
				<div
					key={item.id}
					data-item={item.id}
					role="group"
					aria-label={`${noun} ${index + 1}`}
					className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border-b border-line pb-4"
				>
					{children(item, index, (to) => change(item.id, to))}
					<div className="mt-6 flex flex-col sm:flex-row">
						{isOrdered && items.length > 1 && (
							<MoveButtons
								about={`${noun} ${index + 1}`}
								isFirst={index === 0}
								isLast={index === items.length - 1}
								onMove={(by) => move(item.id, by)}
							/>
						)}
						<IconButton label={`Remove ${noun} ${index + 1}`} data-remove onClick={() => remove(item.id)}>
							<X size={15} aria-hidden />
						</IconButton>
					</div>
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

interface MoveProps {
	readonly about: string;
	readonly isFirst: boolean;
	readonly isLast: boolean;
	/** @param by 1: down; -1: up */
	readonly onMove: (by: 1 | -1) => void;
}

/** For an item of useItems(). */
export function MoveButtons({ about, isFirst, isLast, onMove }: MoveProps) {
	return ([-1, 1] as const).map((by) => {
		const Arrow = by < 0 ? ArrowUp : ArrowDown;
		return (
			<IconButton
				key={by}
				label={`Move ${about} ${by < 0 ? "up" : "down"}`}
				data-move={by}
				disabled={by < 0 ? isFirst : isLast}
				className="disabled:opacity-40"
				onClick={() => onMove(by)}
			>
				<Arrow size={15} aria-hidden />
			</IconButton>
		);
	});
}
