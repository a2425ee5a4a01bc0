import { componentsOf } from "../../api/status-pages.ts";
import { ownTimeZone } from "../../format/instant.ts";
import { useStatusPages } from "../../shell/use-status-pages.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { NumberField, optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { MonitorPicker } from "../../ui/forms/monitor-picker.tsx";
import { fieldsOf, useDraft } from "../../ui/forms/use-draft.ts";
import { MarkdownField } from "../incidents/markdown-field.tsx";
import { useAudienceText } from "../status-pages/audience.ts";
import {
	type Repeats,
	USUAL_HOURS_BEFORE,
	USUAL_MINUTES,
	WEEKDAYS,
	type WindowDraft,
	weekdayName,
} from "./window-draft.ts";

const REPEATS = optionsOf<Repeats>({
	never: "once",
	daily: "every day",
	weekly: "every week",
	monthly: "every month",
	rule: "by a rule (RFC 5545)",
});

interface Props {
	readonly initial: WindowDraft;
	readonly submitLabel: string;
	readonly onSave: (draft: WindowDraft) => Promise<void>;
}

export function WindowForm({ initial, submitLabel, onSave }: Props) {
	const [draft, set, field] = useDraft(initial);
	const recurs = draft.repeats !== "never";
	return (
		<Form submitLabel={submitLabel} onSubmit={() => onSave(draft)} label="Maintenance">
			<div className="space-y-4">
				<TextField label="Name" placeholder="Maintenance" hint="Left empty: Maintenance." {...field("name")} />
				<div className="grid gap-4 sm:grid-cols-2">
					<SelectField label="Takes place" options={REPEATS} {...field("repeats")} />
					<NumberField
						label="Lasts"
						{...field("durationMinutes")}
						pointer={recurs ? "/recurrence/durationMinutes" : "/endsAt"}
						unit="minutes"
						min={1}
						placeholder={String(USUAL_MINUTES)}
					/>
					<TextField
						label={recurs ? "First begins" : "Begins"}
						{...field("startsAt")}
						pointer={recurs ? "/recurrence/startsAt" : "/startsAt"}
						type="datetime-local"
						required
						hint={recurs ? undefined : `In your time zone, ${ownTimeZone()}.`}
					/>
					{recurs && (
						<TextField
							label="Time zone"
							{...field("timeZone")}
							pointer="/recurrence/timeZone"
							placeholder={ownTimeZone()}
						/>
					)}
				</div>
				{draft.repeats === "weekly" && (
					<CheckListField
						label="On"
						{...field("weekdays")}
						pointer="/recurrence/rrule"
						choices={WEEKDAYS.map((value) => ({ value, label: weekdayName(value) }))}
						className="flex flex-wrap gap-x-5"
					/>
				)}
				{draft.repeats === "rule" && (
					<TextField
						label="Rule"
						{...field("rrule")}
						pointer="/recurrence/rrule"
						required
						placeholder="FREQ=MONTHLY;BYDAY=2TU"
						mono
					/>
				)}
				<fieldset>
					<legend className="mb-1 font-semibold">Monitors</legend>
					<MonitorPicker {...field("monitorIds")} />
				</fieldset>
				<Announcement draft={draft} set={set} />
			</div>
		</Form>
	);
}

interface AnnouncementProps {
	readonly draft: WindowDraft;
	readonly set: (changes: Partial<WindowDraft>) => void;
}

/** What status pages say of it, and when subscribers are notified. Nothing where the team has no page. */
function Announcement({ draft, set }: AnnouncementProps) {
	const field = fieldsOf(draft, set);
	const { data: pages = [] } = useStatusPages();
	const componentIds = pages
		.flatMap(componentsOf)
		.filter(({ monitorIds }) => monitorIds.some((id) => draft.monitorIds?.includes(id) ?? true))
		.map(({ id }) => id);
	const audience = useAudienceText({ statusPageIds: draft.statusPageIds, componentIds });
	if (pages.length === 0) return null;
	return (
		<>
			<CheckListField
				label="Announce it on status pages"
				choices={pages.map(({ id, name }) => ({ value: id, label: name }))}
				className="grid gap-x-6"
				{...field("statusPageIds")}
			/>
			{draft.statusPageIds.length > 0 && (
				<>
					<TextField
						label="Title for readers"
						required
						placeholder="Database upgrade"
						hint="The name above is for your team alone."
						{...field("publicTitle")}
					/>
					<MarkdownField label="Text for readers" isOptional {...field("publicText")} />
					<NumberField
						label="Subscribers are notified"
						unit="hours before"
						min={0}
						placeholder={String(USUAL_HOURS_BEFORE)}
						hint={`And when it begins and ends. 0: then alone. ${audience ?? ""}`}
						{...field("announceHoursBefore")}
					/>
				</>
			)}
		</>
	);
}
