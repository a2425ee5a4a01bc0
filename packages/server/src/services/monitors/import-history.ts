import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { type ImportedHistory, recordImported } from "../../storage/commit/record-imported.ts";
import { ownedId } from "../../storage/config/config-objects.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { type Now, requiring } from "../change.ts";

/** The history, and the key under which files keep the monitor. */
type ImportHistory = ImportedHistory & { readonly project: string; readonly key: string };

/**
 * Adds what another tool knew of a monitor before it was created here. The monitor stays as it is, and a year is
 * hundreds of these: no audit event.
 */
export const importHistory = requiring(
	"monitors:write",
	async (tx, actor, { project, key, ...history }: ImportHistory, { now }: Now) => {
		const id = await ownedId(tx, actor.team.id, { project, kind: "monitors", key });
		const monitor = id === null ? null : await lockMonitor(tx, actor.team.id, id, now);
		if (monitor === null) return notFound();

		const { id: monitorId, createdAt, settings } = monitor;
		return success(
			await recordImported(tx, { id: monitorId, teamId: actor.team.id, type: settings.type, createdAt }, history, now),
		);
	},
);
