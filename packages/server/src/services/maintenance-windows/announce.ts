import { DAY_MS } from "../../domain/durations.ts";
import { announcedSpans, stepToAnnounce } from "../../domain/maintenance/announced.ts";
import type { MaintenanceWindow } from "../../domain/maintenance/window.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { insertAnnouncement } from "../../storage/incidents/announcements.ts";
import {
	announcedSteps,
	deleteAnnouncedBefore,
	noteAnnounced,
	waitingAnnouncements,
} from "../../storage/maintenance/announced-windows.ts";
import { lockWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { enqueueMaintenanceNews } from "../../storage/subscribers/announced-news.ts";

/** Longer than the longest window lasts. */
const ANNOUNCED_KEPT_MS = 400 * DAY_MS;

/**
 * Hands on the steps of a window's occurrences that subscribers are to be notified of, each once: the step is noted in
 * the transaction that hands it on.
 */
export async function announceMaintenance(
	tx: Tx,
	{ teamId, publicId }: { readonly teamId: number; readonly publicId: MaintenanceWindow["publicId"] },
	now: number,
): Promise<void> {
	const window = await lockWindow(tx, teamId, publicId);
	if (window === null || window.announcement.statusPageIds.length === 0) return;
	const { announceHoursBefore } = window.announcement;
	const announced = await announcedSteps(tx, window.id);
	for (const span of announcedSpans(window.schedule, announceHoursBefore, now)) {
		const step = stepToAnnounce(span, announced.get(span.startsAt) ?? null, announceHoursBefore, now);
		if (step === null) continue;
		await noteAnnounced(tx, window.id, span.startsAt, step);
		const what = { kind: "maintenance", windowId: window.id, startsAt: span.startsAt, step } as const;
		await insertAnnouncement(tx, teamId, what, now);
	}
	await deleteAnnouncedBefore(tx, window.id, now - ANNOUNCED_KEPT_MS);
}

/**
 * Notifies the subscribers of pages that have just been added to a window of what those of its other pages were
 * notified of already.
 * @param window with these pages
 * @param statusPageIds keys of the pages that are new
 */
export async function announceOnAddedPages(
	tx: Tx,
	window: MaintenanceWindow,
	statusPageIds: readonly number[],
	now: number,
): Promise<void> {
	if (statusPageIds.length === 0) return;
	const announced = await announcedSteps(tx, window.id);
	const waiting = {
		scheduled: await waitingAnnouncements(tx, window.id, "scheduled"),
		in_progress: await waitingAnnouncements(tx, window.id, "in_progress"),
	};
	for (const { startsAt, endsAt } of announcedSpans(window.schedule, window.announcement.announceHoursBefore, now)) {
		const step = announced.get(startsAt);
		// A step that waits is announced on every page that the window has when its turn comes.
		if (step === undefined || step === "completed" || waiting[step].has(startsAt)) continue;
		const isPresent = step === "scheduled" ? now < startsAt : now < endsAt;
		const kind = step === "scheduled" ? "maintenance_announced" : "maintenance_started";
		if (isPresent) await enqueueMaintenanceNews(tx, window, { kind, startsAt, statusPageIds }, now);
	}
}
