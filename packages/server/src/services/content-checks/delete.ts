import { isFailure, success } from "@lapwing/result";
import { contentCheckFields } from "../../domain/monitors/content-check-fields.ts";
import { notFound } from "../../domain/problem.ts";
import { findContentCheck, deleteContentCheck as remove } from "../../storage/monitors/content-checks.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { makeDueNow } from "../../storage/schedule/monitor-states.ts";
import { type Now, requiring } from "../change.ts";
import { requireNotFromFiles } from "../from-files.ts";
import { recordEvent } from "../record-event.ts";

/** Removes a content check from its monitor, which is checked at once. */
export const deleteContentCheck = requiring(
	"monitors:write",
	async (tx, actor, { monitorId, id }: { readonly monitorId: string; readonly id: string }, { now }: Now) => {
		const monitor = await lockMonitor(tx, actor.team.id, monitorId, now);
		const check = monitor && (await findContentCheck(tx, monitor.id, id));
		if (monitor === null || check === null) return notFound();
		const own = await requireNotFromFiles(tx, actor, [monitorId]);
		if (isFailure(own)) return own;

		await remove(tx, check.id);
		if (monitor.enabledAt !== null) await makeDueNow(tx, monitor.id, monitor, now);

		const event = { action: "delete", object: "content check", id, name: check.value };
		await recordEvent(tx, actor, { ...event, before: contentCheckFields(monitor, check), after: null }, now);
		return success(check);
	},
);
