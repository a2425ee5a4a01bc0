import { expect, test } from "vitest";
import { inNaturalOrder } from "./natural-order.ts";

test.each([
	[
		["API 10", "API 2", "API 1"],
		["API 1", "API 2", "API 10"],
	],
	[
		["db1.internal:5432", "Db10", "db2"],
		["db1.internal:5432", "db2", "Db10"],
	],
	[
		["Zürich", "élan", "Zebra", "eland"],
		["élan", "eland", "Zebra", "Zürich"],
	],
	[
		["v1.10.0", "v1.9.2", "v1.9.10"],
		["v1.9.2", "v1.9.10", "v1.10.0"],
	],
	[
		["2026-11", "2026-2"],
		["2026-2", "2026-11"],
	],
])("%j are ordered %j", (names, ordered) => {
	expect(inNaturalOrder(names, (name) => name)).toEqual(ordered);
});

test("equal names stay as they are", () => {
	const items = [
		{ name: "api", id: 2 },
		{ name: "API", id: 1 },
	];
	expect(inNaturalOrder(items, ({ name }) => name)).toEqual(items);
});
