/** What is known of an incident beside its updates. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { boardQuery } from "../../api/board.ts";
import type { Incident } from "../../api/incidents.ts";
import { statusPagesQuery } from "../../api/status-pages.ts";
import { useMay } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant, useNow } from "../../ui/clock.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { IMPACT_WORDS, lengthOf } from "./incident-words.ts";

export function FactsCard({ incident }: { incident: Incident }) {
	const now = useNow();
	const { impact, startedAt, resolvedAt, components, statusPageIds } = incident;
	return (
		<Card title="Facts">
			<dl className="space-y-3">
				<Fact name="Impact">{IMPACT_WORDS[impact]}</Fact>
				<Fact name="Began">
					<Instant at={startedAt} />
				</Fact>
				{resolvedAt !== null && (
					<Fact name="Resolved">
						<Instant at={resolvedAt} />
					</Fact>
				)}
				<Fact name={resolvedAt === null ? "Lasts for" : "Lasted"}>{lengthOf(incident, now)}</Fact>
				<Fact name="Components">{components.length === 0 ? "none" : <Components components={components} />}</Fact>
				<Fact name="Status pages">{statusPageIds.length === 0 ? "none" : <Pages ids={statusPageIds} />}</Fact>
			</dl>
		</Card>
	);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

function Components({ components }: Pick<Incident, "components">) {
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	return (
		<ul className="space-y-1">
			{components.map(({ monitorId, state }) => (
				<li key={monitorId} className="flex flex-wrap items-baseline justify-between gap-x-4">
					<Link to="/monitors/$id" params={{ id: monitorId }} className="min-w-0 hover:underline">
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
