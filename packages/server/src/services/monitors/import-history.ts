import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { type ImportedHistory, type RecordedImport, recordImported } from "../../storage/commit/record-imported.ts";
import { ownedId } from "../../storage/config/config-objects.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import type { Deps } from "../change.ts";

/** The history, and the key under which files keep the monitor. */
type ImportHistory = ImportedHistory & { readonly project: string; readonly key: string };

/**
 * Adds what another tool knew of a monitor before it was created here. The monitor stays as it is, and a year is
 * hundreds of these: no audit event.
 */
export async function importHistory(
	tx: Tx,
	actor: TeamActor,
	{ project, key, ...history }: ImportHistory,
	{ now }: Pick<Deps, "now">,
): Promise<Result<RecordedImport, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	const id = await ownedId(tx, actor.team.id, { project, kind: "monitors", key });
	const monitor = id === null ? null : await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();

	const { id: monitorId, createdAt, settings } = monitor;
	return success(
		await recordImported(tx, { id: monitorId, teamId: actor.team.id, type: settings.type, createdAt }, history, now),
	);
}
