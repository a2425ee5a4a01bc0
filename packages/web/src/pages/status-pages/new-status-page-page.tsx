import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { createStatusPage, statusPagesQuery } from "../../api/status-pages.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Needs } from "../../shell/session.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { toast } from "../../ui/toasts.tsx";
import { EditorFrame } from "./editor-frame.tsx";
import { bodyOf, newPageDraft, previewOf } from "./page-draft.ts";
import { PageForm } from "./page-form.tsx";

export function NewStatusPagePage() {
	usePageTitle("New status page");
	return (
		<>
			<PageHeader crumbs={[{ label: "Status pages", to: "/status-pages" }]} title="New status page" />
			<Needs scope="status-pages:write" what="Status pages">
				<Editor />
			</Needs>
		</>
	);
}

function Editor() {
	const navigate = useNavigate();
	const router = useRouter();
	const client = useQueryClient();
	const [initial] = useState(() => newPageDraft(ownTimeZone()));
	const [draft, set] = useDraft(initial);
	return (
		<EditorFrame preview={previewOf(draft, null)}>
			<PageForm
				draft={draft}
				onChange={set}
				page={null}
				onCancel={() => router.history.back()}
				onSave={async () => {
					const page = await createStatusPage(bodyOf(draft));
					await client.invalidateQueries({ queryKey: statusPagesQuery.queryKey });
					toast(`${page.name} created. Publish it when it is ready.`);
					await navigate({ to: "/status-pages/$id", params: { id: page.id } });
				}}
			/>
		</EditorFrame>
	);
}
