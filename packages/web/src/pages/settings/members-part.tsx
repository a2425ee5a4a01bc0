import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES, type Role } from "../../api/people/session.ts";
import { changeRole, keysQuery, type Member, membersQuery, removeMember } from "../../api/people/team.ts";
import { useMay, useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Ago } from "../../ui/clock.tsx";
import { ConfirmDialog } from "../../ui/dialog/dialog.tsx";
import { Email } from "../../ui/email.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { InvitationsCard, InviteDialog } from "./invitations.tsx";

export default function MembersPart() {
	const { session } = useSignedIn();
	const canWrite = useMay("members:write");
	const client = useQueryClient();
	const { data: members, error, refetch } = useQuery(membersQuery);
	const [removing, setRemoving] = useState<Member | null>(null);
	const [isInviting, setIsInviting] = useState(false);
	const reread = () => client.invalidateQueries({ queryKey: membersQuery.queryKey });

	async function change(member: Member, role: Role) {
		try {
			await changeRole(member.id, role);
			toast(`${member.user.name} is ${role} now.`);
		} catch (fault) {
			toastFault(fault);
		}
		await reread();
	}

	if (error) return <FaultNotice fault={error} what="The members" onRetry={() => void refetch()} />;
	if (!members) return <Loading lines={5} />;
	return (
		<>
			<Card
				title="Members"
				className="mb-3"
				aside={canWrite && <Button onClick={() => setIsInviting(true)}>Invite someone</Button>}
			>
				<Table
					label="Members"
					heads={[
						{ name: "Name", className: "sm:w-[55%]" },
						{ name: "Role", className: "sm:w-[17%]" },
						wide("Last seen"),
						ACTIONS,
					]}
				>
					{members.map((member) => (
						<tr key={member.id}>
							<Cell>
								<span className="font-semibold">{member.user.name}</span>
								{member.user.id === session.user.id && <span className="text-muted"> (you)</span>}
								<div className="text-muted max-sm:text-small">
									<Email address={member.user.email} />
								</div>
								{!member.user.emailProven && (
									<div className="text-small text-muted">
										{member.user.lastSeenAt === null
											? "address not proven yet: has never signed in"
											: "address not proven: may be somebody else"}
									</div>
								)}
							</Cell>
							<Cell>
								{canWrite ? (
									<select
										aria-label={`Role of ${member.user.name}`}
										value={member.role}
										onChange={(event) => void change(member, event.target.value as Role)}
										className="control"
									>
										{ROLES.map((role) => (
											<option key={role} value={role}>
												{role}
											</option>
										))}
									</select>
								) : (
									member.role
								)}
							</Cell>
							<Cell wide>{member.user.lastSeenAt ? <Ago at={member.user.lastSeenAt} /> : "never"}</Cell>
							<ActionsCell>
								{canWrite && (
									<RowAction
										kind="remove"
										label="Remove"
										about={member.user.name}
										onClick={() => setRemoving(member)}
									/>
								)}
							</ActionsCell>
						</tr>
					))}
				</Table>
			</Card>
			<InvitationsCard canWrite={canWrite} />
			{removing && (
				<RemoveDialog
					member={removing}
					onClose={() => setRemoving(null)}
					onRemoved={() => client.invalidateQueries()}
				/>
			)}
			{isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
		</>
	);
}

function RemoveDialog({
	member,
	onClose,
	onRemoved,
}: {
	member: Member;
	onClose: () => void;
	onRemoved: () => unknown;
}) {
	const { data: keys } = useQuery({ ...keysQuery, enabled: useMay("keys:read") });
	const made = keys?.filter(({ createdBy }) => createdBy?.id === member.user.id) ?? [];
	const [revokes, setRevokes] = useState(true);
	return (
		<ConfirmDialog
			title={`Remove ${member.user.name}?`}
			confirmLabel="Remove from the team"
			onClose={onClose}
			onConfirm={async () => {
				await removeMember(member.id, revokes ? "revoke" : "keep");
				await onRemoved();
			}}
		>
			<p>They lose access with their next click, and invitations that they sent are withdrawn.</p>
			<label className="mt-4 flex items-start gap-2">
				<input
					type="checkbox"
					className="mt-1"
					checked={revokes}
					onChange={(event) => setRevokes(event.target.checked)}
				/>
				<span>
					Revoke the API keys that they made{made.length > 0 && `: ${made.map(({ name }) => name).join(", ")}`}
					<span className="block text-small text-muted">
						Whoever made a key may know it. Programs that use it are refused from then on.
					</span>
				</span>
			</label>
		</ConfirmDialog>
	);
}
