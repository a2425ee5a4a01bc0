/** One schedule: who is on call when, its layers, swaps, calendar, and what uses it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type Alert, alertsQuery, escalatesTo } from "../../api/alerts.ts";
import { ApiError } from "../../api/client/api-error.ts";
import {
	deleteSchedule,
	type OnCall,
	onCallQuery,
	SCHEDULES_KEY,
	type Schedule,
	scheduleQuery,
	updateSchedule,
} from "../../api/schedules.ts";
import { listed } from "../../format/words.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay, useSignedIn } from "../../shell/session.tsx";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Minute } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { NotRead } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FromFiles, useManaged } from "../from-files/from-files.tsx";
import { CalendarCard } from "./calendar-card.tsx";
import { CalendarStrip } from "./calendar-strip.tsx";
import { ReachNotice } from "./reach-notice.tsx";
import { bodyOf, draftOf, layerText } from "./schedule-draft.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { SwapsCard } from "./swaps-card.tsx";

export function SchedulePage() {
	const { id } = useParams({ from: "/signed-in/on-call/$id" });
	return (
		<Needs scope="schedules:read" what="Schedules">
			<Contents key={id} id={id} />
		</Needs>
	);
}

function Contents({ id }: { id: string }) {
	const { data: schedule, error, refetch } = useQuery(scheduleQuery(id));
	usePageTitle(schedule?.name ?? "Schedule");
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	if (schedule) return <Loaded schedule={schedule} />;
	return (
		<>
			<PageHeader crumbs={[{ label: "On call", to: "/on-call" }]} title="Schedule" />
			<NotRead fault={error} what="This schedule" onRetry={() => void refetch()} lines={8} />
		</>
	);
}

function Loaded({ schedule }: { schedule: Schedule }) {
	const canWrite = useMay("schedules:write");
	const isManaged = useManaged(schedule.id) !== null;
	const client = useQueryClient();
	const [open, setOpen] = useState<"edit" | "delete" | null>(null);
	const { data: onCall } = useQuery(onCallQuery);
	const current = onCall?.filter((each) => each.schedule.id === schedule.id) ?? [];
	const users = useAlertsOf(schedule.id);
	useShortcuts({ e: () => canWrite && setOpen("edit") });
	const close = () => setOpen(null);
	return (
		<>
			<PageHeader
				crumbs={[{ label: "On call", to: "/on-call" }]}
				title={schedule.name}
				subtitle={current.map((each) => <Now key={each.schedule.id} onCall={each} />)}
				actions={
					canWrite &&
					open !== "edit" && (
						<>
							{!isManaged && (
								<Button look="quiet" className="max-sm:-ml-3" onClick={() => setOpen("delete")}>
									Delete
								</Button>
							)}
							<Button hotkey="E" onClick={() => setOpen("edit")}>
								Edit
							</Button>
						</>
					)
				}
			/>
			{open === "edit" ? (
				<FromFiles id={schedule.id}>
					{(takePatch) => (
						<ScheduleForm
							initial={draftOf(schedule)}
							isNew={false}
							onCancel={close}
							onSave={async (draft) => {
								if (takePatch !== null) return takePatch(bodyOf(draftOf(schedule)), bodyOf(draft));
								await updateSchedule(schedule.id, bodyOf(draft));
								await client.invalidateQueries({ queryKey: SCHEDULES_KEY });
								close();
								toast(`${draft.name} saved.`);
							}}
						/>
					)}
				</FromFiles>
			) : (
				<>
					<ReachNotice schedules={current} />
					<CalendarStrip schedule={schedule} />
					<div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
						<LayersCard schedule={schedule} />
						<SwapsCard schedule={schedule} canWrite={canWrite} />
						<UsedByCard alerts={users} />
						<CalendarCard schedule={schedule} canWrite={canWrite} />
					</div>
				</>
			)}
			{open === "delete" && <DeleteDialog schedule={schedule} alerts={users} onClose={close} />}
		</>
	);
}

function Now({ onCall: { now, next } }: { onCall: OnCall }) {
	const { person, insteadOf, to } = now;
	const { user } = useSignedIn().session;
	if (person === null) return <span className="font-semibold text-degraded">Nobody is on call now.</span>;
	return (
		<>
			<strong>{person.id === user.id ? "You" : person.name}</strong> {person.id === user.id ? "are" : "is"} on call now
			{insteadOf && <> for {insteadOf.name}</>}
			{next && (
				<>
					, until <Minute at={to} />
				</>
			)}
			.
		</>
	);
}

/** The alerts with a step that names the schedule; null where the reader may not see alerts. */
function useAlertsOf(id: string): readonly Alert[] | null {
	const { data: alerts } = useQuery({ ...alertsQuery, enabled: useMay("alerts:read") });
	return alerts?.filter((alert) => escalatesTo(alert, id)) ?? null;
}

function LayersCard({ schedule: { layers } }: { schedule: Schedule }) {
	return (
		<Card title="Layers">
			<ol className="space-y-3">
				{layers.map((layer, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a layer has nothing else that names it.
					<li key={place}>
						<p className="words">
							<strong>{layer.name || `Layer ${place + 1}`}</strong>
							<span className="text-muted"> · {layerText(layer)}</span>
						</p>
						<p className="words">{layer.people.map(({ name }) => name ?? "someone who left").join(", then ")}</p>
					</li>
				))}
			</ol>
		</Card>
	);
}

function UsedByCard({ alerts }: { alerts: readonly Alert[] | null }) {
	if (alerts === null) return null;
	return (
		<Card title="Used by">
			{alerts.length === 0 ? (
				<p className="text-muted">
					No alert escalates to it: nobody is notified by it yet. Choose it in a step of an{" "}
					<Link to="/alerts" className="font-semibold text-accent hover:underline">
						alert
					</Link>
					.
				</p>
			) : (
				<ul className="flex flex-wrap gap-x-4 gap-y-1">
					{alerts.map(({ id, name }) => (
						<li key={id}>
							<Link to="/alerts/$id" params={{ id }} className="font-semibold hover:underline">
								{name}
							</Link>
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

interface DeleteProps {
	readonly schedule: Schedule;
	readonly alerts: readonly Alert[] | null;
	readonly onClose: () => void;
}

function DeleteDialog({ schedule, alerts, onClose }: DeleteProps) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const names = alerts?.map(({ name }) => name) ?? [];
	return (
		<ConfirmDialog
			title={`Delete ${schedule.name}?`}
			confirmLabel="Delete the schedule"
			onClose={onClose}
			onConfirm={async () => {
				await deleteSchedule(schedule.id);
				await navigate({ to: "/on-call" });
				await client.invalidateQueries({ queryKey: SCHEDULES_KEY });
				toast(`${schedule.name} deleted.`);
			}}
		>
			{names.length > 0
				? `The escalation of ${listed(names)} uses it: those steps go to the alert’s own channel from then on, and say so. `
				: ""}
			Its swaps and its calendar end with it. This can’t be undone.
		</ConfirmDialog>
	);
}
