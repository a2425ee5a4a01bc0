import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { askForCheck } from "../../storage/schedule/monitor-states.ts";
import type { Deps } from "../change.ts";

/** Makes a monitor due at once. It stays as it is, so this is no audit event. */
export async function checkNow(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<{ readonly checkAt: number }, Problem<"missing_scope" | "not_found" | "not_checked">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();

	if (await askForCheck(tx, monitor.id, now)) return success({ checkAt: now });
	const why =
		monitor.enabledAt === null
			? "The monitor is paused. Resume it, and it is checked at once."
			: `Monitors of the type ${monitor.settings.type} are not checked by Lapwing.`;
	return problem("not_checked", "", why);
}
