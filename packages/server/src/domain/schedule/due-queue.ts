/**
 * What is due next, of many: a binary heap by due time whose items know their index, so that an item is moved or
 * removed in a few steps whatever the number of items. An item is in one queue at most.
 */

export interface Due {
	/** Epoch milliseconds. To be changed only while the item is in no queue. */
	dueAt: number;
	/** Index in its queue, for the queue alone; -1 outside. */
	queueIndex: number;
}

export class DueQueue<Item extends Due> {
	readonly #items: Item[] = [];

	get size(): number {
		return this.#items.length;
	}

	/** The item that is due first; undefined when there is none. */
	get first(): Item | undefined {
		return this.#items[0];
	}

	/** Those that are due at `instant`, in no order: touches these and their neighbours alone. */
	*dueBy(instant: number, at = 0): Generator<Item> {
		const item = this.#items[at];
		if (item === undefined || item.dueAt > instant) return;
		yield item;
		yield* this.dueBy(instant, 2 * at + 1);
		yield* this.dueBy(instant, 2 * at + 2);
	}

	add(item: Item): void {
		this.#items.push(item);
		this.#raise(item, this.#items.length - 1);
	}

	/** Does nothing for an item that is not in this queue. */
	remove(item: Item): void {
		const index = item.queueIndex;
		if (this.#items[index] !== item) return;
		item.queueIndex = -1;
		const last = this.#items.pop() as Item;
		if (last === item) return;
		this.#raise(last, index);
		this.#lower(last, last.queueIndex);
	}

	/** Puts `item`, whose place is `index` or further up, where it belongs. */
	#raise(item: Item, index: number): void {
		let at = index;
		while (at > 0) {
			const above = (at - 1) >> 1;
			const parent = this.#items[above] as Item;
			if (parent.dueAt <= item.dueAt) break;
			this.#put(parent, at);
			at = above;
		}
		this.#put(item, at);
	}

	/** Puts `item`, whose place is `index` or further down, where it belongs. */
	#lower(item: Item, index: number): void {
		let at = index;
		for (;;) {
			const left = 2 * at + 1;
			const right = left + 1;
			let child = this.#items[left];
			if (child === undefined) break;
			let below = left;
			const other = this.#items[right];
			if (other !== undefined && other.dueAt < child.dueAt) {
				child = other;
				below = right;
			}
			if (child.dueAt >= item.dueAt) break;
			this.#put(child, at);
			at = below;
		}
		this.#put(item, at);
	}

	#put(item: Item, index: number): void {
		this.#items[index] = item;
		item.queueIndex = index;
	}
}
