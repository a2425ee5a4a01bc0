import { success } from "@lapwing/result";
import { notFound, problem } from "../../domain/problem.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { askForCheck } from "../../storage/schedule/monitor-states.ts";
import { type ById, type Now, requiring } from "../change.ts";

/** Makes a monitor due at once. It stays as it is, so this is no audit event. */
export const checkNow = requiring("monitors:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const monitor = await lockMonitor(tx, actor.team.id, id, now);
	if (monitor === null) return notFound();

	if (await askForCheck(tx, monitor.id, now)) return success({ checkAt: now });
	const why =
		monitor.enabledAt === null
			? "The monitor is paused. Resume it, and it is checked at once."
			: `Monitors of the type ${monitor.settings.type} are not checked by Lapwing.`;
	return problem("not_checked", "", why);
});
