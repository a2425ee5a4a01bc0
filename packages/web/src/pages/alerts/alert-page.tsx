/** One alert: its form, and its events. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type Alert, alertQuery, alertsQuery, deleteAlert, updateAlert } from "../../api/alerts.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NotRead } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FromFiles, useManaged } from "../from-files/from-files.tsx";
import { alertBodyOf, alertDraftOf } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { FiguresLine } from "./figures-line.tsx";

export function AlertPage() {
	const { id } = useParams({ from: "/signed-in/alerts/$id" });
	return (
		<Needs scope="alerts:read" what="Alerts">
			<Contents key={id} id={id} />
		</Needs>
	);
}

function Contents({ id }: { id: string }) {
	const { data: alert, error, refetch } = useQuery(alertQuery(id));
	usePageTitle(alert?.name ?? "Alert");
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	if (alert) return <Loaded alert={alert} />;
	return (
		<>
			<PageHeader crumbs={[{ label: "Alerts", to: "/alerts" }]} title="Alert" />
			<NotRead fault={error} what="This alert" onRetry={() => void refetch()} lines={8} />
		</>
	);
}

function Loaded({ alert }: { alert: Alert }) {
	const canWrite = useMay("alerts:write");
	const isManaged = useManaged(alert.id) !== null;
	const navigate = useNavigate();
	const client = useQueryClient();
	const [isDeleting, setIsDeleting] = useState(false);
	const [initial] = useState(() => alertDraftOf(alert));
	return (
		<>
			<PageHeader
				crumbs={[{ label: "Alerts", to: "/alerts" }]}
				title={alert.name}
				aside={!alert.isEnabled && <span className="text-muted">off</span>}
				actions={
					canWrite &&
					!isManaged && (
						<Button look="quiet" className="max-sm:-ml-3" onClick={() => setIsDeleting(true)}>
							Delete
						</Button>
					)
				}
			/>
			{alert.channelProblem && (
				<p role="status" className="mb-4 font-semibold text-degraded">
					This alert can send nothing. {alert.channelProblem}
				</p>
			)}
			{canWrite && (
				<FromFiles id={alert.id}>
					{(takePatch) => (
						<AlertForm
							initial={initial}
							alertId={alert.id}
							onCancel={() => void navigate({ to: "/alerts" })}
							onSave={async (draft) => {
								if (takePatch !== null) return takePatch(alertBodyOf(initial), alertBodyOf(draft));
								const changed = await updateAlert(alert.id, alertBodyOf(draft));
								await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
								toast(`${changed.name} saved.`);
							}}
						/>
					)}
				</FromFiles>
			)}
			<FiguresLine alertId={alert.id} />
			<DeliveryLog alertId={alert.id} />
			{isDeleting && (
				<ConfirmDialog
					title={`Delete ${alert.name}?`}
					confirmLabel="Delete the alert"
					onClose={() => setIsDeleting(false)}
					onConfirm={async () => {
						await deleteAlert(alert.id);
						client.removeQueries({ queryKey: alertQuery(alert.id).queryKey });
						await navigate({ to: "/alerts" });
						await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
					}}
				>
					Nobody is notified through it any more. Its events stay in the history of the monitors.
				</ConfirmDialog>
			)}
		</>
	);
}
