/** The people of a layer, in the order of their turns. They move by buttons, which keys press as well. */

import { X } from "lucide-react";
import { useId, useRef } from "react";
import type { ReachablePerson } from "../../api/schedules.ts";
import { IconButton } from "../../ui/buttons/icon-button.tsx";
import { About } from "../../ui/forms/field.tsx";
import { useFieldError } from "../../ui/forms/form.tsx";
import { MoveButtons } from "../../ui/forms/item-list.tsx";
import { identified, useItems } from "../../ui/forms/items.ts";
import type { PersonDraft } from "./schedule-draft.ts";

interface Props {
	readonly pointer: string;
	/** Of the team. */
	readonly people: readonly ReachablePerson[];
	readonly value: readonly PersonDraft[];
	readonly onChange: (value: readonly PersonDraft[]) => void;
}

export function PeopleField({ pointer, people, value, onChange }: Props) {
	const list = useRef<HTMLDivElement>(null);
	const id = useId();
	const { error, marked, invalid, aboutId } = useFieldError(pointer);
	const { move, remove } = useItems({ list, items: value, onChange });
	const nameOf = (person: string) => people.find((each) => each.id === person)?.name ?? "Someone who left the team";
	return (
		<div ref={list} {...marked}>
			<label htmlFor={id} className="mb-1 block font-semibold">
				People, in the order of their turns
			</label>
			{value.length > 0 && (
				<ol className="mb-2 max-w-md">
					{value.map(({ id: item, person }, index) => (
						<li key={item} data-item={item} className="flex items-center gap-1 border-b border-line">
							<span className="w-6 text-muted tabular-nums">{index + 1}</span>
							<span className="words min-w-0 flex-1 break-words">{nameOf(person)}</span>
							<MoveButtons
								about={nameOf(person)}
								isFirst={index === 0}
								isLast={index === value.length - 1}
								onMove={(by) => move(item, by)}
							/>
							<IconButton
								label={`Remove ${nameOf(person)}, turn ${index + 1}`}
								data-remove
								onClick={() => remove(item)}
							>
								<X size={15} aria-hidden />
							</IconButton>
						</li>
					))}
				</ol>
			)}
			<select
				id={id}
				data-add
				value=""
				{...invalid}
				className="control w-full max-w-md"
				// The focus stays, so that several are added one after the other.
				onChange={({ target }) => onChange([...value, identified({ person: target.value })])}
			>
				<option value="">Add a person…</option>
				{people.map((person) => (
					<option key={person.id} value={person.id}>
						{person.name}
					</option>
				))}
			</select>
			<About id={aboutId} error={error && (value.length === 0 ? "Add a person." : error)} hint={null} />
		</div>
	);
}
