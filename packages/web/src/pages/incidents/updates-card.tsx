/** The updates of an incident, newest first, with the form for the next one above them. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
	deleteUpdate,
	editUpdate,
	INCIDENTS_KEY,
	type Incident,
	type IncidentUpdate,
	postUpdate,
} from "../../api/incidents.ts";
import { MINUTE_MS } from "../../format/durations.ts";
import { instantText } from "../../format/instant.ts";
import { LazyMarkdown } from "../../markdown/lazy-markdown.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant, useNow } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { toast } from "../../ui/toasts.tsx";
import { STATUS_WORDS } from "./incident-words.ts";
import { UpdateForm } from "./update-form.tsx";

interface Open {
	readonly kind: "edit" | "delete";
	readonly update: IncidentUpdate;
}

export function UpdatesCard({ incident, canWrite }: { incident: Incident; canWrite: boolean }) {
	const client = useQueryClient();
	const [open, setOpen] = useState<Open | null>(null);
	const { updates } = incident;
	return (
		<Card title="Updates">
			{canWrite && (
				<div className="mb-4 border-b border-line pb-4">
					<UpdateForm
						status={incident.status}
						incident={incident}
						submitLabel="Post the update"
						onSave={async (draft) => {
							await postUpdate(incident.id, draft);
							await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
							toast("Posted.");
						}}
					/>
				</div>
			)}
			{updates.length === 0 ? (
				<p className="text-muted">Nothing was posted yet.</p>
			) : (
				<ol className="space-y-4">
					{updates.map((update) => (
						<li key={update.id} className="border-b border-line pb-4 last:border-0 last:pb-0">
							<div className="mb-1 flex flex-wrap items-center gap-x-3">
								<strong>{STATUS_WORDS[update.status]}</strong>
								<Instant at={update.at} className="text-muted" />
								{!update.notifySubscribers && <span className="text-muted">not sent to subscribers</span>}
								{canWrite && <Actions update={update} onOpen={setOpen} />}
							</div>
							<LazyMarkdown text={update.body} />
						</li>
					))}
				</ol>
			)}
			{open && <Dialogs open={open} onClose={() => setOpen(null)} />}
		</Card>
	);
}

function Actions({ update, onOpen }: { update: IncidentUpdate; onOpen: (open: Open) => void }) {
	const about = `the update “${STATUS_WORDS[update.status]}” of ${instantText(update.at, useNow(MINUTE_MS))}`;
	return (
		<span className="-mr-3 ml-auto flex">
			<Button look="quiet" onClick={() => onOpen({ kind: "edit", update })} aria-label={`Edit ${about}`}>
				Edit
			</Button>
			<Button look="quiet" onClick={() => onOpen({ kind: "delete", update })} aria-label={`Delete ${about}`}>
				Delete
			</Button>
		</span>
	);
}

function Dialogs({ open: { kind, update }, onClose }: { open: Open; onClose: () => void }) {
	const client = useQueryClient();
	if (kind === "delete") {
		return (
			<ConfirmDialog
				title="Delete this update?"
				confirmLabel="Delete the update"
				onClose={onClose}
				onConfirm={async () => {
					await deleteUpdate(update);
					await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
				}}
			>
				When it is the latest, the incident goes back to the status of the one before it.
			</ConfirmDialog>
		);
	}
	return (
		<Dialog open onClose={onClose} title="Edit the update" wide>
			<UpdateForm
				initialBody={update.body}
				status={update.status}
				submitLabel="Save"
				onSave={async ({ body, status }) => {
					await editUpdate(update, { body, status });
					await client.invalidateQueries({ queryKey: INCIDENTS_KEY });
					onClose();
					toast("Saved.");
				}}
			/>
		</Dialog>
	);
}
