import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { boardQuery } from "../../api/board.ts";
import type { SummaryEntry } from "../../api/reports.ts";
import { duration, milliseconds } from "../../format/duration.ts";
import { inNaturalOrder } from "../../format/natural-order.ts";
import { figuresOf, figuresText, uptimeText } from "../../format/uptime.ts";
import { counted, number } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { PillButton } from "../../ui/buttons/pill-button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Cell, figure, Table } from "../../ui/table/table.tsx";

/** The most rows shown; the CSV has all of them. */
const FIRST_SHOWN = 100;

interface Props {
	readonly entries: readonly SummaryEntry[];
	/** Words that each shown monitor has in its name, its target or its tags. */
	readonly text: string;
	readonly onText: (text: string) => void;
}

export function SummaryTable({ entries: all, text, onText }: Props) {
	const entries = useFound(all, text);
	const [shown, setShown] = useState(FIRST_SHOWN);
	const [worstFirst, setWorstFirst] = useState(false);
	const ordered = worstFirst
		? entries.toSorted((a, b) => (a.uptimePercent ?? 101) - (b.uptimePercent ?? 101))
		: entries;
	const overall = figuresOf(entries.map(({ totalChecks: checks, ...rest }) => ({ checks, ...rest })));
	return (
		<section className="card p-4">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 className="text-body">
					{counted(entries.length, "monitor")}, together {figuresText(overall)}
				</h2>
				<SearchInput
					label="Search name, address or tag"
					value={text}
					onText={onText}
					className="ml-auto sm:w-[240px]"
				/>
				<PillButton pressed={worstFirst} onClick={() => setWorstFirst(!worstFirst)}>
					Worst first
				</PillButton>
			</div>
			<Table
				label="Uptime summary"
				heads={[
					"Monitor",
					{ name: "Available", right: true },
					{ name: "Fast enough", right: true },
					figure("Checks"),
					figure("Down"),
					figure("Degraded"),
					figure("Days"),
					figure("Average"),
					figure("Slowest"),
					figure("Maintenance"),
				]}
			>
				{ordered.slice(0, shown).map((entry) => (
					<tr key={entry.monitorId}>
						<Cell className="sm:min-w-40">
							<Link to="/monitors/$id" params={{ id: entry.monitorId }} className="font-semibold hover:underline">
								{entry.monitor}
							</Link>
							<div className="max-w-72 truncate max-sm:max-w-24 font-mono text-small text-muted">{entry.target}</div>
						</Cell>
						<Cell right className={entry.reportsCount === "available" ? "font-semibold" : ""}>
							{uptimeText(entry.availablePercent)}
						</Cell>
						<Cell right className={entry.reportsCount === "fast_enough" ? "font-semibold" : ""}>
							{uptimeText(entry.fastEnoughPercent)}
						</Cell>
						<Cell right wide>
							{number(entry.totalChecks)}
						</Cell>
						<Cell right wide className={entry.downChecks > 0 ? "font-semibold text-down" : "text-muted"}>
							{number(entry.downChecks)}
						</Cell>
						<Cell right wide className={entry.degradedChecks > 0 ? "text-degraded" : "text-muted"}>
							{number(entry.degradedChecks)}
						</Cell>
						<Cell right wide className="text-muted">
							<FailedDays entry={entry} />
						</Cell>
						<Cell right wide>
							{milliseconds(entry.avgResponseTimeMs)}
						</Cell>
						<Cell right wide>
							{milliseconds(entry.maxResponseTimeMs)}
						</Cell>
						<Cell right wide className="text-muted">
							{entry.maintenanceMinutes > 0 ? duration(entry.maintenanceMinutes * 60_000) : "–"}
						</Cell>
					</tr>
				))}
			</Table>
			<p className="words mt-3 text-muted">
				A check is available when it was answered as expected, and fast enough when that was in time: down and degraded
				ones are the rest. Reports and their CSV count the figure in bold as uptime, and the other checks as failed:
				fast enough for http and flow, available for other types.
			</p>
			{shown < entries.length && (
				<Button className="mt-3" onClick={() => setShown(shown + 5 * FIRST_SHOWN)}>
					Show more of {number(entries.length)}
				</Button>
			)}
		</section>
	);
}

/** In natural order. Tags are those of the board: a report has none. */
function useFound(entries: readonly SummaryEntry[], text: string): readonly SummaryEntry[] {
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	const ordered = useMemo(() => inNaturalOrder(entries, ({ monitor }) => monitor), [entries]);
	return useMemo(() => {
		const words = text.toLowerCase().split(/\s+/).filter(Boolean);
		return ordered.filter(({ monitorId, monitor, target }) => {
			const tags = board?.monitors[board.positions.get(monitorId) ?? -1]?.tags ?? [];
			const searched = [monitor, target, ...tags].join("\n").toLowerCase();
			return words.every((word) => searched.includes(word));
		});
	}, [ordered, text, board]);
}

/** On how many days something was down; on how many others something was slow alone. */
function FailedDays({ entry: { daysWithData, daysWithDown, daysWithDegraded } }: { entry: SummaryEntry }) {
	if (daysWithDown + daysWithDegraded === 0) return daysWithData === 0 ? "–" : `none of ${daysWithData}`;
	return (
		<>
			{daysWithDown > 0 && <span className="text-down">{daysWithDown} down</span>}
			{daysWithDown > 0 && daysWithDegraded > 0 && ", "}
			{daysWithDegraded > 0 && <span className="text-degraded">{daysWithDegraded} degraded</span>}
			<div className="text-small">of {daysWithData}</div>
		</>
	);
}
