/** Where a monitor is checked from, and how its locations decide. Folded where none is chosen: most have one. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type Location, locationsQuery } from "../../api/probers.ts";
import { listed } from "../../format/words.ts";
import { CheckListField } from "../../ui/forms/check-list-field.tsx";
import { CheckField, optionsOf, SelectField } from "../../ui/forms/field.tsx";
import { fieldsOf } from "../../ui/forms/use-draft.ts";
import { ProberState } from "../../ui/prober-state.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import type { Draft } from "./draft.ts";

interface Props {
	readonly value: Draft["location"];
	readonly onChange: (location: Draft["location"]) => void;
}

export function LocationFields({ value: location, onChange }: Props) {
	const { names } = location;
	const [isOpen, setIsOpen] = useState(names.length > 0);
	const field = fieldsOf(location, (to) => onChange({ ...location, ...to }));
	return (
		<details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="card mb-3 p-4">
			<summary className="min-h-6">
				<span className="font-semibold">Locations</span>{" "}
				<span className="text-muted">· {names.length === 0 ? "from where Lapwing runs" : listed(names)}</span>
			</summary>
			{isOpen && (
				<div className="mt-3 grid gap-4">
					<Choices location={location} onChange={field("names").onChange} />
					{names.length > 1 && (
						<SelectField label="Down when it is seen down by" options={DOWN_WHEN} {...field("downWhen")} />
					)}
					{names.length > 0 && (
						<CheckField
							label="The nearest location may take the place of one without a prober"
							hint="Otherwise its checks are missed there: they are shown as such, and notify nobody of a target."
							{...field("fallback")}
						/>
					)}
				</div>
			)}
		</details>
	);
}

const DOWN_WHEN = optionsOf({
	any: "any of them",
	majority: "more than half of those that answered",
	all: "all that answered",
});

interface ChoicesProps {
	readonly location: Draft["location"];
	readonly onChange: (names: readonly string[]) => void;
}

function Choices({ location: { names, fallback }, onChange }: ChoicesProps) {
	const { data, error, refetch } = useQuery(locationsQuery);
	if (error && !data) return <FaultNotice fault={error} what="The locations" onRetry={() => void refetch()} />;
	if (!data) return <Loading lines={2} label="Loading the locations" />;
	const known = nameable(data);
	if (known.length === 0) {
		return (
			<p className="text-muted">
				There is no location yet. A{" "}
				<Link to="/probers" className="font-semibold text-accent hover:underline">
					prober
				</Link>{" "}
				on another machine makes one; until then everything is checked from where Lapwing runs.
			</p>
		);
	}
	return (
		<CheckListField
			label="Checked from (none chosen: from where Lapwing runs)"
			pointer="/locations"
			className="grid gap-y-1.5"
			choices={known.map((location) => ({
				value: location.name,
				label: <Choice location={location} isChosen={names.includes(location.name)} fallback={fallback} />,
			}))}
			value={names}
			// The first one is asked first, so those that were chosen before keep their order.
			onChange={(chosen) =>
				onChange([...names.filter((name) => chosen.includes(name)), ...chosen.filter((name) => !names.includes(name))])
			}
		/>
	);
}

/** Of two with one name monitors take the team's own. */
function nameable(all: readonly Location[]): readonly Location[] {
	const isOwn = ({ name, owner }: Location) =>
		owner === "team" || !all.some((each) => each.name === name && each.owner === "team");
	return all.filter(isOwn);
}

function Choice({ location, isChosen, fallback }: { location: Location; isChosen: boolean; fallback: boolean }) {
	const { name, label, state } = location;
	const isMissed = state !== "connected";
	return (
		<span className="flex flex-wrap items-baseline gap-x-3">
			<span className="font-mono">{name}</span> {label !== name && <span>{label}</span>} <ProberState state={state} />{" "}
			{isMissed && (
				<span className={isChosen && !fallback ? "text-degraded" : "text-muted"}>
					{fallback ? "the nearest location takes its place" : "checks from here are missed until one is connected"}
				</span>
			)}
		</span>
	);
}
