/** Status pages: which monitors they show, and under which address. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PanelTop } from "lucide-react";
import { useState } from "react";
import {
	createStatusPage,
	deleteStatusPage,
	type StatusPage,
	statusPagesQuery,
	updateStatusPage,
} from "../../api/status-pages.ts";
import { counted } from "../../format/words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell, ActionsHead, RowAction } from "../../ui/table/row-actions.tsx";
import { Cell, Head, ListCard } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { StatusPageForm } from "./status-page-form.tsx";

type Open = { readonly kind: "edit" | "delete"; readonly page: StatusPage } | { readonly kind: "new" };

export function StatusPagesPage() {
	usePageTitle("Status pages");
	const canWrite = useMay("status-pages:write");
	const [open, setOpen] = useState<Open | null>(null);
	return (
		<>
			<PageHeader
				title="Status pages"
				subtitle="Named groups of monitors, for reports. Only the team sees them."
				actions={
					canWrite && (
						<Button look="strong" onClick={() => setOpen({ kind: "new" })}>
							New status page
						</Button>
					)
				}
			/>
			<Needs scope="status-pages:read" what="Status pages">
				<Pages canWrite={canWrite} onOpen={setOpen} />
			</Needs>
			{open && <Dialogs open={open} onClose={() => setOpen(null)} />}
		</>
	);
}

function Pages({ canWrite, onOpen }: { canWrite: boolean; onOpen: (open: Open) => void }) {
	const { data: pages, error, refetch } = useQuery(statusPagesQuery);
	if (error) return <FaultNotice fault={error} what="The status pages" onRetry={() => void refetch()} />;
	if (!pages) return <Loading />;
	if (pages.length === 0) {
		return (
			<EmptyState
				icon={<PanelTop size={22} aria-hidden />}
				title="No status page yet"
				action={canWrite && <Button onClick={() => onOpen({ kind: "new" })}>New status page</Button>}
			>
				A status page names the monitors that belong together for those who use them. Reports can be made of each.
			</EmptyState>
		);
	}
	return (
		<ListCard label="Status pages">
			<thead>
				<tr>
					<Head>Name</Head>
					<Head wide>Address</Head>
					<Head>Monitors</Head>
					<ActionsHead />
				</tr>
			</thead>
			<tbody>
				{pages.map((page) => (
					<tr key={page.id}>
						<Cell className="font-semibold sm:min-w-32">{page.name}</Cell>
						<Cell wide className="font-mono">
							{page.slug}
						</Cell>
						<Cell>{counted(page.monitorIds.length, "monitor")}</Cell>
						<ActionsCell>
							<Link
								to="/reports"
								search={{ page: page.id }}
								className="inline-flex h-8 items-center px-3 font-semibold text-accent hover:underline"
							>
								Report
							</Link>
							{canWrite && (
								<>
									<RowAction
										kind="edit"
										label="Edit"
										about={page.name}
										onClick={() => onOpen({ kind: "edit", page })}
									/>
									<RowAction
										kind="remove"
										label="Delete"
										about={page.name}
										onClick={() => onOpen({ kind: "delete", page })}
									/>
								</>
							)}
						</ActionsCell>
					</tr>
				))}
			</tbody>
		</ListCard>
	);
}

function Dialogs({ open, onClose }: { open: Open; onClose: () => void }) {
	const client = useQueryClient();
	const done = async (what: string) => {
		await client.invalidateQueries({ queryKey: statusPagesQuery.queryKey });
		onClose();
		toast(what);
	};
	if (open.kind === "delete") {
		return (
			<ConfirmDialog
				title={`Delete ${open.page.name}?`}
				confirmLabel="Delete the status page"
				onClose={onClose}
				onConfirm={async () => {
					await deleteStatusPage(open.page.id);
					await done("Deleted.");
				}}
			>
				Its monitors stay.
			</ConfirmDialog>
		);
	}
	const initial = open.kind === "edit" ? open.page : { name: "", slug: "", sections: [], monitorIds: [] };
	return (
		<Dialog open onClose={onClose} title={open.kind === "new" ? "New status page" : "Edit status page"} wide>
			<StatusPageForm
				initial={initial}
				submitLabel={open.kind === "new" ? "Create status page" : "Save"}
				onSave={async (settings) => {
					if (open.kind === "new") await createStatusPage(settings);
					else await updateStatusPage(open.page.id, settings);
					await done(`${settings.name} saved.`);
				}}
			/>
		</Dialog>
	);
}
