import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/durations.ts";
import { UNANNOUNCED } from "../../domain/maintenance/announced.ts";
import { USUAL_COMPONENT, USUAL_PAGE } from "../../domain/status-pages/page-settings.ts";
import { createMaintenanceWindow } from "../../services/maintenance-windows/create.ts";
import { deleteMaintenanceWindow } from "../../services/maintenance-windows/delete.ts";
import { endMaintenanceWindow } from "../../services/maintenance-windows/end.ts";
import { updateMaintenanceWindow } from "../../services/maintenance-windows/update.ts";
import { createStatusPage } from "../../services/status-pages/create.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import type { Database } from "../../storage/database/tx.ts";
import { oldestAnnouncements } from "../../storage/incidents/announcements.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { publicMaintenance } from "../../storage/status-pages/public-maintenance.ts";
import { takeAnnouncements } from "../../storage/subscribers/announced-news.ts";
import { freshDatabase, onEachEngine } from "../../storage/testing/engines.ts";
import { aMonitor, aTeam } from "../../storage/testing/fixtures.ts";
import { announceAllMaintenance } from "./announce-maintenance.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const iso = (ms: number) => new Date(ms).toISOString();

onEachEngine("announced maintenance", (name) => {
	async function aPlan(database: Database, schedule: object) {
		const team = await aTeam(database);
		const monitor = await aMonitor(database, team);
		const { public_id } = await database.db
			.selectFrom("monitors")
			.select("public_id")
			.where("id", "=", monitor)
			.executeTakeFirstOrThrow();
		const components = [
			{ ...USUAL_COMPONENT, name: "Checkout", monitorIds: [public_id] },
			{ ...USUAL_COMPONENT, name: "Search", monitorIds: [] },
		];
		const sections = [{ name: "", components }];
		const input = { ...USUAL_PAGE, name: "Public", slug: randomUUID(), isPublished: true, sections };
		const page = await onTheCommandLine(database, team, createStatusPage, input, { now: 0 });
		const planned = {
			...UNANNOUNCED,
			name: "secret name",
			monitorIds: null,
			startsAt: null,
			endsAt: null,
			recurrence: null,
			...schedule,
			statusPageIds: [page.publicId],
			publicTitle: "Upgrade",
			publicText: "**Slow** for an hour.",
		};
		const window = await onTheCommandLine(database, team, createMaintenanceWindow, planned, { now: 0 });
		const run = (now: number) => announceAllMaintenance({ database, now: () => now });
		const announced = async () =>
			(await oldestAnnouncements(database, 100)).flatMap(({ what }) =>
				what.kind === "maintenance" ? `${what.step} ${iso(what.startsAt).slice(8, 16)}` : [],
			);
		const shown = async (now: number) => publicMaintenance(database, page.id, await windowsOfTeam(database, team), now);
		const taken = () => takeAnnouncements(database, 0);
		return { team, page, id: window.publicId, run, announced, taken, shown };
	}
	const newsOf = async ({ db }: Database, page: number) => {
		const rows = await db
			.selectFrom("page_news")
			.select("news")
			.where("status_page_id", "=", page)
			.orderBy("id")
			.execute();
		return rows.map(({ news }) => {
			const { kind, title, startsAt } = JSON.parse(news);
			return `${kind} ${title} ${iso(startsAt).slice(8, 16)}`;
		});
	};
	const once = { startsAt: iso(NOON), endsAt: iso(NOON + HOUR_MS) };

	test("is announced ahead, when it begins and when it ends, each once, also by rivals", async () => {
		await using database = await freshDatabase(name);
		const { run, announced, shown } = await aPlan(database, once);
		await run(NOON - DAY_MS - 1);
		expect(await announced()).toEqual([]);
		for (const at of [NOON - DAY_MS, NOON - HOUR_MS, NOON, NOON + MINUTE_MS, NOON + HOUR_MS, NOON + 2 * HOUR_MS]) {
			await Promise.all([run(at), run(at)]);
		}
		expect(await announced()).toEqual(["scheduled 01T12:00", "in_progress 01T12:00", "completed 01T12:00"]);
		expect(await shown(NOON)).toMatchObject([
			{
				title: "Upgrade",
				text: "**Slow** for an hour.",
				startsAt: NOON,
				endsAt: NOON + HOUR_MS,
				components: [{ name: "Checkout", state: "maintenance" }],
			},
		]);
		expect(JSON.stringify(await shown(NOON))).not.toContain("secret");
		expect(await shown(NOON + HOUR_MS)).toEqual([]);
	});

	test("that was moved is announced again, one that is ended early is completed, one that is deleted is announced no more", async () => {
		await using database = await freshDatabase(name);
		const { team, id, run, announced } = await aPlan(database, once);
		await run(NOON - HOUR_MS);
		const changes = { startsAt: iso(NOON + HOUR_MS), endsAt: iso(NOON + 3 * HOUR_MS) };
		await onTheCommandLine(database, team, updateMaintenanceWindow, { id, changes }, { now: NOON });
		await run(NOON);
		await run(NOON + HOUR_MS);
		await onTheCommandLine(database, team, endMaintenanceWindow, { id }, { now: NOON + 2 * HOUR_MS });
		await run(NOON + 2 * HOUR_MS);
		const all = ["scheduled 01T12:00", "scheduled 01T13:00", "in_progress 01T13:00", "completed 01T13:00"];
		expect(await announced()).toEqual(all);
		await onTheCommandLine(database, team, deleteMaintenanceWindow, { id }, { now: NOON });
		await run(NOON + 4 * HOUR_MS);
		expect(await announced()).toEqual([]);
	});

	test("that does not take place is cancelled for those who were notified of it, and completed when it has begun", async () => {
		await using database = await freshDatabase(name);
		const rule = { rrule: "FREQ=DAILY;INTERVAL=2", startsAt: "2026-05-01T12:00", timeZone: "UTC", durationMinutes: 60 };
		const { team, page, id, run, taken } = await aPlan(database, { recurrence: rule, announceHoursBefore: 48 });
		const others = await aPlan(database, once);
		await run(NOON);
		await others.run(NOON);
		await taken();
		const now = NOON + MINUTE_MS;
		await onTheCommandLine(database, team, deleteMaintenanceWindow, { id }, { now });
		expect(await newsOf(database, page.id)).toEqual([
			"maintenance_started Upgrade 01T12:00",
			"maintenance_announced Upgrade 03T12:00",
			"maintenance_completed Upgrade 01T12:00",
			"maintenance_cancelled Upgrade 03T12:00",
		]);
		expect((await newsOf(database, others.page.id)).at(-1)).toBe("maintenance_started Upgrade 01T12:00");
	});

	test("that is taken off a page is cancelled there, and announced anew when it comes back", async () => {
		await using database = await freshDatabase(name);
		const { team, page, id, run, taken } = await aPlan(database, once);
		await run(NOON - HOUR_MS);
		await taken();
		const show = (statusPageIds: readonly string[], now: number) =>
			onTheCommandLine(database, team, updateMaintenanceWindow, { id, changes: { statusPageIds } }, { now });
		await show([], NOON - HOUR_MS);
		await run(NOON - HOUR_MS);
		await show([page.publicId], NOON - HOUR_MS);
		await run(NOON - HOUR_MS);
		await taken();
		expect(await newsOf(database, page.id)).toEqual([
			"maintenance_announced Upgrade 01T12:00",
			"maintenance_cancelled Upgrade 01T12:00",
			"maintenance_announced Upgrade 01T12:00",
		]);
	});

	test("that gets another page later is announced there as far as it has come, and once", async () => {
		await using database = await freshDatabase(name);
		const { team, page, id, run, taken } = await aPlan(database, once);
		const anotherPage = (isPublished = true) => {
			const input = { ...USUAL_PAGE, name: "Later", slug: randomUUID(), isPublished, sections: [] };
			return onTheCommandLine(database, team, createStatusPage, input, { now: 0 });
		};
		const [ahead, waiting, during, hidden] = [
			await anotherPage(),
			await anotherPage(),
			await anotherPage(),
			await anotherPage(false),
		];
		const showOn = (pages: readonly { publicId: string }[], now: number) => {
			const changes = { statusPageIds: pages.map(({ publicId }) => publicId) };
			return onTheCommandLine(database, team, updateMaintenanceWindow, { id, changes }, { now });
		};
		await run(NOON - HOUR_MS);
		await taken();
		await showOn([page, ahead, hidden], NOON - HOUR_MS);
		await run(NOON);
		// The announcement of the beginning waits for its turn, and this page is then one of those that get it.
		await showOn([page, ahead, hidden, waiting], NOON);
		await taken();
		await showOn([page, ahead, hidden, waiting, during], NOON + MINUTE_MS);
		await run(NOON + HOUR_MS);
		await taken();
		await showOn([page, ahead, waiting, during], NOON + HOUR_MS);
		const [announced, started, completed] = ["announced", "started", "completed"].map(
			(step) => `maintenance_${step} Upgrade 01T12:00`,
		);
		expect(await newsOf(database, page.id)).toEqual([announced, started, completed]);
		expect(await newsOf(database, ahead.id)).toEqual([announced, started, completed]);
		expect(await newsOf(database, waiting.id)).toEqual([started, completed]);
		expect(await newsOf(database, during.id)).toEqual([started, completed]);
		expect(await newsOf(database, hidden.id)).toEqual([]);
	});

	test("that is put off is cancelled, and announced again when it is near", async () => {
		await using database = await freshDatabase(name);
		const { team, page, id, run, taken } = await aPlan(database, once);
		await run(NOON - HOUR_MS);
		await taken();
		const changes = { startsAt: iso(NOON + 7 * DAY_MS), endsAt: iso(NOON + 7 * DAY_MS + HOUR_MS) };
		await onTheCommandLine(database, team, updateMaintenanceWindow, { id, changes }, { now: NOON - HOUR_MS });
		await run(NOON);
		await run(NOON + 6 * DAY_MS);
		await taken();
		expect(await newsOf(database, page.id)).toEqual([
			"maintenance_announced Upgrade 01T12:00",
			"maintenance_cancelled Upgrade 01T12:00",
			"maintenance_announced Upgrade 08T12:00",
		]);
	});

	test("that was not announced yet is cancelled for nobody", async () => {
		await using database = await freshDatabase(name);
		const { team, page, id, run } = await aPlan(database, once);
		await run(NOON - HOUR_MS);
		// The announcement waits, and is deleted with the window.
		await onTheCommandLine(database, team, deleteMaintenanceWindow, { id }, { now: NOON - HOUR_MS });
		expect(await newsOf(database, page.id)).toEqual([]);
	});

	test("that recurs announces its next occurrences", async () => {
		await using database = await freshDatabase(name);
		const rule = { rrule: "FREQ=WEEKLY", startsAt: "2026-05-01T12:00", timeZone: "UTC", durationMinutes: 60 };
		const { run, announced, shown } = await aPlan(database, { recurrence: rule });
		await run(NOON - DAY_MS);
		await run(NOON + 2 * HOUR_MS);
		await run(NOON + 6 * DAY_MS);
		expect(await announced()).toEqual(["scheduled 01T12:00", "completed 01T12:00", "scheduled 08T12:00"]);
		expect((await shown(NOON + 2 * HOUR_MS)).map(({ startsAt }) => iso(startsAt).slice(8, 10))).toEqual(["08", "15"]);
	});

	test("what happened long before the service was on again is announced to nobody", async () => {
		await using database = await freshDatabase(name);
		const { run, announced } = await aPlan(database, once);
		await run(NOON - HOUR_MS);
		await run(NOON + HOUR_MS + DAY_MS);
		expect(await announced()).toEqual(["scheduled 01T12:00"]);
	});

	test("needs a title for its readers, and a page of the team", async () => {
		await using database = await freshDatabase(name);
		const { team, page } = await aPlan(database, once);
		const plan = (announced: object) => {
			const input = { ...UNANNOUNCED, name: "x", monitorIds: null, recurrence: null, ...once, ...announced };
			return onTheCommandLine(database, team, createMaintenanceWindow, input, { now: 0 });
		};
		await expect(plan({ statusPageIds: [page.publicId] })).rejects.toMatchObject({
			details: [{ path: "/publicTitle" }],
		});
		const foreign = await aPlan(database, once);
		await expect(plan({ statusPageIds: [foreign.page.publicId], publicTitle: "x" })).rejects.toMatchObject({
			details: [{ path: "/statusPageIds/0" }],
		});
	});
});
