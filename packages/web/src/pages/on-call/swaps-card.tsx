/** Swaps: one person has another's day. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
	addOverride,
	peopleQuery,
	removeOverride,
	SCHEDULES_KEY,
	type Schedule,
	turnsQuery,
} from "../../api/schedules.ts";
import { DAY_MS, HOUR_MS } from "../../format/durations.ts";
import { fullDayText } from "../../format/instant.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { useNow } from "../../ui/clock.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { dateOf, instantIn } from "./schedule-draft.ts";

export function SwapsCard({ schedule, canWrite }: { schedule: Schedule; canWrite: boolean }) {
	const client = useQueryClient();
	const [isOpen, setIsOpen] = useState(false);
	// A day may begin late and last until the next one.
	const yesterday = dateOf(useNow(DAY_MS) - DAY_MS);
	const coming = schedule.overrides.filter(({ date }) => date >= yesterday);
	async function remove(id: string) {
		await removeOverride(schedule.id, id);
		await client.invalidateQueries({ queryKey: SCHEDULES_KEY });
		toast("The swap is taken back.");
	}
	return (
		<Card title="Swaps" aside={canWrite && <Button onClick={() => setIsOpen(true)}>Swap a day</Button>}>
			{coming.length === 0 ? (
				<p className="text-muted">None to come.</p>
			) : (
				<Table label="Swaps" heads={["Day", "Who", "Instead of", ACTIONS]}>
					{coming.map(({ id, date, person, insteadOf }) => (
						<tr key={id}>
							<Cell className="sm:whitespace-nowrap">{dayText(date)}</Cell>
							<Cell className="font-semibold">{person.name ?? "someone who left"}</Cell>
							<Cell>{insteadOf.name ?? "someone who left"}</Cell>
							<ActionsCell>
								{canWrite && (
									<RowAction
										kind="remove"
										label="Take back"
										about={`the swap of ${dayText(date)}`}
										onClick={() => remove(id).catch(toastFault)}
									/>
								)}
							</ActionsCell>
						</tr>
					))}
				</Table>
			)}
			{isOpen && (
				<Dialog open onClose={() => setIsOpen(false)} title="Swap a day">
					<SwapForm schedule={schedule} onDone={() => setIsOpen(false)} />
				</Dialog>
			)}
		</Card>
	);
}

function SwapForm({ schedule, onDone }: { schedule: Schedule; onDone: () => void }) {
	const client = useQueryClient();
	const { data: people = [] } = useQuery(peopleQuery);
	const rotated = new Map(schedule.layers.flatMap((layer) => layer.people).map(({ id, name }) => [id, name]));
	const [draft, , field] = useDraft({ date: dateOf(Date.now()), insteadOf: "", person: "" });
	const { date } = draft;
	const { handOverTime, timeZone } = schedule.layers[0] ?? { handOverTime: "", timeZone: "UTC" };
	const beginsAt = instantIn(timeZone, `${date}T${handOverTime}`);
	const { data: turns = [] } = useQuery({
		...turnsQuery(schedule.id, beginsAt ?? 0, (beginsAt ?? 0) + HOUR_MS),
		enabled: beginsAt !== null,
	});
	const [turn] = turns;
	// A swap of anybody else's day would change nothing.
	const theirs = turn?.insteadOf ?? turn?.person;
	const insteadOf = draft.insteadOf || (theirs?.id ?? [...rotated.keys()][0] ?? "");
	const takers = people.filter(({ id }) => id !== insteadOf);
	const person = takers.some(({ id }) => id === draft.person) ? draft.person : (takers[0]?.id ?? "");
	return (
		<Form
			label="Swap a day"
			submitLabel="Swap"
			onSubmit={async () => {
				await addOverride(schedule.id, { date, insteadOf, person });
				await client.invalidateQueries({ queryKey: SCHEDULES_KEY });
				onDone();
				toast("Swapped.");
			}}
		>
			<div className="space-y-4">
				<TextField
					label="Day"
					type="date"
					required
					missing="Enter a date."
					hint={`From the hand-over of this day (${handOverTime} in the first layer) to the next one.`}
					{...field("date")}
				/>
				<SelectField
					label="Whose day it is"
					{...(theirs?.name && { hint: `${theirs.name} is on call then.` })}
					options={[...rotated].map(([value, name]) => ({ value, label: name ?? "someone who left" }))}
					{...field("insteadOf")}
					value={insteadOf}
				/>
				<SelectField
					label="Who takes it"
					{...field("person")}
					value={person}
					options={takers.map(({ id, name }) => ({ value: id, label: name ?? "" }))}
				/>
			</div>
		</Form>
	);
}

const weekday = new Intl.DateTimeFormat("en", { weekday: "short" });

/** `Thu 24 Dec 2026`, of a date of the calendar. */
function dayText(date: string): string {
	const noon = `${date}T12:00`;
	return `${weekday.format(new Date(noon))} ${fullDayText(noon)}`;
}
