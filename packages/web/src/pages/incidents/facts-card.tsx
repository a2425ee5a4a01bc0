/** What is known of an incident beside its updates. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { boardQuery } from "../../api/board.ts";
import type { Incident } from "../../api/incidents.ts";
import { statusPagesQuery } from "../../api/status-pages.ts";
import { useMay } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant, useNow } from "../../ui/clock.tsx";
import { Fact } from "../../ui/fact.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { IMPACT_WORDS, lengthOf } from "./incident-words.ts";

export function FactsCard({ incident }: { incident: Incident }) {
	const now = useNow();
	const { impact, startedAt, resolvedAt, components, statusPageIds } = incident;
	return (
		<Card title="Facts">
			<dl>
				<Fact label="Impact">{IMPACT_WORDS[impact]}</Fact>
				<Fact label="Began">
					<Instant at={startedAt} />
				</Fact>
				{resolvedAt !== null && (
					<Fact label="Resolved">
						<Instant at={resolvedAt} />
					</Fact>
				)}
				<Fact label={resolvedAt === null ? "Lasts for" : "Lasted"}>{lengthOf(incident, now)}</Fact>
				<Fact label="Status pages">{statusPageIds.length === 0 ? "none" : <Pages ids={statusPageIds} />}</Fact>
			</dl>
			<h3 className="mt-4 mb-1">Components</h3>
			{components.length === 0 ? <p className="text-muted">None.</p> : <Components components={components} />}
		</Card>
	);
}

function Components({ components }: Pick<Incident, "components">) {
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	return (
		<ul>
			{components.map(({ monitorId, state }) => (
				<li
					key={monitorId}
					className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 last:border-0"
				>
					<Link to="/monitors/$id" params={{ id: monitorId }} className="words min-w-0 break-words hover:underline">
						{board?.monitors[board.positions.get(monitorId) ?? -1]?.name ?? "A monitor"}
					</Link>
					<StatusMark status={state} />
				</li>
			))}
		</ul>
	);
}

function Pages({ ids }: { ids: readonly string[] }) {
	const { data: pages } = useQuery({ ...statusPagesQuery, enabled: useMay("status-pages:read") });
	return (
		<ul>
			{ids.map((id) => (
				<li key={id}>{pages?.find((page) => page.id === id)?.name ?? "A status page"}</li>
			))}
		</ul>
	);
}
