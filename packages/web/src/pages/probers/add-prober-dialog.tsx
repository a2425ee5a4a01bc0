/** Makes a prober, and shows the one line that runs it. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { createProber, locationsQuery, type NewProber, PROBERS_KEY } from "../../api/probers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { OnceShown } from "../../ui/dialog/once-shown.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

export function AddProberDialog({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const { data: locations } = useQuery(locationsQuery);
	const [name, setName] = useState("");
	const [location, setLocation] = useState("");
	const [made, setMade] = useState<NewProber | null>(null);
	const known = useId();
	const own = locations?.filter(({ owner }) => owner === "team") ?? [];
	return (
		<Dialog open onClose={onClose} title={made ? `${made.name} can be started` : "Add a prober"} wide>
			{made ? (
				<OnceShown label="Line that runs the prober" value={made.command}>
					Run this line on the machine in {made.location}, as a service of its own. It needs nothing else but a way out
					to this Lapwing, and shows as connected within ten seconds. The line is shown only now, and whoever has it can
					be this prober.
				</OnceShown>
			) : (
				<Form
					label="New prober"
					submitLabel="Make the line"
					onSubmit={async () => {
						setMade(await createProber({ name: name.trim(), location: location.trim() }));
						await client.invalidateQueries({ queryKey: PROBERS_KEY });
					}}
				>
					<div className="grid gap-4 sm:grid-cols-2">
						<TextField
							label="Name"
							pointer="/name"
							required
							placeholder="frankfurt-1"
							hint="Of the machine."
							value={name}
							onChange={setName}
						/>
						<TextField
							label="Location"
							pointer="/location"
							required
							mono
							list={known}
							placeholder="frankfurt"
							hint="Where it is: a–z, 0–9 and -. A new one is made with it. Monitors name it."
							value={location}
							onChange={setLocation}
						/>
					</div>
					<datalist id={known}>
						{own.map((each) => (
							<option key={each.id} value={each.name}>
								{each.label}
							</option>
						))}
					</datalist>
				</Form>
			)}
		</Dialog>
	);
}
