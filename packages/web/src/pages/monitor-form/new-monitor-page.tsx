import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { boardQuery } from "../../api/board.ts";
import { createMonitor, updateMonitor } from "../../api/monitors.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { toast } from "../../ui/toasts.tsx";
import { bodyOf, createBodyOf, type Draft, newDraft, wantedContentChecks } from "./draft.ts";
import { MonitorForm } from "./monitor-form.tsx";
import { SavedContentChecks } from "./save-content-checks.ts";

export function NewMonitorPage() {
	usePageTitle("New monitor");
	const { target, type } = useSearch({ from: "/signed-in/monitors/new" });
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	/** Made by an earlier attempt whose content checks were refused. */
	const [made, setMade] = useState<string>();
	const [contentChecks] = useState(() => new SavedContentChecks([]));

	async function save(draft: Draft) {
		const monitor = made ? await updateMonitor(made, bodyOf(draft)) : await createMonitor(createBodyOf(draft));
		setMade(monitor.id);
		await contentChecks.save(monitor.id, wantedContentChecks(draft));
		await client.invalidateQueries({ queryKey: boardQuery.queryKey });
		toast(`${monitor.name} is watched from now on.`);
		await navigate({ to: "/monitors/$id", params: { id: monitor.id } });
	}

	return (
		<>
			<PageHeader crumbs={[{ label: "Monitors", to: "/" }]} title="New monitor" />
			<Needs scope="monitors:write" what="Monitors">
				<MonitorForm
					initial={newDraft(target, type)}
					monitorId={made}
					onSave={save}
					onCancel={() => router.history.back()}
				/>
			</Needs>
		</>
	);
}
