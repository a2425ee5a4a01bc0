/** Templates of incidents and updates. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import {
	createTemplate,
	deleteTemplate,
	type IncidentTemplate,
	templatesQuery,
	updateTemplate,
} from "../../api/incidents.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs, useMay } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { EmptyState, FaultNotice, Loading } from "../../ui/states.tsx";
import { Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { STATUS_OPTIONS, STATUS_WORDS } from "./incident-words.ts";
import { MarkdownField } from "./markdown-field.tsx";

type Open = { readonly kind: "new" } | { readonly kind: "edit" | "delete"; readonly template: IncidentTemplate };

export function TemplatesPage() {
	usePageTitle("Templates of incidents");
	const canWrite = useMay("incidents:write");
	const [open, setOpen] = useState<Open | null>(null);
	const create = () => setOpen({ kind: "new" });
	return (
		<>
			<PageHeader
				crumbs={[{ label: "Incidents", to: "/incidents" }]}
				title="Templates"
				subtitle="Texts that are filled in when you open an incident or post an update."
				actions={
					canWrite && (
						<Button look="strong" onClick={create}>
							New template
						</Button>
					)
				}
			/>
			<Needs scope="incidents:read" what="Templates">
				<Templates onOpen={canWrite ? setOpen : null} />
			</Needs>
			{open && <Dialogs open={open} onClose={() => setOpen(null)} />}
		</>
	);
}

/** @param onOpen null: the reader may not */
function Templates({ onOpen }: { onOpen: ((open: Open) => void) | null }) {
	const { data: templates, error, refetch } = useQuery(templatesQuery);
	if (error) return <FaultNotice fault={error} what="The templates" onRetry={() => void refetch()} />;
	if (!templates) return <Loading />;
	if (templates.length === 0) {
		return (
			<EmptyState
				icon={<FileText size={22} aria-hidden />}
				title="No template so far"
				action={onOpen && <Button onClick={() => onOpen({ kind: "new" })}>New template</Button>}
			>
				Write once what you say each time. The names of the affected components are filled in.
			</EmptyState>
		);
	}
	return (
		<Card title="All">
			<Table
				label="Templates"
				heads={[
					{ name: "Name", className: "w-[24%]" },
					"Title",
					wide("Status", "w-[16%]"),
					onOpen && { name: "Actions", className: "w-40" },
				]}
			>
				{templates.map((template) => (
					<tr key={template.id} className="hover:bg-hover">
						<Cell className="words font-semibold break-words">{template.name}</Cell>
						<Cell className="words break-words">{template.title}</Cell>
						<Cell wide>{STATUS_WORDS[template.status]}</Cell>
						{onOpen && (
							<Cell>
								<span className="-ml-3 flex">
									<Button
										look="quiet"
										aria-label={`Edit ${template.name}`}
										onClick={() => onOpen({ kind: "edit", template })}
									>
										Edit
									</Button>
									<Button
										look="quiet"
										aria-label={`Delete ${template.name}`}
										onClick={() => onOpen({ kind: "delete", template })}
									>
										Delete
									</Button>
								</span>
							</Cell>
						)}
					</tr>
				))}
			</Table>
		</Card>
	);
}

function Dialogs({ open, onClose }: { open: Open; onClose: () => void }) {
	const client = useQueryClient();
	const done = async (what: string) => {
		await client.invalidateQueries({ queryKey: templatesQuery.queryKey });
		onClose();
		toast(what);
	};
	if (open.kind === "delete") {
		return (
			<ConfirmDialog
				title={`Delete ${open.template.name}?`}
				confirmLabel="Delete the template"
				onClose={onClose}
				onConfirm={async () => {
					await deleteTemplate(open.template.id);
					await done("Deleted.");
				}}
			>
				What was written with it stays.
			</ConfirmDialog>
		);
	}
	const template = open.kind === "edit" ? open.template : null;
	return (
		<Dialog open onClose={onClose} title={template === null ? "New template" : "Edit the template"} wide>
			<TemplateForm
				initial={template ?? { name: "", title: "", body: "", status: "investigating" }}
				onSave={async (draft) => {
					if (template === null) await createTemplate(draft);
					else await updateTemplate(template.id, draft);
					await done("Saved.");
				}}
			/>
		</Dialog>
	);
}

type TemplateDraft = Pick<IncidentTemplate, "name" | "title" | "body" | "status">;

interface FormProps {
	readonly initial: TemplateDraft;
	readonly onSave: (draft: TemplateDraft) => Promise<void>;
}

function TemplateForm({ initial, onSave }: FormProps) {
	const { name, title, body, status } = initial;
	const [draft, , field] = useDraft({ name, title, body, status });
	return (
		<Form label="Template" submitLabel="Save" onSubmit={() => onSave(draft)}>
			<div className="space-y-4">
				<TextField label="Name" required hint="Only your team sees it." {...field("name")} />
				<TextField
					label="Title"
					required
					placeholder="{{component}} is slow"
					hint="{{component}} becomes the names of the affected components."
					{...field("title")}
				/>
				<MarkdownField label="Message" required status={draft.status} {...field("body")} />
				<SelectField label="Status" className="max-w-60" options={STATUS_OPTIONS} {...field("status")} />
			</div>
		</Form>
	);
}
