/** What was learned from a fault: written at any time, published once the incident is resolved. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deletePostmortem, INCIDENTS_KEY, type Incident, writePostmortem } from "../../api/incidents.ts";
import { LazyMarkdown } from "../../markdown/lazy-markdown.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { CheckField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { toast } from "../../ui/toasts.tsx";
import { audienceOf } from "./incident-draft.ts";
import { MarkdownField } from "./markdown-field.tsx";
import { NotifyField } from "./notify-field.tsx";

export function PostmortemCard({ incident, canWrite }: { incident: Incident; canWrite: boolean }) {
	const [open, setOpen] = useState<"write" | "delete" | null>(null);
	const { postmortem, status } = incident;
	if (postmortem === null && (!canWrite || status !== "resolved")) return null;
	return (
		<Card title="Postmortem">
			{postmortem === null ? (
				<div className="flex flex-wrap items-center justify-between gap-3">
					<p className="words min-w-0 text-muted">What happened, why, and what keeps it from happening again.</p>
					<Button onClick={() => setOpen("write")}>Write a postmortem</Button>
				</div>
			) : (
				<>
					<div className="mb-2 flex flex-wrap items-center gap-x-3 text-muted">
						{postmortem.publishedAt === null ? (
							"Not published"
						) : (
							<span>
								Published <Instant at={postmortem.publishedAt} />
								{status !== "resolved" && ", shown once the incident is resolved again"}
							</span>
						)}
						{canWrite && (
							<span className="-mr-3 ml-auto flex">
								<Button look="quiet" onClick={() => setOpen("write")} aria-label="Edit the postmortem">
									Edit
								</Button>
								<Button look="quiet" onClick={() => setOpen("delete")} aria-label="Delete the postmortem">
									Delete
								</Button>
							</span>
						)}
					</div>
					<LazyMarkdown text={postmortem.body} />
				</>
			)}
			{open && <Dialogs open={open} incident={incident} onClose={() => setOpen(null)} />}
		</Card>
	);
}

interface DialogsProps {
	readonly open: "write" | "delete";
	readonly incident: Incident;
	readonly onClose: () => void;
}

function Dialogs({ open, incident, onClose }: DialogsProps) {
	const client = useQueryClient();
	const done = async (what: string) => {
		await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
		onClose();
		toast(what);
	};
	if (open === "delete") {
		return (
			<ConfirmDialog
				title="Delete the postmortem?"
				confirmLabel="Delete the postmortem"
				onClose={onClose}
				onConfirm={async () => {
					await deletePostmortem(incident.id);
					await done("Deleted.");
				}}
			>
				Status pages do not show it any more. To hide it and keep the text, edit it and take it back.
			</ConfirmDialog>
		);
	}
	return (
		<Dialog open onClose={onClose} title="Postmortem" wide>
			<PostmortemForm incident={incident} onDone={() => done("Saved.")} />
		</Dialog>
	);
}

function PostmortemForm({ incident, onDone }: { incident: Incident; onDone: () => Promise<void> }) {
	const { postmortem, status } = incident;
	const wasPublished = (postmortem?.publishedAt ?? null) !== null;
	const [draft, , field] = useDraft({
		body: postmortem?.body ?? "",
		isPublished: wasPublished,
		notifySubscribers: true,
	});
	return (
		<Form
			label="Postmortem"
			submitLabel={draft.isPublished && !wasPublished ? "Publish" : "Save"}
			onSubmit={async () => {
				await writePostmortem(incident.id, draft);
				await onDone();
			}}
		>
			<div className="space-y-4">
				<MarkdownField label="Text" required {...field("body")} />
				<CheckField
					label="Show it on status pages"
					hint={status === "resolved" ? undefined : "Only that of a resolved incident can be shown."}
					disabled={status !== "resolved" && !draft.isPublished}
					{...field("isPublished")}
				/>
				{draft.isPublished && !wasPublished && !incident.isBackdated && (
					<NotifyField {...audienceOf(incident)} {...field("notifySubscribers")} />
				)}
			</div>
		</Form>
	);
}
