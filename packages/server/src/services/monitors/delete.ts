import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { deleteMonitors, lockMonitor } from "../../storage/monitors/monitors.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf, seenFields } from "./seen-monitor.ts";

/** Deletes a monitor for every reader at once; its history is pruned afterwards. */
export async function deleteMonitor(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Monitor, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await deleteMonitors(tx, [monitor.id], now);

	const before = seenFields(monitor);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(monitor), before, after: null }, now);
	return success(monitor);
}
