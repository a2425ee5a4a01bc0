import { Link } from "@tanstack/react-router";
import type { ListedIncident } from "../../api/incidents.ts";
import { minuteText, utcText } from "../../format/instant.ts";
import { counted } from "../../format/words.ts";
import { Ago, useNow } from "../../ui/clock.tsx";
import { Cell, Table, wide } from "../../ui/table/table.tsx";
import { IncidentMark } from "./incident-mark.tsx";
import { IMPACT_WORDS, lengthOf } from "./incident-words.ts";

interface Props {
	readonly label: string;
	readonly incidents: readonly ListedIncident[];
	readonly areOpen: boolean;
}

export function IncidentTable({ label, incidents, areOpen }: Props) {
	const now = useNow();
	return (
		<Table
			label={label}
			heads={[
				{ name: "Status", className: "w-[18%]" },
				"Title",
				wide("Impact", "w-[10%]"),
				wide("Began", "w-[16%]"),
				wide(areOpen ? "Lasts for" : "Lasted", "w-[10%]"),
				wide("Latest update", "w-[16%]"),
			]}
		>
			{incidents.map((incident) => (
				<tr key={incident.id} className="hover:bg-hover">
					<Cell className="max-sm:align-top">
						<IncidentMark incident={incident} />
					</Cell>
					<Cell className="min-w-32">
						<Link to="/incidents/$id" params={{ id: incident.id }} className="font-semibold hover:underline">
							{incident.title}
						</Link>
						<div className="text-muted sm:hidden">
							{minuteText(incident.startedAt, now)}, {lengthOf(incident, now)}
						</div>
					</Cell>
					<Cell wide>{IMPACT_WORDS[incident.impact]}</Cell>
					<Cell wide className="whitespace-nowrap">
						<span title={utcText(incident.startedAt)}>{minuteText(incident.startedAt, now)}</span>
					</Cell>
					<Cell wide className="whitespace-nowrap">
						{lengthOf(incident, now)}
					</Cell>
					<Cell wide>
						{incident.latestUpdate === null ? (
							<span className="text-muted">none</span>
						) : (
							<span title={counted(incident.updateCount, "update")}>
								<Ago at={incident.latestUpdate.at} />
							</span>
						)}
					</Cell>
				</tr>
			))}
		</Table>
	);
}
