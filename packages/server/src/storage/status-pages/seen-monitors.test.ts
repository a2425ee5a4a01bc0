import { expect, test } from "vitest";
import type { Window } from "../../domain/maintenance/maintenance.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { deleteMonitors } from "../monitors/monitors.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../testing/fixtures.ts";
import { aPage } from "../testing/pages.ts";
import { seenMonitors } from "./seen-monitors.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const MINUTE = 60_000;

onEachEngine("what is known of a component's monitors", (name) => {
	test("is their last verdict, that of before an unannounced window, and nothing of deleted ones", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		const monitor = () => aMonitor(database, team);
		const [down, held, announced, gone, pending] = [
			await monitor(),
			await monitor(),
			await monitor(),
			await monitor(),
			await monitor(),
		];
		const page = await aPage(database, team, [[down, held, announced, gone, pending], [held], []], NOON);
		const minute = NOON / MINUTE;
		for (const each of [down, held, announced, gone]) {
			await recordChecks(database, [anOutcome(each, minute - 30)], NOON);
			await recordChecks(database, [anOutcome(each, minute - 10, downObservation)], NOON);
		}
		await deleteMonitors(database, [gone], NOON);
		const window = (monitorId: number, beganMinutesAgo: number): Window => ({
			monitorIds: new Set([monitorId]),
			schedule: { kind: "once", startsAt: NOON - beganMinutesAgo * MINUTE, endsAt: NOON + MINUTE },
		});
		const seen = async (windows: Parameters<typeof seenMonitors>[2]) => {
			const components = page.sections.flatMap((section) => section.components);
			const found = await seenMonitors(database, page.id, windows, NOON);
			return components.map(({ id }) =>
				(found.get(id) ?? []).map(({ status, isInAnnouncedMaintenance }) =>
					isInAnnouncedMaintenance ? `${status} in maintenance` : status,
				),
			);
		};
		expect(await seen({ announced: [], unannounced: [] })).toEqual([["down", "down", "down", "pending"], ["down"], []]);
		expect(
			await seen({ announced: [window(announced, 20)], unannounced: [window(held, 20), window(announced, 20)] }),
		).toEqual([["down", "up", "down in maintenance", "pending"], ["up"], []]);
		// It was down before the window.
		expect((await seen({ announced: [], unannounced: [window(held, 5)] }))[1]).toEqual(["down"]);
	});
});
