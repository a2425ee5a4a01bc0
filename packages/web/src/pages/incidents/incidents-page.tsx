/** Incidents: the open ones, then those that are over. */

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Megaphone } from "lucide-react";
import { useState } from "react";
import {
	createIncident,
	draftsQuery,
	INCIDENTS_KEY,
	openIncidentsQuery,
	pastIncidentsQuery,
} from "../../api/incidents.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button, ButtonLink } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { createBodyOf, newIncidentDraft } from "./incident-draft.ts";
import { IncidentForm } from "./incident-form.tsx";
import { IncidentTable } from "./incident-table.tsx";

export function IncidentsPage() {
	usePageTitle("Incidents");
	const { open } = useSearch({ from: "/signed-in/incidents" });
	const navigate = useNavigate({ from: "/incidents" });
	const canWrite = useMay("incidents:write");
	const openOne = () => void navigate({ search: { open: true } });
	return (
		<>
			<PageHeader
				title="Incidents"
				subtitle="What your users are told about a fault."
				actions={
					canWrite && (
						<>
							<ButtonLink to="/incidents/templates">Templates</ButtonLink>
							<Button look="strong" onClick={openOne}>
								Open an incident
							</Button>
						</>
					)
				}
			/>
			<Needs scope="incidents:read" what="Incidents">
				<Lists onOpen={canWrite ? openOne : null} />
			</Needs>
			{open && canWrite && <NewIncident onClose={() => void navigate({ search: {}, replace: true })} />}
		</>
	);
}

function NewIncident({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const [initial] = useState(() => newIncidentDraft(Date.now()));
	return (
		<Dialog open onClose={onClose} title="Open an incident" wide>
			<IncidentForm
				initial={initial}
				isNew
				onSave={async (draft) => {
					const { id } = await createIncident(createBodyOf(draft, initial));
					await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
					await navigate({ to: "/incidents/$id", params: { id } });
				}}
			/>
		</Dialog>
	);
}

/** @param onOpen null: the reader may not */
function Lists({ onOpen }: { onOpen: (() => void) | null }) {
	const open = useQuery(openIncidentsQuery);
	const drafts = useQuery(draftsQuery);
	const past = useInfiniteQuery(pastIncidentsQuery);
	const error = open.error ?? drafts.error ?? past.error;
	const resolved = past.data?.pages.flatMap(({ items }) => items);
	if (error) {
		const retry = () => void Promise.all([open.refetch(), drafts.refetch(), past.refetch()]);
		return <FaultNotice fault={error} what="The incidents" onRetry={retry} />;
	}
	if (!open.data || !drafts.data || !resolved) return <Loading />;
	if (open.data.length + drafts.data.length + resolved.length === 0) {
		return (
			<EmptyState
				icon={<Megaphone size={22} aria-hidden />}
				title="No incident so far"
				action={onOpen && <Button onClick={onOpen}>Open an incident</Button>}
			>
				When something breaks, say what is affected and what you do about it, in one place and as it goes on.
			</EmptyState>
		);
	}
	return (
		<div className="space-y-3">
			{drafts.data.length > 0 && (
				<Card title="Wait for approval">
					<IncidentTable label="Drafts" incidents={drafts.data} areOpen />
				</Card>
			)}
			<Card title="Open">
				{open.data.length === 0 ? (
					<p className="text-muted">None. All is well.</p>
				) : (
					<IncidentTable label="Open incidents" incidents={open.data} areOpen />
				)}
			</Card>
			{resolved.length > 0 && (
				<Card title="Resolved">
					<IncidentTable label="Resolved incidents" incidents={resolved} areOpen={false} />
					{past.hasNextPage && (
						<Button className="mt-3" busy={past.isFetchingNextPage} onClick={() => void past.fetchNextPage()}>
							Older
						</Button>
					)}
				</Card>
			)}
		</div>
	);
}
