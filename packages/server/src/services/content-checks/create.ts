import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import {
	type ContentCheckBody,
	contentCheckFields,
	contentCheckOf,
} from "../../domain/monitors/content-check-fields.ts";
import { MAX_CONTENT_CHECKS, type StoredContentCheck } from "../../domain/monitors/monitor.ts";
import { rowOf } from "../../domain/monitors/types.ts";
import { invalid, notFound, type Problem, problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { countContentChecks, createContentCheck as insert } from "../../storage/monitors/content-checks.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { makeDueNow } from "../../storage/schedule/monitor-states.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

interface WantedContentCheck {
	/** `mon_…` */
	readonly monitorId: string;
	readonly check: ContentCheckBody & { readonly isEnabled: boolean };
}

/** Adds a content check to a monitor, which is checked at once. */
export async function createContentCheck(
	tx: Tx,
	actor: TeamActor,
	{ monitorId, check }: WantedContentCheck,
	{ now }: Pick<Deps, "now">,
): Promise<Result<StoredContentCheck, Problem<"missing_scope" | "not_found" | "invalid" | "full">>> {
	const may = requireScope(actor, "monitors:write");
	if (isFailure(may)) return may;
	const monitor = await lockMonitor(tx, actor.team.id, monitorId, now);
	if (monitor === null) return notFound();

	const { type } = monitor.settings;
	if (!rowOf(type).takesContentChecks) return invalid("", `A ${type} monitor has no content to check.`);
	if ((await countContentChecks(tx, monitor.id)) >= MAX_CONTENT_CHECKS) {
		return problem("full", "", `A monitor has at most ${MAX_CONTENT_CHECKS} content checks.`);
	}

	const { isEnabled, ...wanted } = check;
	const made = await insert(tx, monitor.id, { ...contentCheckOf(wanted), isEnabled }, now);
	if (monitor.enabledAt !== null) await makeDueNow(tx, monitor.id, monitor, now);

	const event = { action: "create", object: "content check", id: made.publicId, name: made.value };
	const after = contentCheckFields(monitor, made);
	await recordEvent(tx, actor, { ...event, before: null, after, asked: check }, now);
	return success(made);
}
