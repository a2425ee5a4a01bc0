import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReportPlace } from "../../domain/figures/report.ts";
import { MONITOR_TYPES } from "../../domain/monitors/monitor.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, aTeam } from "../testing/fixtures.ts";
import { allInReport, monitorsInReport } from "./reports.ts";

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

onEachEngine("the monitors of a report", (name) => {
	test("are in the order of types, names and ids, by code point, from any place on and in both directions", async () => {
		await using database = await freshDatabase(name);
		const [team, other] = [await aTeam(database), await aTeam(database)];
		await aMonitor(database, other);
		// U+FF5E comes before U+1F600, which UTF-16 and many collations have the other way round.
		const names = ["Z", "a", "a", "\u{1f600}", "\uff5e", "ab", "é", "B"];
		for (const type of ["flow", "http", "dns"] as const) {
			for (const each of names) {
				const id = await aMonitor(database, team, { name: each });
				await database.db.updateTable("monitors").set({ type }).where("id", "=", id).execute();
			}
		}
		const gone = await aMonitor(database, team, { name: "a" });
		await database.db.updateTable("monitors").set({ deleted_at: 1 }).where("id", "=", gone).execute();

		const all = await allInReport(database, team, {});
		const ordered = all.toSorted(
			(a, b) =>
				MONITOR_TYPES.indexOf(a.type) - MONITOR_TYPES.indexOf(b.type) ||
				byBytes(a.name, b.name) ||
				byBytes(a.publicId, b.publicId),
		);
		expect(all).toHaveLength(3 * names.length);
		expect(all).toEqual(ordered);
		expect(await allInReport(database, team, { type: "dns" })).toEqual(all.filter(({ type }) => type === "dns"));

		const page = fc.record({
			at: fc.option(fc.nat(all.length - 1)),
			limit: fc.integer({ min: 1, max: 30 }),
			direction: fc.constantFrom("forward" as const, "backward" as const),
		});
		await fc.assert(
			fc.asyncProperty(page, async ({ at, limit, direction }) => {
				const from: ReportPlace | null = at === null ? null : (all[at] ?? null);
				const expected =
					direction === "forward"
						? all.slice(at === null ? 0 : at + 1).slice(0, limit)
						: all.slice(0, at ?? undefined).slice(-limit);
				expect(await monitorsInReport(database, team, {}, { from, limit, direction })).toEqual(expected);
			}),
			{ numRuns: 40 },
		);
	});
});
