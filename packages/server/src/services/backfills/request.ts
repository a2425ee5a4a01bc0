import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { requestBackfill as enqueue } from "../../storage/figures/backfills.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Queues a backfill of the team; one that is queued already serves this request too. */
export async function requestBackfill(
	tx: Tx,
	actor: TeamActor,
	_input: object,
	{ now }: Pick<Deps, "now">,
): Promise<Result<{ readonly status: "queued" }, Problem<"missing_scope">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;

	await enqueue(tx, actor.team.id);

	const after = { status: "queued" } as const;
	const event = { action: "request", object: "backfill", id: null, name: null };
	await recordEvent(tx, actor, { ...event, before: null, after }, now);
	return success(after);
}
