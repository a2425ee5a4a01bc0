/** The team's settings, in parts: each has an address of its own. */

import { useParams } from "@tanstack/react-router";
import { type ComponentType, lazy, Suspense } from "react";
import type { Scope } from "../../api/people/session.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useSignedIn } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Loading } from "../../ui/states.tsx";
import { isPartName, PART_LABELS, type PartName, SettingsTabs } from "./settings-tabs.tsx";

const PARTS: Readonly<Record<PartName, { readonly scope: Scope | null; readonly Component: ComponentType }>> = {
	team: { scope: null, Component: lazy(() => import("./team-part.tsx")) },
	members: { scope: "members:read", Component: lazy(() => import("./members-part.tsx")) },
	keys: { scope: "keys:read", Component: lazy(() => import("./keys-part.tsx")) },
	audit: { scope: "audit:read", Component: lazy(() => import("./audit-part.tsx")) },
};

export function SettingsPage() {
	const { part } = useParams({ from: "/signed-in/settings/$part" });
	const { team } = useSignedIn();
	const name = isPartName(part) ? part : undefined;
	usePageTitle(name ? `${PART_LABELS[name]} · Settings` : "Settings");
	if (!name) return <NotFound />;
	const { scope, Component } = PARTS[name];
	const contents = (
		<Suspense fallback={<Loading lines={5} />}>
			<Component />
		</Suspense>
	);
	return (
		<>
			<PageHeader title="Settings" subtitle={team.name} />
			<SettingsTabs />
			{scope === null ? (
				contents
			) : (
				<Needs scope={scope} what={PART_LABELS[name]}>
					{contents}
				</Needs>
			)}
		</>
	);
}
