import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "../../api/people/session.ts";
import { teamQuery, updateTeam } from "../../api/people/team.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { CheckField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { NotRead } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";

export default function TeamPart() {
	const { team } = useSignedIn();
	const canWrite = useMay("team:write");
	const client = useQueryClient();
	const [name, setName] = useState(team.name);
	return (
		<>
			<Card title="Team" className="mb-3">
				{canWrite ? (
					<Form
						label="Team"
						submitLabel="Save the name"
						className="max-w-sm"
						onSubmit={async () => {
							await updateTeam({ name: name.trim() });
							await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
							toast("Saved.");
						}}
					>
						<TextField label="Name" pointer="/name" required value={name} onChange={setName} />
					</Form>
				) : (
					<p>{team.name}</p>
				)}
				<p className="mt-4 text-muted">
					In the API and in links the team is <code className="font-mono">{team.slug}</code>. You are its {team.role}.
				</p>
			</Card>
			{canWrite && <PasswordsCard />}
		</>
	);
}

function PasswordsCard() {
	const client = useQueryClient();
	const { data: team, error, refetch } = useQuery(teamQuery);
	/** Null: as the team has it. */
	const [chosen, setChosen] = useState<boolean | null>(null);
	return (
		<Card title="Passwords">
			{team === undefined ? (
				<NotRead fault={error} what="The team" onRetry={() => void refetch()} lines={1} />
			) : (
				<Form
					label="Passwords"
					submitLabel="Save"
					submitLook="plain"
					className="max-w-lg"
					onSubmit={async () => {
						const allowsPasswords = chosen ?? team.allowsPasswords;
						client.setQueryData(teamQuery.queryKey, await updateTeam({ allowsPasswords }));
						setChosen(null);
						toast(
							allowsPasswords ? "Passwords may be used." : "Whoever signed in with a password is kept out from now on.",
						);
						// The reader may be one of them.
						await client.invalidateQueries({ queryKey: teamQuery.queryKey });
					}}
				>
					<CheckField
						label="Passwords may be used"
						pointer="/allowsPasswords"
						hint="Without it, whoever signed in with a password is kept out of this team from their next click on, until they sign in with a passkey, by a one-time link or through a provider."
						value={chosen ?? team.allowsPasswords}
						onChange={setChosen}
					/>
				</Form>
			)}
		</Card>
	);
}
