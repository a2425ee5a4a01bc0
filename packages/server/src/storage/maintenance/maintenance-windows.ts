/** Maintenance windows of a team, with the monitors that each is for and the occurrences that were ended early. */

import type { Changes } from "../../domain/given.ts";
import { type Announcement, UNANNOUNCED } from "../../domain/maintenance/announced.ts";
import type { Schedule } from "../../domain/maintenance/maintenance.ts";
import type { MaintenanceWindow, WindowSettings } from "../../domain/maintenance/window.ts";
import type { Seek } from "../../domain/seek.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Flag } from "../database/tables/table.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { replaceMonitorLinks } from "../monitors/monitor-links.ts";

/** Every window of a team, past ones too, which reports need. */
export async function windowsOfTeam(tx: Tx, teamId: number): Promise<MaintenanceWindow[]> {
	const rows = await tx.db
		.selectFrom("maintenance_windows")
		.selectAll()
		.where("team_id", "=", teamId)
		.orderBy("id")
		.execute();
	return complete(tx, rows);
}

export async function findWindow(tx: Tx, teamId: number, publicId: string): Promise<MaintenanceWindow | null> {
	const rows = await tx.db
		.selectFrom("maintenance_windows")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(tx, rows))[0] ?? null;
}

/** As {@link findWindow}, locked until the transaction ends. */
export async function lockWindow(tx: Tx, teamId: number, publicId: string): Promise<MaintenanceWindow | null> {
	await lockRow(tx, "maintenance_windows", teamId, publicId);
	return findWindow(tx, teamId, publicId);
}

export async function pageOfWindows(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<MaintenanceWindow[]> {
	const windows = tx.db.selectFrom("maintenance_windows").selectAll().where("team_id", "=", teamId);
	return complete(tx, await newestFirst(windows, seek));
}

export async function createWindow(
	database: Tx,
	teamId: number,
	{ announcement = UNANNOUNCED, ...settings }: WindowSettings,
	now: number,
): Promise<MaintenanceWindow> {
	return database.transaction(async (tx) => {
		const row = await tx.db
			.insertInto("maintenance_windows")
			.values({
				...monitorColumns(settings.monitorIds),
				...scheduleColumns(settings.schedule),
				...announcementColumns(announcement),
				name: settings.name,
				public_id: newPublicId("mw"),
				team_id: teamId,
				created_at: now,
				updated_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		await replaceMonitorLinks(tx, "maintenance_window_monitors", row.id, settings.monitorIds ?? []);
		await replacePages(tx, row.id, announcement.statusPageIds);
		return only(tx, row);
	});
}

/** Changes the given fields. A new schedule deletes the early ends of the old one, unless both recur alike. */
export async function updateWindow(
	database: Tx,
	window: MaintenanceWindow,
	{ name, monitorIds, schedule, announcement }: Changes<WindowSettings>,
	now: number,
): Promise<MaintenanceWindow> {
	return database.transaction(async (tx) => {
		const row = await tx.db
			.updateTable("maintenance_windows")
			.set({
				updated_at: laterUpdatedAt(now),
				name,
				...(monitorIds === undefined ? {} : monitorColumns(monitorIds)),
				...(schedule === undefined ? {} : scheduleColumns(schedule)),
				...(announcement === undefined ? {} : announcementColumns(announcement)),
			})
			.where("id", "=", window.id)
			.returningAll()
			.executeTakeFirstOrThrow();
		if (monitorIds !== undefined) {
			await replaceMonitorLinks(tx, "maintenance_window_monitors", window.id, monitorIds ?? []);
		}
		if (announcement !== undefined) await replacePages(tx, window.id, announcement.statusPageIds);
		if (schedule !== undefined && !hasSameRecurrence(window.schedule, schedule)) {
			await tx.db.deleteFrom("maintenance_early_ends").where("window_id", "=", window.id).execute();
		}
		return only(tx, row);
	});
}

function hasSameRecurrence(a: Schedule, b: Schedule): boolean {
	return (
		a.kind === "recurring" &&
		b.kind === "recurring" &&
		(["rrule", "startsAt", "timeZone", "durationMinutes"] as const).every((member) => a[member] === b[member])
	);
}

/** Ends an occurrence of a window at `now`; one that was ended before does not change. */
export async function endWindow(
	database: Tx,
	{ id, schedule }: MaintenanceWindow,
	occurrenceStartsAt: number,
	now: number,
): Promise<MaintenanceWindow> {
	return database.transaction(async (tx) => {
		const row = await tx.db
			.updateTable("maintenance_windows")
			.set({ updated_at: laterUpdatedAt(now), ...(schedule.kind === "once" ? { ends_at: now } : {}) })
			.where("id", "=", id)
			.returningAll()
			.executeTakeFirstOrThrow();
		if (schedule.kind === "recurring") {
			await tx.db
				.insertInto("maintenance_early_ends")
				.values({ window_id: id, starts_at: occurrenceStartsAt, ended_at: now })
				.onConflict((conflict) => conflict.columns(["window_id", "starts_at"]).doNothing())
				.execute();
		}
		return only(tx, row);
	});
}

export async function deleteWindow({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("maintenance_windows").where("id", "=", id).execute();
}

function monitorColumns(monitorIds: WindowSettings["monitorIds"]) {
	return { all_monitors: (monitorIds === null ? 1 : 0) as Flag };
}

function announcementColumns({ publicTitle, publicText, announceHoursBefore }: Announcement) {
	return { public_title: publicTitle, public_text: publicText, announce_hours_before: announceHoursBefore };
}

async function replacePages({ db }: Tx, windowId: number, statusPageIds: readonly number[]): Promise<void> {
	await db.deleteFrom("maintenance_window_pages").where("window_id", "=", windowId).execute();
	if (statusPageIds.length === 0) return;
	const rows = [...new Set(statusPageIds)].map((status_page_id) => ({ window_id: windowId, status_page_id }));
	await db.insertInto("maintenance_window_pages").values(rows).execute();
}

function scheduleColumns(schedule: Schedule) {
	const once = schedule.kind === "once" ? schedule : null;
	const recurring = schedule.kind === "recurring" ? schedule : null;
	return {
		starts_at: once?.startsAt ?? null,
		ends_at: once?.endsAt ?? null,
		rrule: recurring?.rrule ?? null,
		starts_local: recurring?.startsAt ?? null,
		time_zone: recurring?.timeZone ?? null,
		duration_minutes: recurring?.durationMinutes ?? null,
	};
}

async function only(tx: Tx, row: Row<"maintenance_windows">): Promise<MaintenanceWindow> {
	const [window] = await complete(tx, [row]);
	if (!window) throw new Error(`The maintenance window ${row.public_id} has no form`);
	return window;
}

/** Deleted monitors are left out; a window whose monitors are all deleted covers no monitor. */
async function complete(tx: Tx, rows: readonly Row<"maintenance_windows">[]): Promise<MaintenanceWindow[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ id }) => id);
	const monitors = Map.groupBy(
		await tx.db
			.selectFrom("maintenance_window_monitors as of")
			.innerJoin("monitors", "monitors.id", "of.monitor_id")
			.select(["of.window_id", "of.monitor_id", "monitors.public_id"])
			.where("of.window_id", "in", ids)
			.where("monitors.deleted_at", "is", null)
			.orderBy("of.monitor_id")
			.execute(),
		({ window_id }) => window_id,
	);
	const earlyEnds = Map.groupBy(
		await tx.db.selectFrom("maintenance_early_ends").selectAll().where("window_id", "in", ids).execute(),
		({ window_id }) => window_id,
	);
	const pages = Map.groupBy(
		await tx.db
			.selectFrom("maintenance_window_pages as of")
			.innerJoin("status_pages", "status_pages.id", "of.status_page_id")
			.select(["of.window_id", "of.status_page_id", "status_pages.public_id"])
			.where("of.window_id", "in", ids)
			.orderBy("of.status_page_id")
			.execute(),
		({ window_id }) => window_id,
	);
	return rows.map((row) => {
		const shownBy = pages.get(row.id) ?? [];
		const own = row.all_monitors === 1 ? null : (monitors.get(row.id) ?? []);
		const ends = new Map((earlyEnds.get(row.id) ?? []).map((end) => [end.starts_at, end.ended_at]));
		return {
			id: row.id,
			publicId: row.public_id,
			name: row.name,
			monitorIds: own && new Set(own.map(({ monitor_id }) => monitor_id)),
			monitorPublicIds: own?.map(({ public_id }) => public_id) ?? null,
			schedule: scheduleOf(row, ends),
			announcement: {
				statusPageIds: shownBy.map(({ status_page_id }) => status_page_id),
				publicTitle: row.public_title,
				publicText: row.public_text,
				announceHoursBefore: row.announce_hours_before,
			},
			statusPagePublicIds: shownBy.map(({ public_id }) => public_id),
			createdAt: row.created_at,
			updatedAt: row.updated_at,
		};
	});
}

function scheduleOf(row: Row<"maintenance_windows">, earlyEnds: ReadonlyMap<number, number>): Schedule {
	if (row.rrule === null) return { kind: "once", startsAt: row.starts_at ?? 0, endsAt: row.ends_at ?? 0 };
	return {
		kind: "recurring",
		rrule: row.rrule,
		startsAt: row.starts_local ?? "",
		timeZone: row.time_zone ?? "",
		durationMinutes: row.duration_minutes ?? 0,
		earlyEnds,
	};
}
