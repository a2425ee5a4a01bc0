/** One incident: what is known of it, its updates, and what can be done about it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFault } from "../../api/fault.ts";
import {
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
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FactsCard } from "./facts-card.tsx";
import { incidentDraftOf, patchBodyOf } from "./incident-draft.ts";
import { IncidentForm } from "./incident-form.tsx";
import { IncidentMark } from "./incident-mark.tsx";
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
	if (error instanceof ApiFault && error.status === 404) return <NotFound />;
	if (incident) return <Loaded incident={incident} />;
	return (
		<>
			<PageHeader crumbs={[{ label: "Incidents", to: "/incidents" }]} title="Incident" />
			{error ? (
				<FaultNotice fault={error} what="This incident" onRetry={() => void refetch()} />
			) : (
				<Loading lines={8} />
			)}
		</>
	);
}

type Open = "edit" | "resolve" | "delete";

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
			<div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_320px]">
				<UpdatesCard incident={incident} canWrite={canWrite} />
				<FactsCard incident={incident} />
			</div>
			{open && <Dialogs open={open} incident={incident} onClose={() => setOpen(null)} />}
		</>
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
	if (open === "resolve") {
		return (
			<Dialog open onClose={onClose} title="Resolve the incident" wide>
				<UpdateForm
					status="resolved"
					submitLabel="Resolve"
					hint="Posted as the last update, in Markdown. It can be left empty."
					asksStatus={false}
					onSave={async ({ body, status }) => {
						if (body.trim() === "") await updateIncident(incident.id, { status });
						else await postUpdate(incident.id, { body, status });
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
				onSave={async (draft) => {
					await updateIncident(incident.id, patchBodyOf(draft, initial));
					await done("Saved.");
				}}
			/>
		</Dialog>
	);
}
