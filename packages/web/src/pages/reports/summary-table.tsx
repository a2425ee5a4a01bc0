import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SummaryEntry } from "../../api/reports.ts";
import { duration, milliseconds } from "../../format/duration.ts";
import { uptimeOf, uptimeText } from "../../format/uptime.ts";
import { counted, number } from "../../format/words.ts";
import { Button } from "../../ui/button.tsx";
import { PillButton } from "../../ui/pill-button.tsx";
import { Cell, Head, Table } from "../../ui/table/table.tsx";

/** The most rows shown; the CSV has all of them. */
const FIRST_SHOWN = 100;

export function SummaryTable({ entries }: { entries: readonly SummaryEntry[] }) {
	const [shown, setShown] = useState(FIRST_SHOWN);
	const [worstFirst, setWorstFirst] = useState(false);
	const ordered = worstFirst
		? entries.toSorted((a, b) => (a.uptimePercent ?? 101) - (b.uptimePercent ?? 101))
		: entries;
	const overall = uptimeOf(entries.map(({ totalChecks: checks, successfulChecks }) => ({ checks, successfulChecks })));
	return (
		<section className="card p-4">
			<div className="mb-3 flex flex-wrap items-center justify-between gap-3">
				<h2 className="text-body">
					{counted(entries.length, "monitor")}, together {uptimeText(overall)}
				</h2>
				<PillButton pressed={worstFirst} onClick={() => setWorstFirst(!worstFirst)}>
					Worst first
				</PillButton>
			</div>
			<Table label="Uptime summary">
				<thead>
					<tr>
						<Head>Monitor</Head>
						<Head right>Uptime</Head>
						<Head right wide>
							Checks
						</Head>
						<Head right>Failed</Head>
						<Head right wide>
							Days down
						</Head>
						<Head right wide>
							Days degraded
						</Head>
						<Head right wide>
							Average
						</Head>
						<Head right wide>
							Slowest
						</Head>
						<Head right wide>
							Maintenance
						</Head>
					</tr>
				</thead>
				<tbody>
					{ordered.slice(0, shown).map((entry) => (
						<tr key={entry.monitorId}>
							<Cell className="min-w-40">
								<Link to="/monitors/$id" params={{ id: entry.monitorId }} className="font-semibold hover:underline">
									{entry.monitor}
								</Link>
								<div className="max-w-72 truncate max-sm:max-w-40 font-mono text-small text-muted">{entry.target}</div>
							</Cell>
							<Cell right className="font-semibold">
								{uptimeText(entry.uptimePercent)}
							</Cell>
							<Cell right wide>
								{number(entry.totalChecks)}
							</Cell>
							<Cell right>{number(entry.failedChecks)}</Cell>
							<Cell right wide className={entry.daysDown > 0 ? "font-semibold text-down" : "text-muted"}>
								{entry.daysDown}
							</Cell>
							<Cell right wide className={entry.daysDegraded > 0 ? "text-degraded" : "text-muted"}>
								{entry.daysDegraded}
							</Cell>
							<Cell right wide>
								{entry.totalChecks > 0 ? milliseconds(entry.avgResponseTimeMs) : "–"}
							</Cell>
							<Cell right wide>
								{entry.totalChecks > 0 ? milliseconds(entry.maxResponseTimeMs) : "–"}
							</Cell>
							<Cell right wide className="text-muted">
								{entry.maintenanceMinutes > 0 ? duration(entry.maintenanceMinutes * 60_000) : "–"}
							</Cell>
						</tr>
					))}
				</tbody>
			</Table>
			{shown < entries.length && (
				<Button className="mt-3" onClick={() => setShown(shown + 5 * FIRST_SHOWN)}>
					Show more of {number(entries.length)}
				</Button>
			)}
		</section>
	);
}
