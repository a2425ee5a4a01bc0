import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { renewReportKey } from "../../storage/jobs/jobs.ts";
import { newReportKey } from "../../storage/jobs/report-keys.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Gives a monitor of type cron another ping address: reports to the former one are of no monitor from then on. */
export async function renewPingUrl(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now, secretBox }: Pick<Deps, "now"> & { readonly secretBox: SecretBox },
): Promise<Result<Monitor, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor?.settings.type !== "cron") return notFound();

	const reportKey = newReportKey(secretBox);
	await renewReportKey(tx, monitor.id, reportKey);

	const event = { action: "renew", object: "ping-url", id, name: monitor.name };
	await recordEvent(tx, actor, { ...event, before: {}, after: {} }, now);
	return success({ ...monitor, reportKey });
}
