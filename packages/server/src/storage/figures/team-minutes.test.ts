import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { recordImported } from "../commit/record-imported.ts";
import type { Tx } from "../database/tx.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { countMinutes } from "./count-minutes.ts";
import { countedHours } from "./team-hours.ts";
import { countClosedMinutes } from "./team-minutes.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1, 12) / 60_000);

onEachEngine("the minutes of a new database", (name) => {
	test("are counted in one slice, from its first result on, however many monitors make the slices small", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		expect(await countClosedMinutes(database, minute * 60_000)).toBe(false);
		const monitor = await aMonitor(database, team, { createdAt: minute * 60_000 });
		await recordChecks(database, [anOutcome(monitor, minute), anOutcome(monitor, minute + 1)], (minute + 2) * 60_000);
		expect(await countClosedMinutes(database, (minute + 5) * 60_000)).toBe(false);
		const [counted, ...others] = await countedHours(database, team, 0, 1e9);
		expect([counted?.hour, counted?.counts.total.indexOf(0), others]).toEqual([hourOf(minute), 2, []]);
	});

	test("with figures alone are read in as many statements, however many monitors have some", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const figures = { up: 60, down: 0, responseTime: null };
		const statements = async () => {
			let count = 0;
			const counting: KyselyPlugin = {
				transformQuery({ node }) {
					count += 1;
					return node;
				},
				transformResult: async ({ result }) => result,
			};
			const tx: Tx = Object.assign(Object.create(database), { db: database.db.withPlugin(counting) });
			const runs = [600, 300].map((ago) => ({ teamId: team, from: minute - ago, to: minute - ago + 1 }));
			const total = (await countMinutes(tx, runs)).reduce((sum, each) => sum + each.total, 0);
			return { count, total };
		};
		const counts = [];
		for (const monitors of [1, 3]) {
			for (let made = 0; made < monitors; made += 1) {
				const createdAt = minute * 60_000;
				const monitor = {
					id: await aMonitor(database, team, { createdAt }),
					teamId: team,
					type: "http" as const,
					createdAt,
				};
				const hours = [10, 5].map((ago) => ({ hour: hourOf(minute) - ago, checks: [], figures }));
				await database.transaction((tx) => recordImported(tx, monitor, { hours, days: [] }, createdAt));
			}
			counts.push(await statements());
		}
		expect(counts).toEqual([
			{ count: 4, total: 2 },
			{ count: 4, total: 8 },
		]);
	});
});
