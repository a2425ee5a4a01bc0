/** What the page of a flow shows: its steps, and how they went in the latest run. */

import { useQuery } from "@tanstack/react-query";
import { explainedResultQuery, minuteOf } from "../../../api/history.ts";
import type { MonitorOf } from "../../../api/monitors.ts";
import { StepList } from "../../../charts/step-list.tsx";
import { Card } from "../../../ui/card.tsx";
import { Instant } from "../../../ui/clock.tsx";

export function FlowCard({ monitor }: { monitor: MonitorOf<"flow"> }) {
	const { steps, lastResult: last } = monitor;
	const { data: run } = useQuery({
		...explainedResultQuery(monitor.id, last === null ? 0 : minuteOf(last)),
		enabled: last !== null,
	});
	return (
		<Card
			title="Steps"
			className="mb-3"
			aside={
				run?.steps && (
					<>
						last run <Instant at={run.scheduledAt} />
					</>
				)
			}
		>
			<StepList
				steps={steps.map(({ name, method = "GET", url }) => ({ name, request: `${method} ${url}` }))}
				seen={run?.steps ?? null}
				verdict={run?.verdict ?? "missed"}
			/>
		</Card>
	);
}
