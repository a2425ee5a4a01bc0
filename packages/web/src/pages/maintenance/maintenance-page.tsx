/** Maintenance windows: in progress, planned and past. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Wrench } from "lucide-react";
import { useState } from "react";
import {
	createWindow,
	deleteWindow,
	type MaintenanceWindow,
	updateWindow,
	windowsQuery,
} from "../../api/maintenance.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { FromFiles } from "../from-files/from-files.tsx";
import { newWindowDraft, windowBodyOf, windowDraftOf, windowPatchOf } from "./window-draft.ts";
import { WindowForm } from "./window-form.tsx";
import { type Open, WindowTable } from "./window-table.tsx";

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
				subtitle="Checks continue and count; notices are held."
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
	const zone = ownTimeZone();
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
				<p>Its minutes are removed from reports too.</p>
				{open.window.statusPageIds.length > 0 && (
					<p className="mt-2">
						Status pages show it no longer. Subscribers who were notified of it are notified that it is cancelled, or
						completed where it has begun.
					</p>
				)}
			</ConfirmDialog>
		);
	}
	return (
		<Dialog open onClose={onClose} title={open.kind === "new" ? "Plan maintenance" : "Edit maintenance"} wide>
			<FromFiles id={open.kind === "new" ? "" : open.window.id}>
				{(takePatch) => (
					<WindowForm
						initial={open.kind === "new" ? newWindowDraft(Date.now(), zone) : windowDraftOf(open.window, zone)}
						submitLabel={open.kind === "new" ? "Plan it" : "Save"}
						onSave={async (draft) => {
							const body = windowBodyOf(draft);
							if (open.kind === "new") await createWindow(body);
							else {
								const patch = windowPatchOf(draft, open.window, zone);
								const before = windowBodyOf(windowDraftOf(open.window, zone));
								if (takePatch !== null) return takePatch(before, { ...before, ...patch });
								await updateWindow(open.window.id, patch);
							}
							await done(open.kind === "new" ? `${body.name} is planned.` : `${body.name} saved.`);
						}}
					/>
				)}
			</FromFiles>
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
				During maintenance no notices are sent. Plan it once, or every Sunday night.
			</EmptyState>
		);
	}
	const isOver = ({ endsAt }: MaintenanceWindow) => endsAt !== null && Date.parse(endsAt) <= now;
	const active = windows.filter(({ activeUntil }) => activeUntil !== null);
	const planned = windows.filter((window) => window.activeUntil === null && !isOver(window));
	const past = windows.filter((window) => window.activeUntil === null && isOver(window));
	const parts = [
		["In progress", active],
		["Planned", planned],
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
