import { expect, test } from "vitest";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { anOutcome } from "../../storage/testing/fixtures.ts";
import { batchesOf } from "./batches.ts";
import { ORDERS_IN_MESSAGE } from "./messages.ts";

function anOrder(bytes: number): CheckOrder {
	const { order } = anOutcome(1, 1, undefined, { url: `http://127.0.0.1/${"a".repeat(bytes)}` }).outcome;
	return order;
}

const sizes = (orders: readonly CheckOrder[]) =>
	Array.from(batchesOf(orders, ORDERS_IN_MESSAGE), (batch) => batch.length);

test("a message has 50 orders and 512 KiB at most; a larger order has one of its own", () => {
	expect(sizes([])).toEqual([]);
	expect(sizes(Array.from({ length: 120 }, () => anOrder(10)))).toEqual([50, 50, 20]);
	expect(sizes(Array.from({ length: 5 }, () => anOrder(200 * 1024)))).toEqual([2, 2, 1]);
	expect(sizes([anOrder(10), anOrder(3 * 1024 * 1024), anOrder(10)])).toEqual([1, 1, 1]);
});

test("only the batches that are asked for are measured", () => {
	let measured = 0;
	const all = Array.from({ length: 1_000 }, () => ({ toJSON: () => String(++measured) }));
	const [first] = batchesOf(all, { count: 10, bytes: 1_000 });
	expect([first?.length, measured]).toEqual([10, 11]);
});
