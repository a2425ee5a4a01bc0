import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { windowFields } from "../../domain/maintenance/window.ts";
import { notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteWindow, lockWindow } from "../../storage/maintenance/maintenance-windows.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type WindowResult } from "./wanted-window.ts";
import { withdrawAnnouncement } from "./withdraw.ts";

/** Deletes a window; its minutes are removed from reports as well. Who was told of it is told that it is cancelled. */
export async function deleteMaintenanceWindow(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<WindowResult> {
	const may = requireScope(actor, "maintenance:write");
	if (isFailure(may)) return may;
	const window = await lockWindow(tx, actor.team.id, id);
	if (window === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await withdrawAnnouncement(tx, window, window.announcement.statusPageIds, now);
	await deleteWindow(tx, window.id);

	const before = windowFields(window, now);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(window), before, after: null }, now);
	return success(window);
}
