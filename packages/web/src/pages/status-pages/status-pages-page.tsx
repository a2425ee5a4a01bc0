/** Status pages: what customers see, and who sees them. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PanelTop } from "lucide-react";
import { useState } from "react";
import { deleteStatusPage, type StatusPage, statusPagesQuery } from "../../api/status-pages.ts";
import { counted } from "../../format/words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, ListCard, wide } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { shownTo } from "./page-words.ts";

export function StatusPagesPage() {
	usePageTitle("Status pages");
	const canWrite = useMay("status-pages:write");
	return (
		<>
			<PageHeader
				title="Status pages"
				subtitle="What your customers see of your services."
				actions={
					canWrite && (
						<ButtonLink look="strong" to="/status-pages/new">
							New status page
						</ButtonLink>
					)
				}
			/>
			<Needs scope="status-pages:read" what="Status pages">
				<Pages canWrite={canWrite} />
			</Needs>
		</>
	);
}

function Pages({ canWrite }: { canWrite: boolean }) {
	const { data: pages, error, refetch } = useQuery(statusPagesQuery);
	const [deleting, setDeleting] = useState<StatusPage | null>(null);
	if (error) return <FaultNotice fault={error} what="The status pages" onRetry={() => void refetch()} />;
	if (!pages) return <Loading />;
	if (pages.length === 0) {
		return (
			<EmptyState
				icon={<PanelTop size={22} aria-hidden />}
				title="No status page yet"
				action={canWrite && <ButtonLink to="/status-pages/new">New status page</ButtonLink>}
			>
				A status page says in your customers' words what works and what does not. It shows components, whose states
				follow your monitors and incidents; monitors themselves are never shown.
			</EmptyState>
		);
	}
	return (
		<>
			<ListCard label="Status pages" heads={["Name", wide("Address"), wide("Components"), "Readers", ACTIONS]}>
				{pages.map((page) => (
					<tr key={page.id}>
						<Cell className="font-semibold sm:min-w-32">
							<Link to="/status-pages/$id" params={{ id: page.id }} className="hover:underline">
								{page.name}
							</Link>
						</Cell>
						<Cell wide className="font-mono">
							/status/{page.slug}
						</Cell>
						<Cell wide>{counted(componentCount(page), "component")}</Cell>
						<Cell>{shownTo(page)}</Cell>
						<ActionsCell>
							<Link
								to="/reports"
								search={{ page: page.id }}
								className="inline-flex h-8 items-center px-3 font-semibold text-accent hover:underline"
							>
								Report
							</Link>
							{canWrite && (
								<RowAction kind="remove" label="Delete" about={page.name} onClick={() => setDeleting(page)} />
							)}
						</ActionsCell>
					</tr>
				))}
			</ListCard>
			{deleting && <DeleteDialog page={deleting} onClose={() => setDeleting(null)} />}
		</>
	);
}

function componentCount({ sections }: StatusPage): number {
	return sections.reduce((count, { components }) => count + components.length, 0);
}

function DeleteDialog({ page, onClose }: { page: StatusPage; onClose: () => void }) {
	const client = useQueryClient();
	return (
		<ConfirmDialog
			title={`Delete ${page.name}?`}
			confirmLabel="Delete the status page"
			onClose={onClose}
			onConfirm={async () => {
				await deleteStatusPage(page.id);
				await client.invalidateQueries({ queryKey: statusPagesQuery.queryKey });
				onClose();
				toast("Deleted.");
			}}
		>
			Its components and their history are deleted with it. Its monitors stay. To hide it for a while, unpublish it.
		</ConfirmDialog>
	);
}
