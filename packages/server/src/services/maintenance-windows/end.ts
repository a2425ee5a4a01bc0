import { isFailure, success } from "@lapwing/result";
import { spansOf } from "../../domain/maintenance/maintenance.ts";
import { windowFields } from "../../domain/maintenance/window.ts";
import { notFound } from "../../domain/problem.ts";
import { endWindow, lockWindow } from "../../storage/maintenance/maintenance-windows.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-window.ts";

/** Ends the maintenance that is in progress. A recurring window recurs as before. */
export const endMaintenanceWindow = requiring("maintenance:write", async (tx, actor, { id }: ById, { now }: Now) => {
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
});
