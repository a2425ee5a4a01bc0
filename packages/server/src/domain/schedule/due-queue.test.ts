import fc from "fast-check";
import { expect, test } from "vitest";
import { type Due, DueQueue } from "./due-queue.ts";

test("answers the item that is due first, whatever was added, moved and removed before", () => {
	const step = fc.record({ item: fc.nat(20), dueAt: fc.nat(50), isRemoved: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
			const queue = new DueQueue<Due>();
			const items = Array.from({ length: 21 }, (): Due => ({ dueAt: 0, queueIndex: -1 }));
			const inQueue = new Set<Due>();
			for (const { item: index, dueAt, isRemoved } of steps) {
				const item = items[index] as Due;
				queue.remove(item);
				inQueue.delete(item);
				item.dueAt = dueAt;
				if (!isRemoved) {
					queue.add(item);
					inQueue.add(item);
				}
				expect(queue.size).toBe(inQueue.size);
				const earliest = Math.min(...[...inQueue].map((each) => each.dueAt));
				expect(queue.first?.dueAt ?? Number.POSITIVE_INFINITY).toBe(earliest);
			}
			const order: number[] = [];
			for (let first = queue.first; first !== undefined; first = queue.first) {
				order.push(first.dueAt);
				queue.remove(first);
			}
			expect(order).toEqual(order.toSorted((a, b) => a - b));
			expect(order).toHaveLength(inQueue.size);
		}),
	);
});
