import { expect, test } from "vitest";
import type { Database } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aLocation } from "../testing/fixtures.ts";
import { countOpinions, setProberAside } from "./set-aside.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const DAY = 86_400_000;

async function aProber(database: Database): Promise<number> {
	const { id } = await database.db
		.insertInto("probers")
		.values({
			public_id: "pro_1",
			location_id: await aLocation(database, "frankfurt"),
			name: "one",
			nats_user: "U1",
			public_key: "key",
			created_at: 0,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

onEachEngine("a prober", (name) => {
	test("has what was refuted of it counted over about a day", async () => {
		await using database = await freshDatabase(name);
		const id = await aProber(database);
		const count = async (asked: number, refuted: number, now: number) => {
			await countOpinions(database, new Map([[id, { asked, refuted }]]), now);
			const row = await database.db.selectFrom("probers").selectAll().executeTakeFirstOrThrow();
			return [row.asked_elsewhere, row.refuted_elsewhere, row.counted_from];
		};
		expect(await count(4, 1, NOON)).toEqual([4, 1, NOON]);
		expect(await count(6, 2, NOON + DAY - 1)).toEqual([10, 3, NOON]);
		expect(await count(1, 1, NOON + DAY + 1)).toEqual([1, 1, NOON + DAY + 1]);
	});

	test("is set aside once, by name, until an instant that is never brought forward", async () => {
		await using database = await freshDatabase(name);
		const id = await aProber(database);
		const aside = (until: number) => setProberAside(database, { id, until, reason: "refuted" });
		expect(await aside(NOON)).toEqual({ prober: "one", location: "frankfurt" });
		expect(await aside(NOON)).toBeNull();
		expect(await aside(NOON - 1)).toBeNull();
		expect(await aside(NOON + 1)).toEqual({ prober: "one", location: "frankfurt" });
	});
});
