/** One incident: what is known of it, its updates, and what can be done about it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import {
	approveIncident,
	deleteIncident,
	INCIDENTS_KEY,
	type Incident,
	incidentQuery,
	postUpdate,
	updateIncident,
} from "../../api/incidents.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NotRead } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { ApproveForm } from "./approve-form.tsx";
import { FactsCard } from "./facts-card.tsx";
import { incidentDraftOf, patchBodyOf } from "./incident-draft.ts";
import { IncidentForm } from "./incident-form.tsx";
import { IncidentMark } from "./incident-mark.tsx";
import { PostmortemCard } from "./postmortem-card.tsx";
import { UpdateForm } from "./update-form.tsx";
import { UpdatesCard } from "./updates-card.tsx";

export function IncidentPage() {
	const { id } = useParams({ from: "/signed-in/incidents/$id" });
	return (
		<Needs scope="incidents:read" what="Incidents">
			<Contents key={id} id={id} />
		</Needs>
	);
}

function Contents({ id }: { id: string }) {
	const { data: incident, error, refetch } = useQuery(incidentQuery(id));
	usePageTitle(incident?.title ?? "Incident");
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	if (incident) return <Loaded incident={incident} />;
	return (
		<>
			<PageHeader crumbs={[{ label: "Incidents", to: "/incidents" }]} title="Incident" />
			<NotRead fault={error} what="This incident" onRetry={() => void refetch()} lines={8} />
		</>
	);
}

type Open = "edit" | "resolve" | "delete" | "approve";

function Loaded({ incident }: { incident: Incident }) {
	const canWrite = useMay("incidents:write");
	const [open, setOpen] = useState<Open | null>(null);
	return (
		<>
			<PageHeader
				crumbs={[{ label: "Incidents", to: "/incidents" }]}
				title={incident.title}
				aside={<IncidentMark incident={incident} />}
				actions={
					canWrite && (
						<>
							<Button look="quiet" className="max-sm:-ml-3" onClick={() => setOpen("delete")}>
								Delete
							</Button>
							<Button onClick={() => setOpen("edit")}>Edit</Button>
							{incident.status !== "resolved" && <Button onClick={() => setOpen("resolve")}>Resolve</Button>}
						</>
					)
				}
			/>
			<State incident={incident} onApprove={canWrite ? () => setOpen("approve") : null} />
			<div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px]">
				<div className="min-w-0 space-y-3">
					<UpdatesCard incident={incident} canWrite={canWrite} />
					<PostmortemCard incident={incident} canWrite={canWrite} />
				</div>
				<FactsCard incident={incident} />
			</div>
			{open && <Dialogs open={open} incident={incident} onClose={() => setOpen(null)} />}
		</>
	);
}

/** What is out of the ordinary: a draft, or an incident that outages move. @param onApprove null: the reader may not */
function State({ incident, onApprove }: { incident: Incident; onApprove: (() => void) | null }) {
	const { isDraft, followsOutages, status } = incident;
	if (!isDraft && !followsOutages) return null;
	return (
		<Notice className="mb-3" action={isDraft && onApprove && <Button onClick={onApprove}>Approve</Button>}>
			{isDraft && <p>This is a draft: no status page shows it, and nobody is notified.</p>}
			{followsOutages && status !== "resolved" && (
				<p>Lapwing opened it because of an outage, and resolves it with the outage. A change of yours ends that.</p>
			)}
			{followsOutages && status === "resolved" && (
				<p>Lapwing opened it because of an outage, and resolved it when that was over.</p>
			)}
		</Notice>
	);
}

function Dialogs({ open, incident, onClose }: { open: Open; incident: Incident; onClose: () => void }) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const [initial] = useState(() => incidentDraftOf(incident));
	const done = async (what: string) => {
		await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
		onClose();
		toast(what);
	};
	if (open === "delete") {
		return (
			<ConfirmDialog
				title={`Delete ${incident.title}?`}
				confirmLabel="Delete the incident"
				onClose={onClose}
				onConfirm={async () => {
					await deleteIncident(incident.id);
					client.removeQueries({ queryKey: incidentQuery(incident.id).queryKey });
					await navigate({ to: "/incidents" });
					await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
				}}
			>
				Its updates are deleted too, and status pages do not show it any more. To end it, resolve it instead.
			</ConfirmDialog>
		);
	}
	if (open === "approve") {
		return (
			<Dialog open onClose={onClose} title="Approve the draft">
				<ApproveForm
					incident={incident}
					onApprove={async (notifySubscribers) => {
						await approveIncident(incident.id, notifySubscribers);
						await done("Approved.");
					}}
				/>
			</Dialog>
		);
	}
	if (open === "resolve") {
		return (
			<Dialog open onClose={onClose} title="Resolve the incident" wide>
				<UpdateForm
					status="resolved"
					submitLabel="Resolve"
					hint="Posted as the last update, in Markdown. It can be left empty."
					asksStatus={false}
					incident={incident}
					onSave={async (draft) => {
						if (draft.body.trim() === "") await updateIncident(incident.id, { status: draft.status });
						else await postUpdate(incident.id, draft);
						await done("Resolved.");
					}}
				/>
			</Dialog>
		);
	}
	return (
		<Dialog open onClose={onClose} title="Edit the incident" wide>
			<IncidentForm
				initial={initial}
				isNew={false}
				deleted={incident.components.filter(({ componentId }) => componentId === null)}
				onSave={async (draft) => {
					await updateIncident(incident.id, patchBodyOf(draft, initial));
					await done("Saved.");
				}}
			/>
		</Dialog>
	);
}
