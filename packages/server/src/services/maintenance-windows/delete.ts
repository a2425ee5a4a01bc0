import { isFailure, success } from "@lapwing/result";
import { windowFields } from "../../domain/maintenance/window.ts";
import { notFound } from "../../domain/problem.ts";
import { deleteWindow, lockWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-window.ts";
import { withdrawAnnouncement } from "./withdraw.ts";

/**
 * Deletes a window; its minutes are removed from reports as well. Who was notified of it is notified that it is
 * cancelled.
 */
export const deleteMaintenanceWindow = requiring("maintenance:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const window = await lockWindow(tx, actor.team.id, id);
	if (window === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await withdrawAnnouncement(tx, window, window.announcement.statusPageIds, now);
	await deleteWindow(tx, window.id);

	const before = windowFields(window, now);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(window), before, after: null }, now);
	return success(window);
});
