import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { seriesQuery } from "../../api/history.ts";
import type { SummaryEntry } from "../../api/reports.ts";
import { YearHeatMap } from "../../charts/year-heat-map.tsx";
import { useMay } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";

const DAY_MS = 86_400_000;

interface Props {
	readonly entries: readonly SummaryEntry[];
	readonly monitorId: string | undefined;
	readonly onChoose: (id: string) => void;
}

/** One monitor's year. Before one is chosen: the one that did worst. */
export function YearCard({ entries, monitorId, onChoose }: Props) {
	const canRead = useMay("monitors:read");
	const worst = entries.reduce<SummaryEntry | undefined>(
		(least, entry) => ((entry.uptimePercent ?? 101) < (least?.uptimePercent ?? 101) ? entry : least),
		undefined,
	);
	const shown = entries.find((entry) => entry.monitorId === monitorId) ?? worst ?? entries[0];
	if (!shown || !canRead) return null;
	return (
		<Card
			title="A year, day by day"
			className="mb-3"
			aside={
				<select
					aria-label="Monitor"
					value={shown.monitorId}
					onChange={(event) => onChoose(event.target.value)}
					className="control max-w-64 text-text"
				>
					{entries.map((entry) => (
						<option key={entry.monitorId} value={entry.monitorId}>
							{entry.monitor}
						</option>
					))}
				</select>
			}
		>
			<Year entry={shown} />
		</Card>
	);
}

function Year({ entry }: { entry: SummaryEntry }) {
	const today = Math.floor(useNow() / DAY_MS) * DAY_MS;
	const iso = (ms: number) => new Date(ms).toISOString();
	const range = { from: iso(today - 364 * DAY_MS), to: iso(today + DAY_MS), step: DAY_MS / 1000 };
	const { data, error, refetch } = useQuery({
		...seriesQuery(entry.monitorId, range),
		placeholderData: keepPreviousData,
	});
	if (error) return <FaultNotice fault={error} what="The year" onRetry={() => void refetch()} />;
	if (!data) return <Loading lines={5} />;
	return <YearHeatMap days={data.points} label={`The last year of ${entry.monitor}`} />;
}
