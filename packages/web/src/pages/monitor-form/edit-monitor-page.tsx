import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { ApiError } from "../../api/client/api-error.ts";
import { contentChecksQuery } from "../../api/content-checks.ts";
import { type Monitor, monitorQuery, updateMonitor } from "../../api/monitors.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FromFiles } from "../from-files/from-files.tsx";
import { bodyOf, type Draft, draftOf } from "./draft.ts";
import { MonitorForm } from "./monitor-form.tsx";
import { SavedContentChecks } from "./save-content-checks.ts";
import { typeOf } from "./types.ts";

export function EditMonitorPage() {
	const { id } = useParams({ from: "/signed-in/monitors/$id/edit" });
	const { data: monitor, error, refetch } = useQuery(monitorQuery(id));
	const hasChecks = monitor !== undefined && typeOf(monitor.type).hasContentChecks;
	const checks = useQuery({ ...contentChecksQuery(id), enabled: hasChecks });
	const title = monitor ? `Edit ${monitor.name}` : "Edit monitor";
	usePageTitle(title);
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	const fault = error ?? checks.error;
	return (
		<>
			<PageHeader
				crumbs={[
					{ label: "Monitors", to: "/" },
					...(monitor ? [{ label: monitor.name, to: `/monitors/${id}` as "/" }] : []),
				]}
				title={title}
			/>
			{fault ? (
				<FaultNotice fault={fault} what="This monitor" onRetry={() => void (error ? refetch() : checks.refetch())} />
			) : !monitor || (hasChecks && !checks.data) ? (
				<Loading lines={10} />
			) : (
				<Needs scope="monitors:write" what="Monitors">
					<Loaded monitor={monitor} contentChecks={checks.data ?? []} />
				</Needs>
			)}
		</>
	);
}

function Loaded({ monitor, contentChecks }: { monitor: Monitor; contentChecks: Draft["contentChecks"] }) {
	const navigate = useNavigate();
	const client = useQueryClient();
	// As they were when the form opened: live changes must not overwrite the form.
	const [before] = useState(() => draftOf(monitor, contentChecks));
	const [saved] = useState(() => new SavedContentChecks(contentChecks));
	const back = () => navigate({ to: "/monitors/$id", params: { id: monitor.id } });

	async function save(draft: Draft) {
		const changed = await updateMonitor(monitor.id, bodyOf(draft));
		try {
			await saved.save(monitor.id, draft.contentChecks);
		} finally {
			await client.invalidateQueries({ queryKey: ["monitor", monitor.id] });
			await client.invalidateQueries({ queryKey: boardQuery.queryKey });
		}
		toast(`${changed.name} saved.`);
		await back();
	}

	const entry = (draft: Draft) => ({ ...bodyOf(draft), contentChecks: draft.contentChecks });
	return (
		<FromFiles id={monitor.id}>
			{(takePatch) => (
				<MonitorForm
					initial={before}
					monitorId={monitor.id}
					onSave={(draft) => (takePatch === null ? save(draft) : takePatch(entry(before), entry(draft)))}
					onCancel={() => void back()}
				/>
			)}
		</FromFiles>
	);
}
