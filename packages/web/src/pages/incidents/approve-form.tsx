import { useState } from "react";
import type { Incident } from "../../api/incidents.ts";
import { LazyMarkdown } from "../../markdown/lazy-markdown.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { audienceOf } from "./incident-draft.ts";
import { STATUS_WORDS } from "./incident-words.ts";
import { NotifyField } from "./notify-field.tsx";

interface Props {
	readonly incident: Incident;
	readonly onApprove: (notifySubscribers: boolean) => Promise<void>;
}

/** What readers will see of a draft, and whether subscribers are notified of it. */
export function ApproveForm({ incident, onApprove }: Props) {
	const [notifySubscribers, setNotify] = useState(true);
	const [latest] = incident.updates;
	return (
		<Form label="Approval" submitLabel="Approve" onSubmit={() => onApprove(notifySubscribers)}>
			<div className="space-y-4">
				<section aria-label="What readers will see" className="rounded-control border border-line px-3 py-2">
					<div className="mb-1 text-small text-muted">What readers will see</div>
					<p className="font-semibold">{incident.title}</p>
					<p>{STATUS_WORDS[incident.status]}</p>
					{latest && <LazyMarkdown text={latest.body} />}
				</section>
				<NotifyField {...audienceOf(incident)} value={notifySubscribers} onChange={setNotify} />
			</div>
		</Form>
	);
}
