import { ownTimeZone } from "../../format/instant.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { REPEATS, type Repeats, USUAL_MINUTES, WEEKDAYS, type WindowDraft, weekdayName } from "./window-draft.ts";

const REPEAT_LABELS: Readonly<Record<Repeats, string>> = {
	never: "once",
	daily: "every day",
	weekly: "every week",
	monthly: "every month",
	rule: "by a rule (RFC 5545)",
};

interface Props {
	readonly initial: WindowDraft;
	readonly submitLabel: string;
	readonly onSave: (draft: WindowDraft) => Promise<void>;
}

export function WindowForm({ initial, submitLabel, onSave }: Props) {
	const [draft, set] = useDraft(initial);
	const recurs = draft.repeats !== "never";
	return (
		<Form submitLabel={submitLabel} onSubmit={() => onSave(draft)} label="Maintenance">
			<div className="space-y-4">
				<TextField
					label="Name"
					pointer="/name"
					placeholder="Maintenance"
					hint="Left empty: Maintenance."
					value={draft.name}
					onChange={(name) => set({ name })}
				/>
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField
						label="Takes place"
						value={draft.repeats}
						onChange={(repeats) => set({ repeats: repeats as Repeats })}
						options={REPEATS.map((value) => ({ value, label: REPEAT_LABELS[value] }))}
					/>
					<NumberField
						label="Lasts"
						pointer={recurs ? "/recurrence/durationMinutes" : "/endsAt"}
						unit="minutes"
						min={1}
						placeholder={String(USUAL_MINUTES)}
						value={draft.durationMinutes}
						onChange={(durationMinutes) => set({ durationMinutes })}
					/>
					<TextField
						label={recurs ? "First begins" : "Begins"}
						pointer={recurs ? "/recurrence/startsAt" : "/startsAt"}
						type="datetime-local"
						required
						hint={recurs ? undefined : `In your time zone, ${ownTimeZone()}.`}
						value={draft.startsAt}
						onChange={(startsAt) => set({ startsAt })}
					/>
					{recurs && (
						<TextField
							label="Time zone"
							pointer="/recurrence/timeZone"
							placeholder={ownTimeZone()}
							value={draft.timeZone}
							onChange={(timeZone) => set({ timeZone })}
						/>
					)}
				</div>
				{draft.repeats === "weekly" && (
					<CheckListField
						label="On"
						pointer="/recurrence/rrule"
						choices={WEEKDAYS.map((value) => ({ value, label: weekdayName(value) }))}
						value={draft.weekdays}
						onChange={(weekdays) => set({ weekdays })}
						className="flex flex-wrap gap-x-5"
					/>
				)}
				{draft.repeats === "rule" && (
					<TextField
						label="Rule"
						pointer="/recurrence/rrule"
						required
						placeholder="FREQ=MONTHLY;BYDAY=2TU"
						mono
						value={draft.rrule}
						onChange={(rrule) => set({ rrule })}
					/>
				)}
				<fieldset>
					<legend className="mb-1 font-semibold">Monitors</legend>
					<MonitorPicker
						pointer="/monitorIds"
						value={draft.monitorIds}
						onChange={(monitorIds) => set({ monitorIds })}
					/>
				</fieldset>
			</div>
		</Form>
	);
}
