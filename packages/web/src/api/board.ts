/**
 * The board: all monitors of the team. The answer has columns, which are small on the wire. They are converted to one
 * object per monitor, and an unchanged monitor keeps its object, so that its row is not rendered again.
 */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { inNaturalOrder } from "../format/natural-order.ts";
import type { Figures } from "../format/uptime.ts";
import { dataOf, lapwing } from "./client/request.ts";
import type { Status } from "./monitors.ts";

type BoardAnswer = components["schemas"]["Board"];

export interface BoardMonitor {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	readonly target: string;
	readonly tags: readonly string[];
	readonly status: Status;
	/** Epoch seconds. */
	readonly since: number | null;
	readonly enabled: boolean;
	/** Epoch seconds. */
	readonly createdAt: number;
	readonly available24h: number | null;
	readonly available30d: number | null;
	readonly fastEnough24h: number | null;
	readonly fastEnough30d: number | null;
	readonly responseTimeMs: number | null;
	/** Since when a location sees it down while others refute it, epoch seconds; null: none does. */
	readonly regionalSince: number | null;
	/** One mark a minute, oldest first; the last is that of `minute`. */
	readonly recent: string;
	/** Minutes since the epoch. */
	readonly minute: number;
	/** Name and target in lower case, for the search. */
	readonly searched: string;
}

export type Counts = BoardAnswer["counts"];

export interface Board {
	/** The newest minute of any monitor. */
	readonly minute: number;
	readonly counts: Counts;
	/** Over all monitors and 30 days. */
	readonly figures: Figures;
	/** By name, as people look for it. */
	readonly monitors: readonly BoardMonitor[];
	/** The index in `monitors` of each id. */
	readonly positions: ReadonlyMap<string, number>;
}

export const MINUTES_SHOWN = 60;

const STATUS_OF_LETTER: Readonly<Record<string, Status>> = { p: "pending", u: "up", g: "degraded", d: "down" };

export function readBoard({ minute, counts, available, fastEnough, regional, monitors: columns }: BoardAnswer): Board {
	// Oldest first, and the oldest of a monitor is shown.
	const regionalSince = new Map(
		regional.toReversed().map(({ id, since }) => [id, Math.floor(Date.parse(since) / 1000)]),
	);
	const { uptime24h, uptime30d } = columns;
	const read = columns.id.map((id, index): BoardMonitor => {
		const name = columns.name[index] ?? "";
		const target = columns.target[index] ?? "";
		return {
			id,
			name,
			type: columns.type[index] ?? "",
			target,
			tags: columns.tags[index] ?? [],
			status: STATUS_OF_LETTER[columns.status.charAt(index)] ?? "pending",
			since: columns.since[index] ?? null,
			enabled: columns.enabled.charAt(index) === "1",
			createdAt: columns.createdAt[index] ?? 0,
			available24h: columns.available24h[index] ?? uptime24h[index] ?? null,
			available30d: columns.available30d[index] ?? uptime30d[index] ?? null,
			fastEnough24h: columns.fastEnough24h[index] ?? uptime24h[index] ?? null,
			fastEnough30d: columns.fastEnough30d[index] ?? uptime30d[index] ?? null,
			responseTimeMs: columns.responseTimeMs[index] ?? null,
			regionalSince: regionalSince.get(id) ?? null,
			recent: columns.recent[index] ?? "",
			minute,
			searched: `${name}\n${target}`.toLowerCase(),
		};
	});
	const monitors = inNaturalOrder(read, ({ name }) => name);
	const figures = { available: available.last30Days, fastEnough: fastEnough.last30Days };
	return { minute, counts, figures, monitors, positions: new Map(monitors.map(({ id }, index) => [id, index])) };
}

export const boardQuery = queryOptions({
	queryKey: ["board"],
	// Live changes keep it current; it is read again when they can't.
	staleTime: Number.POSITIVE_INFINITY,
	// With ten thousand monitors, comparing old and new data deeply would cost more than rendering.
	structuralSharing: false,
	queryFn: async ({ signal }) => readBoard(await dataOf(lapwing.get("/api/v1/board", { signal }))),
});
