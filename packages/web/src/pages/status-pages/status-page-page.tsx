/** One status page: its editor, and what can be done with it as a whole. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import {
	deleteStatusPage,
	type StatusPage,
	statusPageQuery,
	statusPagesQuery,
	updateStatusPage,
} from "../../api/status-pages.ts";
import { NotFound } from "../../shell/faults.tsx";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/buttons/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { Forbidden, NotRead } from "../../ui/states.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { FromFiles, type TakePatch, useManaged } from "../from-files/from-files.tsx";
import { EditorFrame } from "./editor-frame.tsx";
import { bodyOf, pageDraftOf, previewOf, savedDraft } from "./page-draft.ts";
import { PageForm } from "./page-form.tsx";
import { shownTo } from "./page-words.ts";

const CRUMBS = [{ label: "Status pages", to: "/status-pages" }] as const;

export function StatusPagePage() {
	const { id } = useParams({ from: "/signed-in/status-pages/$id" });
	return (
		<Needs scope="status-pages:read" what="Status pages">
			<Contents key={id} id={id} />
		</Needs>
	);
}

function Contents({ id }: { id: string }) {
	const { data: page, error, refetch } = useQuery(statusPageQuery(id));
	usePageTitle(page?.name ?? "Status page");
	if (error instanceof ApiError && error.status === 404) return <NotFound />;
	if (page) return <Loaded page={page} />;
	return (
		<>
			<PageHeader crumbs={CRUMBS} title="Status page" />
			<NotRead fault={error} what="This page" onRetry={() => void refetch()} lines={8} />
		</>
	);
}

type Asked = "delete" | "unpublish" | null;

function Loaded({ page }: { page: StatusPage }) {
	const canWrite = useMay("status-pages:write");
	const isManaged = useManaged(page.id) !== null;
	const navigate = useNavigate();
	const client = useQueryClient();
	const [asked, setAsked] = useState<Asked>(null);
	const [isPublishing, setIsPublishing] = useState(false);
	const refresh = () => client.invalidateQueries({ queryKey: statusPagesQuery.queryKey });

	async function publish(isPublished: boolean) {
		await updateStatusPage(page.id, { isPublished });
		await refresh();
		toast(isPublished ? `${page.name} is published.` : `${page.name} is not published any more.`);
	}

	return (
		<>
			<PageHeader
				crumbs={CRUMBS}
				title={page.name}
				aside={<span className="text-muted">{shownTo(page)}</span>}
				actions={
					<>
						<ButtonLink to="/status-pages/$id/subscribers" params={{ id: page.id }}>
							Subscribers
						</ButtonLink>
						{page.isPublished && (
							<a className={buttonClass()} href={`/status/${page.slug}`} target="_blank" rel="noreferrer">
								Open the page
							</a>
						)}
						{canWrite && !isManaged && (
							<>
								{page.isPublished ? (
									<Button onClick={() => setAsked("unpublish")}>Unpublish</Button>
								) : (
									<Button
										busy={isPublishing}
										onClick={() => {
											setIsPublishing(true);
											publish(true)
												.catch(toastFault)
												.finally(() => setIsPublishing(false));
										}}
									>
										Publish
									</Button>
								)}
								<Button look="quiet" onClick={() => setAsked("delete")}>
									Delete
								</Button>
							</>
						)}
					</>
				}
			/>
			{canWrite ? (
				<FromFiles id={page.id}>
					{(takePatch) => (
						<Editor
							page={page}
							takePatch={takePatch}
							onSaved={refresh}
							onCancel={() => void navigate({ to: "/status-pages" })}
						/>
					)}
				</FromFiles>
			) : (
				<Forbidden what="Status pages" toOthers="changed" />
			)}
			{asked === "unpublish" && (
				<ConfirmDialog
					title={`Unpublish ${page.name}?`}
					confirmLabel="Unpublish the page"
					onClose={() => setAsked(null)}
					onConfirm={async () => {
						await publish(false);
						setAsked(null);
					}}
				>
					Readers find nothing at its address until it is published again. Its settings and history stay.
				</ConfirmDialog>
			)}
			{asked === "delete" && (
				<ConfirmDialog
					title={`Delete ${page.name}?`}
					confirmLabel="Delete the status page"
					onClose={() => setAsked(null)}
					onConfirm={async () => {
						await deleteStatusPage(page.id);
						client.removeQueries({ queryKey: statusPageQuery(page.id).queryKey });
						await navigate({ to: "/status-pages" });
						await refresh();
					}}
				>
					Its components and their history are deleted with it. Its monitors stay. To hide it for a while, unpublish it.
				</ConfirmDialog>
			)}
		</>
	);
}

interface EditorProps {
	readonly page: StatusPage;
	readonly takePatch: TakePatch | null;
	readonly onSaved: () => Promise<void>;
	readonly onCancel: () => void;
}

function Editor({ page, takePatch, onSaved, onCancel }: EditorProps) {
	const [initial] = useState(() => pageDraftOf(page));
	const [draft, set] = useDraft(initial);
	return (
		<EditorFrame preview={previewOf(draft, page.id)}>
			<PageForm
				draft={draft}
				onChange={set}
				page={page}
				onCancel={onCancel}
				onSave={async () => {
					if (takePatch !== null) return takePatch(bodyOf(initial, page.slug), bodyOf(draft, page.slug));
					const saved = await updateStatusPage(page.id, bodyOf(draft, page.slug));
					set((now) => savedDraft(now, draft, saved));
					await onSaved();
					toast(`${saved.name} saved.`);
				}}
			/>
		</EditorFrame>
	);
}
