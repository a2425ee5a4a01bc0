import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { leaveTeam } from "../../api/people/account.ts";
import { sessionQuery, type TeamOfSession } from "../../api/people/session.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";

export function TeamsCard() {
	const { session, team: current } = useSignedIn();
	const client = useQueryClient();
	const [leaving, setLeaving] = useState<TeamOfSession | null>(null);

	async function leave({ slug, name }: TeamOfSession) {
		await leaveTeam(slug);
		// No data of a team that the person left remains in memory.
		if (slug === current.slug) return location.assign("/");
		await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
		toast(`You left ${name}.`);
	}

	return (
		<Card title="Teams" className="mb-3">
			<Table label="Teams" heads={["Team", "Your role", ACTIONS]}>
				{session.teams.map((team) => (
					<tr key={team.slug}>
						<Cell className="words font-semibold">{team.name}</Cell>
						<Cell>{team.role}</Cell>
						<ActionsCell>
							<RowAction kind="leave" label="Leave" about={team.name} onClick={() => setLeaving(team)} />
						</ActionsCell>
					</tr>
				))}
			</Table>
			{leaving && (
				<ConfirmDialog
					title={`Leave ${leaving.name}?`}
					confirmLabel="Leave the team"
					onClose={() => setLeaving(null)}
					onConfirm={() => leave(leaving)}
				>
					You lose access with your next click, and need an invitation to come back. Keys that you created stay valid.
				</ConfirmDialog>
			)}
		</Card>
	);
}
