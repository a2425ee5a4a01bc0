/** What owners choose of a maintenance window. */

import { isFailure, type Result, success } from "@lapwing/result";
import type { WantedSchedule } from "../../domain/maintenance/wanted-schedule.ts";
import type { MaintenanceWindow, WindowSettings } from "../../domain/maintenance/window.ts";
import type { Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";

export interface WantedWindow extends WantedSchedule {
	readonly name: string;
	/** `mon_…`; null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
}

export type WindowResult = Result<MaintenanceWindow, Problem<"missing_scope" | "not_found" | "invalid" | "full">>;

/** As audit events name it. */
export function objectOf({ publicId, name }: MaintenanceWindow) {
	return { object: "maintenance window", id: publicId, name };
}

/** The keys of the wanted monitors. */
export async function monitorsOf(
	tx: Tx,
	teamId: number,
	monitorIds: WantedWindow["monitorIds"],
): Promise<Result<WindowSettings["monitorIds"], Problem<"invalid">>> {
	if (monitorIds === null) return success(null);
	const named = await namedMonitors(tx, teamId, monitorIds);
	return isFailure(named) ? named : success(new Set(named.data));
}
