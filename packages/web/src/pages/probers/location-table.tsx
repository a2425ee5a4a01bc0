/** A row for each location: who is there, and what is known of it. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteLocation, type Location, PROBERS_KEY, updateLocation } from "../../api/probers.ts";
import { HINT_NAMES } from "../../format/hint-names.ts";
import { counted } from "../../format/words.ts";
import { useMay } from "../../shell/session.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { useDraft } from "../../ui/forms/use-draft.ts";
import { ProberState } from "../../ui/prober-state.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, figure, Table, wide } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";

interface Open {
	readonly kind: "edit" | "delete";
	readonly location: Location;
}

export function LocationTable({ locations }: { locations: readonly Location[] }) {
	const [open, setOpen] = useState<Open | null>(null);
	return (
		<>
			<Table
				label="Locations"
				heads={["Location", "Its probers", wide("Region"), wide("Private targets"), figure("Monitors"), ACTIONS]}
			>
				{locations.map((location) => (
					<Row key={location.id} location={location} onOpen={setOpen} />
				))}
			</Table>
			{open?.kind === "edit" && <LocationDialog location={open.location} onClose={() => setOpen(null)} />}
			{open?.kind === "delete" && <DeleteDialog location={open.location} onClose={() => setOpen(null)} />}
		</>
	);
}

function Row({ location, onOpen }: { location: Location; onOpen: (open: Open) => void }) {
	const canWrite = useMay("probers:write");
	const { name, label, owner, state, probers, hint, allowsPrivateTargets, monitors } = location;
	const region = hint === null ? "–" : HINT_NAMES[hint];
	const privateTargets = allowsPrivateTargets ? "allowed" : "refused";
	return (
		<tr>
			<Cell className="min-w-32">
				<span className="font-semibold">{label}</span>{" "}
				{label !== name && <span className="font-mono text-muted">{name}</span>}
				{owner === "installation" && <div className="text-small text-muted">of the installation</div>}
				<div className="text-small text-muted sm:hidden">
					{counted(monitors, "monitor")}, {hint && `${region}, `}private targets {privateTargets}
				</div>
			</Cell>
			<Cell>
				<ProberState state={state} />
				{probers > 1 && <div className="text-small text-muted">the best of {probers}</div>}
			</Cell>
			<Cell wide>{region}</Cell>
			<Cell wide>{privateTargets}</Cell>
			<Cell right wide>
				{monitors}
			</Cell>
			<ActionsCell>
				{canWrite && owner === "team" && (
					<>
						<RowAction kind="edit" label="Edit" about={label} onClick={() => onOpen({ kind: "edit", location })} />
						<RowAction
							kind="remove"
							label="Delete"
							about={label}
							onClick={() => onOpen({ kind: "delete", location })}
						/>
					</>
				)}
			</ActionsCell>
		</tr>
	);
}

function DeleteDialog({
	location: { id, label, probers, monitors },
	onClose,
}: {
	location: Location;
	onClose: () => void;
}) {
	const client = useQueryClient();
	return (
		<ConfirmDialog
			title={`Delete ${label}?`}
			confirmLabel="Delete the location"
			onClose={onClose}
			onConfirm={async () => {
				await deleteLocation(id);
				await client.invalidateQueries({ queryKey: PROBERS_KEY });
			}}
		>
			{monitors > 0 ? (
				<p>
					{counted(monitors, "monitor")} would have nowhere to be checked from. Let them name another location first.
				</p>
			) : (
				<p>
					{probers > 0 && `${counted(probers, "prober")} in it will be shut out within seconds. `}
					What was seen from there stays in results and reports.
				</p>
			)}
		</ConfirmDialog>
	);
}

function LocationDialog({ location, onClose }: { location: Location; onClose: () => void }) {
	const client = useQueryClient();
	const [draft, , field] = useDraft({
		label: location.label,
		hint: location.hint ?? "",
		allowsPrivateTargets: location.allowsPrivateTargets,
	});
	return (
		<Dialog open onClose={onClose} title={`Edit ${location.label}`}>
			<Form
				label="Edit location"
				submitLabel="Save"
				onSubmit={async () => {
					const hint = draft.hint === "" ? null : (draft.hint as Location["hint"]);
					await updateLocation(location.id, { ...draft, hint, label: draft.label.trim() });
					await client.invalidateQueries({ queryKey: PROBERS_KEY });
					onClose();
					toast(`${draft.label.trim()} saved.`);
				}}
			>
				<div className="space-y-4">
					<TextField
						label="Name"
						required
						hint={
							<>
								Monitors know it as <code className="font-mono">{location.name}</code>, which stays.
							</>
						}
						{...field("label")}
					/>
					<SelectField
						label="Region"
						hint="Monitors that prefer this region and name no location are checked from here."
						options={REGIONS}
						{...field("hint")}
					/>
					<CheckField
						label="Checks from here may reach private addresses"
						hint="Whoever can add monitors then reaches what only this network does."
						{...field("allowsPrivateTargets")}
					/>
				</div>
			</Form>
		</Dialog>
	);
}

const REGIONS = [
	{ value: "", label: "none" },
	...Object.entries(HINT_NAMES).map(([value, name]) => ({ value, label: `${name} (${value})` })),
];
