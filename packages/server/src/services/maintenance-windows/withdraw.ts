import { announcedSpans } from "../../domain/maintenance/announced.ts";
import type { MaintenanceWindow } from "../../domain/maintenance/window.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { announcedSteps, deleteAnnounced, waitingAnnouncements } from "../../storage/maintenance/announced-windows.ts";
import { enqueueMaintenanceNews } from "../../storage/subscribers/announced-news.ts";

/**
 * Pages announce a window no longer, because it is deleted, taken off them or put off. Subscribers who were notified of
 * an occurrence are notified that it is cancelled, or completed where it has begun. It belongs before the change: the
 * news say what the pages said.
 * @param window as it was
 * @param statusPageIds keys of the pages
 */
export async function withdrawAnnouncement(
	tx: Tx,
	window: MaintenanceWindow,
	statusPageIds: readonly number[],
	now: number,
): Promise<void> {
	if (statusPageIds.length === 0) return;
	const { announceHoursBefore, statusPageIds: all } = window.announcement;
	const announced = await announcedSteps(tx, window.id);
	const waiting = await waitingAnnouncements(tx, window.id, "scheduled");
	for (const { startsAt } of announcedSpans(window.schedule, announceHoursBefore, now)) {
		const step = announced.get(startsAt);
		if (step === undefined || step === "completed" || waiting.has(startsAt)) continue;
		const kind = startsAt > now ? "maintenance_cancelled" : "maintenance_completed";
		await enqueueMaintenanceNews(tx, window, { kind, startsAt, statusPageIds }, now);
		if (statusPageIds.length === all.length) await deleteAnnounced(tx, window.id, startsAt);
	}
}
