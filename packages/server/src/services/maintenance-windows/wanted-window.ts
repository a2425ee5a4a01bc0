/** What owners choose of a maintenance window. */

import { isFailure, type Result, success } from "@lapwing/result";
import type { Announcement } from "../../domain/maintenance/announced.ts";
import type { WantedSchedule } from "../../domain/maintenance/wanted-schedule.ts";
import type { MaintenanceWindow, WindowSettings } from "../../domain/maintenance/window.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { statusPagesOf } from "../incidents/linked.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";

export interface WantedWindow extends WantedSchedule {
	readonly name: string;
	/** `mon_…`; null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
	/** `sp_…` of the pages that announce it; none: it is not announced. */
	readonly statusPageIds: readonly string[];
	readonly publicTitle: string | null;
	readonly publicText: string;
	readonly announceHoursBefore: number;
}

/** As audit events name it. */
export function objectOf({ publicId, name }: MaintenanceWindow) {
	return { object: "maintenance window", id: publicId, name };
}

/** What pages announce of a window: a title at least, because its name is for the team alone. */
export async function announcementOf(
	tx: Tx,
	teamId: number,
	{
		statusPageIds,
		publicTitle,
		publicText,
		announceHoursBefore,
	}: Pick<WantedWindow, "statusPageIds" | "publicTitle" | "publicText" | "announceHoursBefore">,
): Promise<Result<Announcement, Problem<"invalid">>> {
	const pages = await statusPagesOf(tx, teamId, statusPageIds);
	if (isFailure(pages)) return pages;
	if (pages.data.length > 0 && publicTitle === null) {
		return invalid("/publicTitle", "What status pages announce needs a title for their readers.");
	}
	return success({ statusPageIds: pages.data, publicTitle, publicText, announceHoursBefore });
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
