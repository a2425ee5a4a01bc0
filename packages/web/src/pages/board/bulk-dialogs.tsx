/** What is asked for before many monitors are changed: tags; interval, timeout and who is notified. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { alertsQuery, isForAll } from "../../api/alerts.ts";
import { boardQuery } from "../../api/board.ts";
import { changeMonitors } from "../../api/monitors.ts";
import { counted } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { toast } from "../../ui/toasts.tsx";
import { intervalChoices, TIMEOUT_FIELD } from "../monitor-form/timing-fields.ts";

interface TagsProps {
	readonly title: string;
	readonly submitLabel: string;
	readonly onClose: () => void;
	readonly onTags: (tags: string[]) => Promise<void>;
}

export function TagsDialog({ title, submitLabel, onClose, onTags }: TagsProps) {
	const [tags, setTags] = useState("");
	return (
		<Dialog open onClose={onClose} title={title}>
			<Form label={title} submitLabel={submitLabel} onSubmit={() => onTags(tags.split(/[\s,]+/).filter(Boolean))}>
				<TextField
					label="Tags"
					pointer="/tags"
					required
					hint="Separated by spaces. Lower-case letters, digits and _ . : / -"
					placeholder="team:web env:prod"
					mono
					value={tags}
					onChange={setTags}
				/>
			</Form>
		</Dialog>
	);
}

interface EditProps {
	readonly ids: readonly string[];
	readonly onClose: () => void;
	readonly onDone: () => void;
}

const UNCHANGED = { value: "", label: "unchanged" };

export function BulkEditDialog({ ids, onClose, onDone }: EditProps) {
	const client = useQueryClient();
	const canAlert = useMay("alerts:write");
	const [interval, setInterval] = useState("");
	const [timeoutSeconds, setTimeoutSeconds] = useState<number | null>(null);
	/** `+` and an id adds the monitors to that alert, `-` removes them. */
	const [alertId, setAlertId] = useState("");
	const monitors = counted(ids.length, "monitor");

	async function save() {
		const chosen = alertId.slice(1);
		const settings = {
			...(interval !== "" && { intervalSeconds: Number(interval) }),
			...(timeoutSeconds !== null && { timeoutSeconds }),
		};
		// With nothing chosen the API says what is missing.
		await changeMonitors(ids, "edit", {
			...(Object.keys(settings).length > 0 && { settings }),
			...(alertId !== "" && { alerts: alertId.startsWith("+") ? { add: [chosen] } : { remove: [chosen] } }),
		});
		await client.invalidateQueries({ queryKey: boardQuery.queryKey });
		await client.invalidateQueries({ queryKey: ["monitor"] });
		await client.invalidateQueries({ queryKey: alertsQuery.queryKey });
		toast(`${monitors} changed.`);
		onDone();
	}

	return (
		<Dialog open onClose={onClose} title={`Edit ${monitors}`}>
			<Form label="Edit monitors" submitLabel={`Change ${monitors}`} onSubmit={save}>
				<div className="space-y-4">
					<SelectField
						label="Checked"
						pointer="/settings/intervalSeconds"
						hint="Jobs keep their schedule."
						value={interval}
						onChange={setInterval}
						options={[UNCHANGED, ...intervalChoices()]}
					/>
					<NumberField
						label={TIMEOUT_FIELD.label}
						pointer="/settings"
						unit={TIMEOUT_FIELD.unit}
						min={TIMEOUT_FIELD.min}
						max={TIMEOUT_FIELD.max}
						placeholder="unchanged"
						value={timeoutSeconds}
						onChange={setTimeoutSeconds}
					/>
					{canAlert && <AlertChoice value={alertId} onChange={setAlertId} />}
				</div>
			</Form>
		</Dialog>
	);
}

function AlertChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
	const { data: alerts } = useQuery(alertsQuery);
	const chosen = alerts?.filter((alert) => !isForAll(alert)) ?? [];
	if (chosen.length === 0) return null;
	return (
		<SelectField
			label="Alerts"
			pointer="/alerts"
			hint="Alerts for all monitors stay as they are."
			value={value}
			onChange={onChange}
			options={[
				UNCHANGED,
				...chosen.map(({ id, name }) => ({ value: `+${id}`, label: `notify ${name}` })),
				...chosen.map(({ id, name }) => ({ value: `-${id}`, label: `no longer notify ${name}` })),
			]}
		/>
	);
}
