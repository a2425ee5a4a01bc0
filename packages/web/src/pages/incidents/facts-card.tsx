/** What is known of an incident beside its updates. */

import type { Incident } from "../../api/incidents.ts";
import { useStatusPages } from "../../shell/use-status-pages.ts";
import { Card } from "../../ui/card.tsx";
import { Instant, useNow } from "../../ui/clock.tsx";
import { Fact } from "../../ui/fact.tsx";
import { ShapedWord } from "../../ui/status-mark.tsx";
import { IMPACT_WORDS, lengthOf, STATE_SHAPES, STATE_WORDS } from "./incident-words.ts";

export function FactsCard({ incident }: { incident: Incident }) {
	const now = useNow();
	const { impact, startedAt, resolvedAt, components, statusPageIds } = incident;
	return (
		<Card title="Facts">
			<dl>
				<Fact label="Impact">
					{IMPACT_WORDS[impact]}
					{incident.isImpactDerived && <span className="text-muted">, by its components</span>}
				</Fact>
				<Fact label="Began">
					<Instant at={startedAt} />
				</Fact>
				{resolvedAt !== null && (
					<Fact label="Resolved">
						<Instant at={resolvedAt} />
					</Fact>
				)}
				<Fact label={resolvedAt === null ? "Lasts for" : "Lasted"}>{lengthOf(incident, now)}</Fact>
				<Fact label="Status pages">{statusPageIds.length === 0 ? "none" : <Pages incident={incident} />}</Fact>
			</dl>
			<h3 className="mt-4 mb-1">Components</h3>
			{components.length === 0 ? <p className="text-muted">None.</p> : <Components components={components} />}
		</Card>
	);
}

function Components({ components }: Pick<Incident, "components">) {
	return (
		<ul>
			{components.map(({ componentId, name, state }) => (
				<li
					key={componentId ?? name}
					className="flex items-baseline justify-between gap-4 border-b border-line py-1.5 last:border-0"
				>
					<span className="words min-w-0 break-words">
						{name}
						{componentId === null && <span className="text-muted"> (deleted)</span>}
					</span>
					<ShapedWord shape={STATE_SHAPES[state]}>{STATE_WORDS[state]}</ShapedWord>
				</li>
			))}
		</ul>
	);
}

/** Those that show it lead to what readers see of it. */
function Pages({ incident: { id: incidentId, statusPageIds, isDraft } }: { incident: Incident }) {
	const { data: pages } = useStatusPages();
	return (
		<ul>
			{statusPageIds.map((id) => {
				const page = pages?.find((each) => each.id === id);
				const name = page?.name ?? "A status page";
				if (!page?.isPublished || isDraft) return <li key={id}>{name}</li>;
				return (
					<li key={id}>
						<a
							href={`/status/${page.slug}/incidents/${incidentId}`}
							target="_blank"
							rel="noreferrer"
							className="text-accent hover:underline"
						>
							{name}
						</a>
					</li>
				);
			})}
		</ul>
	);
}
