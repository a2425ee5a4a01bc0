import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ACCOUNT_KEY, endOtherSessions, endSession, sessionsQuery } from "../../api/people/account.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { NotRead } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { browserName } from "./browser-name.ts";

export function SessionsCard() {
	const client = useQueryClient();
	const { data: sessions, error, refetch } = useQuery(sessionsQuery);
	async function end(what: Promise<void>, done: string) {
		await what;
		await client.invalidateQueries({ queryKey: ACCOUNT_KEY });
		toast(done);
	}
	return (
		<Card
			title="Sessions"
			className="mb-3"
			aside={
				(sessions?.length ?? 0) > 1 && (
					<Button onClick={() => end(endOtherSessions(), "All other sessions ended.").catch(toastFault)}>
						End all others
					</Button>
				)
			}
		>
			{sessions === undefined ? (
				<NotRead fault={error} what="Your sessions" onRetry={() => void refetch()} />
			) : (
				<Table label="Sessions" heads={["Browser", wide("Address"), wide("Since"), "Last seen", ACTIONS]}>
					{sessions.map((session) => (
						<tr key={session.id}>
							<Cell title={session.userAgent ?? undefined}>
								<span className="font-semibold">{browserName(session.userAgent)}</span>
								<div className="font-mono text-small break-all text-muted sm:hidden">{session.address}</div>
							</Cell>
							<Cell wide className="font-mono">
								{session.address ?? "–"}
							</Cell>
							<Cell wide>
								<Instant at={session.createdAt} />
							</Cell>
							<Cell>{session.current ? "this one" : <Instant at={session.lastSeenAt} />}</Cell>
							<ActionsCell>
								{!session.current && (
									<RowAction
										kind="end"
										label="End"
										about={`the session of ${browserName(session.userAgent)}`}
										onClick={() => end(endSession(session.id), "The session ended.").catch(toastFault)}
									/>
								)}
							</ActionsCell>
						</tr>
					))}
				</Table>
			)}
		</Card>
	);
}
