/** Subscribes a webhook to a page: its address answers a challenge, and its secret is shown once. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { componentsOf, type StatusPage } from "../../api/status-pages.ts";
import { type CreatedSubscriber, SUBSCRIBERS_KEY, subscribeWebhook } from "../../api/subscribers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { OnceShown } from "../../ui/dialog/once-shown.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

interface Props {
	readonly page: StatusPage;
	readonly onClose: () => void;
}

export function WebhookDialog({ page, onClose }: Props) {
	const client = useQueryClient();
	const [url, setUrl] = useState("");
	const [componentIds, setComponentIds] = useState<readonly string[]>([]);
	const [made, setMade] = useState<CreatedSubscriber | null>(null);
	const components = componentsOf(page);
	return (
		<Dialog open onClose={onClose} title={made ? "The webhook is subscribed" : "Add a webhook"} wide>
			{made ? (
				<OnceShown label="Signing key" value={made.secret}>
					It answered the challenge. Messages are signed with this key, as Standard Webhooks specifies. It is shown only
					now.
				</OnceShown>
			) : (
				<Form
					label="Webhook"
					submitLabel="Send the challenge"
					onSubmit={async () => {
						const chosen = componentIds.length === 0 ? null : [...componentIds];
						setMade(await subscribeWebhook(page.id, { url: url.trim(), componentIds: chosen }));
						await client.invalidateQueries({ queryKey: SUBSCRIBERS_KEY });
					}}
				>
					<div className="space-y-4">
						<TextField
							label="Address"
							pointer="/url"
							required
							hint="It is sent a challenge now, and must answer it. Private addresses and redirects are refused."
							placeholder="https://example.com/hooks/status"
							mono
							value={url}
							onChange={setUrl}
						/>
						{components.length > 1 && (
							<CheckListField
								label="Only news of these components (none chosen: all)"
								pointer="/componentIds"
								choices={components.map(({ id, name }) => ({ value: id, label: name }))}
								value={componentIds}
								onChange={setComponentIds}
								className="grid gap-x-6 sm:grid-cols-2"
							/>
						)}
					</div>
				</Form>
			)}
		</Dialog>
	);
}
