import { isFailure, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { spansOf } from "../../domain/maintenance/maintenance.ts";
import { windowFields } from "../../domain/maintenance/window.ts";
import { notFound } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { endWindow, lockWindow } from "../../storage/maintenance/maintenance-windows.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, type WindowResult } from "./wanted-window.ts";

/** Ends the maintenance that is in progress. A recurring window recurs as before. */
export async function endMaintenanceWindow(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<WindowResult> {
	const may = requireScope(actor, "maintenance:write");
	if (isFailure(may)) return may;
	const window = await lockWindow(tx, actor.team.id, id);
	if (window === null) return notFound();
	// The end of one recurrence is nothing that files say.
	const own = await requireNotFromFiles(tx, actor, windowFields(window, now).recurrence === null ? [id] : []);
	if (isFailure(own)) return own;

	let ended = window;
	// Several, if occurrences last longer than the interval between them.
	for (const { startsAt } of spansOf(window.schedule, now, now + 1)) ended = await endWindow(tx, window, startsAt, now);

	const [before, after] = [windowFields(window, now), windowFields(ended, now)];
	await recordEvent(tx, actor, { action: "end", ...objectOf(window), before, after }, now);
	return success(ended);
}
