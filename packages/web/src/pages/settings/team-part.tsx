import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../../api/session.ts";
import { renameTeam } from "../../api/team.ts";
import { useMay, useReader } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { toast } from "../../ui/toasts.tsx";

export default function TeamPart() {
	const { team } = useReader();
	const canWrite = useMay("team:write");
	const client = useQueryClient();
	const [name, setName] = useState(team.name);
	return (
		<Card title="Team">
			{canWrite ? (
				<Form
					label="Team"
					submitLabel="Save the name"
					className="max-w-sm"
					onSubmit={async () => {
						await renameTeam(name.trim());
						await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
						toast("Saved.");
					}}
				>
					<TextField label="Name" pointer="/name" value={name} onChange={setName} />
				</Form>
			) : (
				<p>{team.name}</p>
			)}
			<p className="mt-4 text-muted">
				In the API and in links the team is <code className="font-mono">{team.slug}</code>. You are its {team.role}.
			</p>
		</Card>
	);
}
