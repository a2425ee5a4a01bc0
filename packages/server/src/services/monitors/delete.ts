import { isFailure, success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { lockDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { deleteMonitors, lockMonitor } from "../../storage/monitors/monitors.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, seenFields } from "./seen-monitor.ts";

/** Deletes a monitor for every reader at once; its history is pruned afterwards. */
export const deleteMonitor = requiring("monitors:write", async (tx, actor, { id }: ById, { now }: Now) => {
	await lockDependencies(tx, actor.team.id);
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await deleteMonitors(tx, [monitor.id], now);

	const before = seenFields(monitor);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(monitor), before, after: null }, now);
	return success(monitor);
});
