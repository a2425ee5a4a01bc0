/** Announced maintenance as readers of a page get it: its occurrences, with the page's components that it covers. */

import { shownSpans } from "../../domain/maintenance/announced.ts";
import { concerns } from "../../domain/maintenance/maintenance.ts";
import type { MaintenanceWindow } from "../../domain/maintenance/window.ts";
import type { PublicMaintenance } from "../../domain/status-pages/public-page.ts";
import type { Tx } from "../database/tx.ts";

/** More than a page can show with sense. */
const MAX_SHOWN = 20;

/** Under way and planned, soonest first. @param windows those that the page announces */
export async function publicMaintenance(
	tx: Tx,
	statusPageId: number,
	windows: readonly MaintenanceWindow[],
	now: number,
): Promise<readonly PublicMaintenance[]> {
	if (windows.length === 0) return [];
	const monitored = await monitoredComponents(tx, statusPageId);
	return windows
		.flatMap((window) =>
			shownSpans(window.schedule, now).map(({ startsAt, endsAt }) => ({
				id: window.schedule.kind === "once" ? window.publicId : `${window.publicId}-${startsAt}`,
				title: window.announcement.publicTitle ?? "",
				text: window.announcement.publicText,
				startsAt,
				endsAt,
				components: coveredComponents(monitored, window),
				createdAt: window.createdAt,
				updatedAt: window.updatedAt,
			})),
		)
		.sort((a, b) => a.startsAt - b.startsAt)
		.slice(0, MAX_SHOWN);
}

/** The components of a page whose monitors a window covers. */
export async function componentsInMaintenance(
	tx: Tx,
	statusPageId: number,
	window: MaintenanceWindow,
): Promise<PublicMaintenance["components"]> {
	return coveredComponents(await monitoredComponents(tx, statusPageId), window);
}

interface MonitoredComponent {
	readonly id: string;
	readonly name: string;
	readonly monitor: number;
}

function coveredComponents(
	monitored: readonly MonitoredComponent[],
	window: MaintenanceWindow,
): PublicMaintenance["components"] {
	const covered = monitored.filter(({ monitor }) => concerns(window, monitor));
	return [...Map.groupBy(covered, ({ id }) => id)].map(([id, [first]]) => ({
		id,
		name: first?.name ?? "",
		state: "maintenance",
	}));
}

/** One row a monitor of a component, in the order of the page. */
function monitoredComponents({ db }: Tx, statusPageId: number): Promise<MonitoredComponent[]> {
	return db
		.selectFrom("components as c")
		.innerJoin("component_monitors as of", "of.component_id", "c.id")
		.innerJoin("monitors as m", "m.id", "of.monitor_id")
		.select(["c.public_id as id", "c.name", "m.id as monitor"])
		.where("c.status_page_id", "=", statusPageId)
		.where("m.deleted_at", "is", null)
		.orderBy("c.section")
		.orderBy("c.position")
		.orderBy("m.id")
		.execute();
}
