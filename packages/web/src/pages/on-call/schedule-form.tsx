import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "../../api/limits.ts";
import { peopleQuery } from "../../api/schedules.ts";
import { Button } from "../../ui/button.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { FieldGroup, NumberField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { ItemList } from "../../ui/forms/item-list.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { PeopleField } from "./people-field.tsx";
import { capital, type LayerDraft, newLayer, type ScheduleDraft, USUAL_HAND_OVER, WEEKDAYS } from "./schedule-draft.ts";

const MAX_LAYERS = LIMITS.ScheduleCreate.layers.max;

interface Props {
	readonly initial: ScheduleDraft;
	readonly isNew: boolean;
	readonly onSave: (draft: ScheduleDraft) => Promise<void>;
	readonly onCancel: () => void;
}

export function ScheduleForm({ initial, isNew, onSave, onCancel }: Props) {
	const [draft, set] = useDraft(initial);
	const last = draft.layers.at(-1);
	return (
		<Form
			label={isNew ? "New schedule" : "Edit schedule"}
			submitLabel={isNew ? "Create schedule" : "Save"}
			onSubmit={() => onSave(draft)}
			actions={<Button onClick={onCancel}>Cancel</Button>}
			className="max-w-[760px]"
		>
			<FieldGroup title="Schedule">
				<TextField
					label="Name"
					pointer="/name"
					required
					placeholder="Primary"
					value={draft.name}
					onChange={(name) => set({ name })}
				/>
			</FieldGroup>
			<FieldGroup
				title="Layers"
				about="The first layer that has somebody decides; those below it fill what it leaves open, such as the weekends."
			>
				<ItemList
					items={draft.layers}
					pointer="/layers"
					onChange={(layers) => set({ layers })}
					noun="layer"
					max={MAX_LAYERS}
					isOrdered
					newItem={() => newLayer(Date.now(), last?.timeZone ?? "UTC")}
				>
					{(layer, index, change) => <LayerFields layer={layer} pointer={`/layers/${index}`} onChange={change} />}
				</ItemList>
			</FieldGroup>
		</Form>
	);
}

interface LayerProps {
	readonly layer: LayerDraft;
	readonly pointer: string;
	readonly onChange: (change: Partial<LayerDraft>) => void;
}

function LayerFields({ layer, pointer, onChange }: LayerProps) {
	const { data: people = [] } = useQuery(peopleQuery);
	const isNextDay = layer.until !== "" && layer.until <= layer.handOverTime;
	return (
		<div className="space-y-4">
			<TextField
				label="Name of the layer"
				isOptional
				pointer={`${pointer}/name`}
				placeholder="Weekdays"
				value={layer.name}
				onChange={(name) => onChange({ name })}
			/>
			<PeopleField
				pointer={`${pointer}/people`}
				people={people}
				value={layer.people}
				onChange={(chosen) => onChange({ people: chosen })}
			/>
			<div className="grid gap-4 sm:grid-cols-3">
				<NumberField
					label="A turn lasts"
					pointer={`${pointer}/turnLength`}
					min={1}
					placeholder="1"
					value={layer.turnLength}
					onChange={(turnLength) => onChange({ turnLength })}
				/>
				<SelectField
					label="Days or weeks"
					pointer={`${pointer}/turnUnit`}
					value={layer.turnUnit}
					onChange={(unit) => onChange({ turnUnit: unit === "days" ? "days" : "weeks" })}
					options={[
						{ value: "weeks", label: layer.turnLength === 1 ? "week" : "weeks" },
						{ value: "days", label: layer.turnLength === 1 ? "day" : "days" },
					]}
				/>
				<TextField
					label="From"
					type="date"
					required
					missing="Enter a date."
					pointer={`${pointer}/startsOn`}
					hint="The first day of the first person."
					value={layer.startsOn}
					onChange={(startsOn) => onChange({ startsOn })}
				/>
				<TextField
					label="Hand-over at"
					type="time"
					required
					missing="Enter a time."
					placeholder={USUAL_HAND_OVER}
					pointer={`${pointer}/handOverTime`}
					value={layer.handOverTime}
					onChange={(handOverTime) => onChange({ handOverTime })}
				/>
				<TextField
					label={isNextDay ? "Until, the next day" : "Until"}
					type="time"
					isOptional
					pointer={`${pointer}/until`}
					hint="Of each day. Empty: the next hand-over."
					value={layer.until}
					onChange={(until) => onChange({ until })}
				/>
				<TextField
					label="Time zone"
					required
					pointer={`${pointer}/timeZone`}
					placeholder="Europe/Berlin"
					hint="Hand-overs keep their local time when the clocks are set."
					value={layer.timeZone}
					onChange={(timeZone) => onChange({ timeZone })}
				/>
			</div>
			<CheckListField
				label="Days that begin"
				pointer={`${pointer}/weekdays`}
				choices={WEEKDAYS.map((value) => ({ value, label: capital(value) }))}
				value={layer.weekdays}
				onChange={(weekdays) => onChange({ weekdays })}
				className="flex flex-wrap gap-x-5"
			/>
		</div>
	);
}
