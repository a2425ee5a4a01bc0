import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Alert, alertFields } from "../../domain/alerts/alert.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { lockAlert, deleteAlert as remove } from "../../storage/alerts/alerts.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Deps } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./wanted-alert.ts";

/** Deletes an alert and its pending notices; its past events stay in the history of its monitors. */
export async function deleteAlert(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Alert, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "alerts:write");
	if (isFailure(may)) return may;
	const alert = await lockAlert(tx, actor.team.id, id);
	if (alert === null) return notFound();
	const own = await requireNotFromFiles(tx, actor, [id]);
	if (isFailure(own)) return own;

	await remove(tx, alert.id, now);

	const before = alertFields(alert);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(alert), before, after: null }, now);
	return success(alert);
}
