import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { alertsQuery, createAlert } from "../../api/alerts.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useSignedIn } from "../../shell/session.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { toast } from "../../ui/toasts.tsx";
import { alertBodyOf, newAlertDraft } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";

export function NewAlertPage() {
	usePageTitle("New alert");
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const { session } = useSignedIn();
	return (
		<>
			<PageHeader crumbs={[{ label: "Alerts", to: "/alerts" }]} title="New alert" />
			<Needs scope="alerts:write" what="Alerts">
				<AlertForm
					initial={newAlertDraft(session.service.sendsMail)}
					onCancel={() => router.history.back()}
					onSave={async (draft) => {
						const alert = await createAlert(alertBodyOf(draft));
						await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
						toast(`${alert.name} created.`);
						await navigate({ to: "/alerts/$id", params: { id: alert.id } });
					}}
				/>
			</Needs>
		</>
	);
}
