/** Planned maintenance: what is in progress, what comes, what was. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Wrench } from "lucide-react";
import { useState } from "react";
import {
	createWindow,
	deleteWindow,
	endWindow,
	type MaintenanceWindow,
	updateWindow,
	windowsQuery,
} from "../../api/maintenance.ts";
import { duration } from "../../format/duration.ts";
import { minuteText, utcText } from "../../format/instant.ts";
import { counted } from "../../format/words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant, useNow } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { Cell, Head, Table } from "../../ui/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { newWindowDraft, recurrenceText, windowBodyOf, windowDraftOf } from "./window-draft.ts";
import { WindowForm } from "./window-form.tsx";

type Open = { readonly kind: "edit" | "delete"; readonly window: MaintenanceWindow } | { readonly kind: "new" };

export function MaintenancePage() {
	usePageTitle("Maintenance");
	const { plan } = useSearch({ from: "/signed-in/maintenance" });
	const navigate = useNavigate({ from: "/maintenance" });
	const canWrite = useMay("maintenance:write");
	const [chosen, setChosen] = useState<Open | null>(null);
	const open: Open | null = chosen ?? (plan && canWrite ? { kind: "new" } : null);
	function close() {
		setChosen(null);
		if (plan) void navigate({ search: {}, replace: true });
	}
	return (
		<>
			<PageHeader
				title="Maintenance"
				subtitle="Checks go on and count; alerts are held."
				actions={
					canWrite && (
						<Button look="strong" onClick={() => setChosen({ kind: "new" })}>
							Plan maintenance
						</Button>
					)
				}
			/>
			<Needs scope="maintenance:read" what="Maintenance">
				<Windows canWrite={canWrite} onOpen={setChosen} />
			</Needs>
			{open && <Dialogs open={open} onClose={close} />}
		</>
	);
}

function Dialogs({ open, onClose }: { open: Open; onClose: () => void }) {
	const client = useQueryClient();
	const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const done = async (what: string) => {
		await client.invalidateQueries({ queryKey: windowsQuery.queryKey });
		onClose();
		toast(what);
	};
	if (open.kind === "delete") {
		return (
			<ConfirmDialog
				title={`Delete ${open.window.name}?`}
				confirmLabel="Delete the maintenance"
				onClose={onClose}
				onConfirm={async () => {
					await deleteWindow(open.window.id);
					await done("Deleted.");
				}}
			>
				Its minutes are gone from the reports too.
			</ConfirmDialog>
		);
	}
	return (
		<Dialog open onClose={onClose} title={open.kind === "new" ? "Plan maintenance" : "Change maintenance"} wide>
			<WindowForm
				initial={open.kind === "new" ? newWindowDraft(Date.now(), zone) : windowDraftOf(open.window, zone)}
				submitLabel={open.kind === "new" ? "Plan it" : "Save"}
				onSave={async (draft) => {
					const body = windowBodyOf(draft);
					if (open.kind === "new") await createWindow(body);
					else await updateWindow(open.window.id, body);
					await done(open.kind === "new" ? `${body.name} is planned.` : `${body.name} saved.`);
				}}
			/>
		</Dialog>
	);
}

function Windows({ canWrite, onOpen }: { canWrite: boolean; onOpen: (open: Open) => void }) {
	const now = useNow();
	const { data: windows, error, refetch } = useQuery(windowsQuery);
	if (error) return <FaultNotice fault={error} what="The maintenance" onRetry={() => void refetch()} />;
	if (!windows) return <Loading />;
	if (windows.length === 0) {
		return (
			<EmptyState
				icon={<Wrench size={22} aria-hidden />}
				title="No maintenance is planned"
				action={canWrite && <Button onClick={() => onOpen({ kind: "new" })}>Plan maintenance</Button>}
			>
				During maintenance nobody is woken up. Plan it once, or every Sunday night.
			</EmptyState>
		);
	}
	const isOver = ({ endsAt }: MaintenanceWindow) => endsAt !== null && Date.parse(endsAt) <= now;
	const active = windows.filter(({ activeUntil }) => activeUntil !== null);
	const coming = windows.filter((window) => window.activeUntil === null && !isOver(window));
	const past = windows.filter((window) => window.activeUntil === null && isOver(window));
	const parts = [
		["In progress", active],
		["Planned", coming],
		["Over", past],
	] as const;
	return (
		<div className="space-y-3">
			{parts.map(
				([title, members]) =>
					members.length > 0 && (
						<Card key={title} title={title}>
							<WindowTable title={title} windows={members} canWrite={canWrite} onOpen={onOpen} />
						</Card>
					),
			)}
		</div>
	);
}

interface TableProps {
	readonly title: string;
	readonly windows: readonly MaintenanceWindow[];
	readonly canWrite: boolean;
	readonly onOpen: (open: Open) => void;
}

function WindowTable({ title, windows, canWrite, onOpen }: TableProps) {
	const client = useQueryClient();
	async function end(id: string) {
		try {
			await endWindow(id);
			await client.invalidateQueries({ queryKey: windowsQuery.queryKey });
			toast("Ended. Alerts are sent again.");
		} catch (fault) {
			toastFault(fault);
		}
	}
	return (
		<Table label={title}>
			<thead>
				<tr>
					<Head className="w-[24%]">Name</Head>
					<Head className="w-[30%]">When</Head>
					<Head wide className="w-[10%]">
						Lasts
					</Head>
					<Head wide className="w-[10%]">
						Monitors
					</Head>
					<Head>
						<span className="sr-only">Actions</span>
					</Head>
				</tr>
			</thead>
			<tbody>
				{windows.map((window) => (
					<tr key={window.id}>
						<Cell className="min-w-32 font-semibold">{window.name}</Cell>
						<Cell className="min-w-40">
							<When window={window} />
						</Cell>
						<Cell wide className="whitespace-nowrap">
							{lengthOf(window)}
						</Cell>
						<Cell wide className="whitespace-nowrap">
							{window.monitorIds === null ? "all" : counted(window.monitorIds.length, "monitor")}
						</Cell>
						<Cell right>
							{canWrite && (
								<>
									{window.activeUntil !== null && (
										<Button look="quiet" onClick={() => void end(window.id)} aria-label={`End now: ${window.name}`}>
											End now
										</Button>
									)}
									<Button
										look="quiet"
										onClick={() => onOpen({ kind: "edit", window })}
										aria-label={`Change ${window.name}`}
									>
										Change
									</Button>
									<Button
										look="quiet"
										onClick={() => onOpen({ kind: "delete", window })}
										aria-label={`Delete ${window.name}`}
									>
										Delete
									</Button>
								</>
							)}
						</Cell>
					</tr>
				))}
			</tbody>
		</Table>
	);
}

function When({ window }: { window: MaintenanceWindow }) {
	const now = useNow();
	return (
		<>
			{window.startsAt !== null ? (
				<span title={utcText(window.startsAt)}>{minuteText(window.startsAt, now)}</span>
			) : (
				recurrenceText(window)
			)}
			{window.activeUntil !== null && (
				<span className="text-maintenance">
					{" "}
					until <Instant at={window.activeUntil} />
				</span>
			)}
		</>
	);
}

function lengthOf({ startsAt, endsAt, recurrence }: MaintenanceWindow): string {
	if (recurrence) return duration(recurrence.durationMinutes * 60_000);
	return startsAt && endsAt ? duration(Date.parse(endsAt) - Date.parse(startsAt)) : "–";
}
