/** Five counts of the team's monitors. Each is a link to its monitors. */

import { Link } from "@tanstack/react-router";
import type { Board } from "../../api/board.ts";
import { DAY_MS, MINUTE_MS } from "../../format/durations.ts";
import { roughInstantText } from "../../format/instant.ts";
import { uptimeText } from "../../format/uptime.ts";
import { number } from "../../format/words.ts";
import { classNames } from "../../ui/class-names.ts";
import { useNow } from "../../ui/clock.tsx";
import type { BoardSearch, StatusFilter } from "./board-search.ts";

const WINDOW_MS = 30 * DAY_MS;

const COUNTS: readonly (readonly [StatusFilter, string])[] = [
	["down", "text-down"],
	["degraded", "text-degraded"],
	["up", ""],
	["pending", "text-muted"],
	["paused", "text-muted"],
];

export function Summary({ board: { counts, figures, monitors } }: { board: Board }) {
	const oldest = monitors.reduce((first, { createdAt }) => Math.min(first, createdAt), Number.POSITIVE_INFINITY);
	const now = useNow(MINUTE_MS);
	const isYoung = now - oldest * 1000 < WINDOW_MS;
	const over = isYoung ? `since ${roughInstantText(oldest * 1000, now)}` : "30 days";
	const isCalm = counts.down === 0 && counts.degraded === 0;
	return (
		<div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
			<ul className="flex flex-wrap gap-x-5 gap-y-2 sm:gap-x-7">
				{COUNTS.filter(([status]) => counts[status] > 0 || (status === "up" && isCalm)).map(([status, colour]) => (
					<li key={status}>
						<Link
							to="/"
							search={(before: BoardSearch) => ({ ...before, status })}
							className="block rounded-control hover:opacity-80"
						>
							<span className={classNames("block text-title font-semibold sm:text-figure", colour)}>
								{number(counts[status])}
							</span>
							<span className="text-muted">{status}</span>
						</Link>
					</li>
				))}
			</ul>
			<div className="sm:text-right sm:whitespace-nowrap">
				<span className="block text-title font-semibold sm:text-figure">{uptimeText(figures.available)}</span>
				<span className="text-muted">
					available, {uptimeText(figures.fastEnough)} fast enough, {over}
				</span>
			</div>
		</div>
	);
}
