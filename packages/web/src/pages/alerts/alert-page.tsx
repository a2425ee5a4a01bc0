/** One alert: its form, a test, and what it told. */

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import {
	type Alert,
	type AlertEvent,
	alertLogQuery,
	alertQuery,
	alertsQuery,
	deleteAlert,
	updateAlert,
} from "../../api/alerts.ts";
import { boardQuery } from "../../api/board.ts";
import { ApiFault } from "../../api/fault.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { Cell, Head, Table } from "../../ui/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { alertBodyOf, alertDraftOf } from "./alert-draft.ts";
import { AlertForm } from "./alert-form.tsx";
import { NoticeMark } from "./notice-mark.tsx";
import { TestButton } from "./test-button.tsx";

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
	if (error instanceof ApiFault && error.status === 404) return <NotFound />;
	if (error) return <FaultNotice fault={error} what="This alert" onRetry={() => void refetch()} />;
	if (!alert) return <Loading lines={8} />;
	return <Loaded alert={alert} />;
}

function Loaded({ alert }: { alert: Alert }) {
	const canWrite = useMay("alerts:write");
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
					canWrite && (
						<>
							<Button look="quiet" onClick={() => setIsDeleting(true)}>
								Delete
							</Button>
							<TestButton alertId={alert.id} name={alert.name} />
						</>
					)
				}
			/>
			{canWrite && (
				<AlertForm
					initial={initial}
					isNew={false}
					onCancel={() => void navigate({ to: "/alerts" })}
					onSave={async (draft) => {
						const changed = await updateAlert(alert.id, alertBodyOf(draft));
						await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
						toast(`${changed.name} saved.`);
					}}
				/>
			)}
			<DeliveryLog alertId={alert.id} />
			{isDeleting && (
				<ConfirmDialog
					title={`Delete ${alert.name}?`}
					confirmLabel="Delete the alert"
					onClose={() => setIsDeleting(false)}
					onConfirm={async () => {
						await deleteAlert(alert.id);
						await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
						await navigate({ to: "/alerts" });
					}}
				>
					Nobody is notified through it any more. What it told stays in the history of the monitors.
				</ConfirmDialog>
			)}
		</>
	);
}

const OUTCOMES: Readonly<Record<AlertEvent["status"], readonly [string, string]>> = {
	sent: ["sent", ""],
	skipped_cooldown: ["skipped: quiet time", "text-muted"],
	skipped_cap: ["skipped: daily limit", "text-degraded"],
	failed: ["failed", "font-semibold text-down"],
};

function DeliveryLog({ alertId }: { alertId: string }) {
	const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
		alertLogQuery(alertId),
	);
	const { data: board } = useQuery({ ...boardQuery, enabled: false });
	const events = data?.pages.flatMap(({ items }) => items);
	if (error instanceof ApiFault && error.status === 404) return null;
	const nameOf = (id: string) => board?.monitors[board.positions.get(id) ?? -1]?.name ?? "a deleted monitor";
	return (
		<Card title="Delivery log" className="mt-6">
			{events === undefined ? (
				error ? (
					<FaultNotice fault={error} what="The delivery log" onRetry={() => void refetch()} />
				) : (
					<Loading />
				)
			) : events.length === 0 ? (
				<p className="text-muted">Nothing was to be told yet.</p>
			) : (
				<Table label="Delivery log">
					<thead>
						<tr>
							<Head>At</Head>
							<Head>Monitor</Head>
							<Head>Told</Head>
							<Head>Outcome</Head>
						</tr>
					</thead>
					<tbody>
						{events.map((event) => (
							<tr key={event.id}>
								<Cell className="whitespace-nowrap">
									<Instant at={event.sentAt} />
								</Cell>
								<Cell>
									<Link to="/monitors/$id" params={{ id: event.monitorId }} className="hover:underline">
										{nameOf(event.monitorId)}
									</Link>
								</Cell>
								<Cell>
									<NoticeMark event={event.eventType} />
								</Cell>
								<Cell>
									<span className={OUTCOMES[event.status][1]}>{OUTCOMES[event.status][0]}</span>
									{event.errorMessage && <span className="text-muted"> · {event.errorMessage}</span>}
								</Cell>
							</tr>
						))}
					</tbody>
				</Table>
			)}
			{hasNextPage && (
				<Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					Older
				</Button>
			)}
		</Card>
	);
}
