import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "../../api/client/limits.ts";
import { peopleQuery } from "../../api/schedules.ts";
import { capitalized } from "../../format/words.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { FieldGroup, NumberField, optionsOf, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { ItemList } from "../../ui/forms/item-list.tsx";
import { fieldsOf, useDraft } from "../../ui/forms/use-draft.ts";
import { PeopleField } from "./people-field.tsx";
import { type LayerDraft, newLayer, type ScheduleDraft, USUAL_HAND_OVER, WEEKDAYS } from "./schedule-draft.ts";

const MAX_LAYERS = LIMITS.ScheduleCreate.layers.max;

interface Props {
	readonly initial: ScheduleDraft;
	readonly isNew: boolean;
	readonly onSave: (draft: ScheduleDraft) => Promise<void>;
	readonly onCancel: () => void;
}

export function ScheduleForm({ initial, isNew, onSave, onCancel }: Props) {
	const [draft, , field] = useDraft(initial);
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
				<TextField label="Name" required placeholder="Primary" {...field("name")} />
			</FieldGroup>
			<FieldGroup
				title="Layers"
				about="The first layer that has somebody decides; those below it fill what it leaves open, such as the weekends."
			>
				<ItemList
					{...field("layers")}
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
	const field = fieldsOf(layer, onChange, pointer);
	const { data: people = [] } = useQuery(peopleQuery);
	const isNextDay = layer.until !== "" && layer.until <= layer.handOverTime;
	return (
		<div className="space-y-4">
			<TextField label="Name of the layer" isOptional placeholder="Weekdays" {...field("name")} />
			<PeopleField people={people} {...field("people")} />
			<div className="grid gap-4 sm:grid-cols-3">
				<NumberField label="A turn lasts" min={1} placeholder="1" {...field("turnLength")} />
				<SelectField
					label="Days or weeks"
					options={optionsOf(
						layer.turnLength === 1 ? { weeks: "week", days: "day" } : { weeks: "weeks", days: "days" },
					)}
					{...field("turnUnit")}
				/>
				<TextField
					label="From"
					type="date"
					required
					missing="Enter a date."
					hint="The first day of the first person."
					{...field("startsOn")}
				/>
				<TextField
					label="Hand-over at"
					type="time"
					required
					missing="Enter a time."
					placeholder={USUAL_HAND_OVER}
					{...field("handOverTime")}
				/>
				<TextField
					label={isNextDay ? "Until, the next day" : "Until"}
					type="time"
					isOptional
					hint="Of each day. Empty: the next hand-over."
					{...field("until")}
				/>
				<TextField
					label="Time zone"
					required
					placeholder="Europe/Berlin"
					hint="Hand-overs keep their local time when the clocks are set."
					{...field("timeZone")}
				/>
			</div>
			<CheckListField
				label="Days that begin"
				choices={WEEKDAYS.map((value) => ({ value, label: capitalized(value) }))}
				className="flex flex-wrap gap-x-5"
				{...field("weekdays")}
			/>
		</div>
	);
}
