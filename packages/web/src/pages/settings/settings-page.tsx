/** The team's settings, in parts: each has an address of its own. */

import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useReader } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading } from "../../ui/states.tsx";

const PARTS = {
	team: { label: "Team", scope: null, Component: lazy(() => import("./team-part.tsx")) },
	members: { label: "Members", scope: "members:read", Component: lazy(() => import("./members-part.tsx")) },
	keys: { label: "API keys", scope: "keys:read", Component: lazy(() => import("./keys-part.tsx")) },
	audit: { label: "Audit", scope: "audit:read", Component: lazy(() => import("./audit-part.tsx")) },
} as const;
type PartName = keyof typeof PARTS;

export function SettingsPage() {
	const { part } = useParams({ from: "/signed-in/settings/$part" });
	const { team } = useReader();
	const chosen = Object.hasOwn(PARTS, part) ? PARTS[part as PartName] : undefined;
	usePageTitle(chosen ? `${chosen.label} · Settings` : "Settings");
	if (!chosen) return <NotFound />;
	const { label, scope, Component } = chosen;
	const contents = (
		<Suspense fallback={<Loading lines={5} />}>
			<Component />
		</Suspense>
	);
	return (
		<>
			<PageHeader title="Settings" subtitle={team.name} />
			<nav aria-label="Settings" className="mb-4 border-b border-line">
				<ul className="-mb-px flex flex-wrap gap-x-5">
					{(Object.keys(PARTS) as PartName[]).map((name) => (
						<li key={name}>
							<Link
								to="/settings/$part"
								params={{ part: name }}
								className="block border-b-2 border-transparent py-2 text-muted hover:text-text aria-[current]:border-text aria-[current]:font-semibold aria-[current]:text-text"
							>
								{PARTS[name].label}
							</Link>
						</li>
					))}
					<li>
						<Link to="/account" className="block border-b-2 border-transparent py-2 text-muted hover:text-text">
							Account
						</Link>
					</li>
				</ul>
			</nav>
			{scope === null ? (
				contents
			) : (
				<Needs scope={scope} what={label}>
					{contents}
				</Needs>
			)}
		</>
	);
}
