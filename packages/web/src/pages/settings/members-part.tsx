import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { ROLES, type Role } from "../../api/session.ts";
import {
	changeRole,
	deleteInvitation,
	type Invitation,
	invitationsQuery,
	invite,
	type Member,
	membersQuery,
	removeMember,
} from "../../api/team.ts";
import { useMay, useReader } from "../../shell/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Ago, Instant } from "../../ui/clock.tsx";
import { CopyField } from "../../ui/copy-field.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Email } from "../../ui/email.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { ActionsCell, Cell, Head, RowAction, Table } from "../../ui/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

const ROLE_ABOUT: Readonly<Record<Role, string>> = {
	viewer: "sees everything but keys and members",
	editor: "also changes monitors, maintenance and status pages",
	admin: "also manages alerts, keys and members",
	owner: "also the team itself",
};

export default function MembersPart() {
	const { session } = useReader();
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
				<Table label="Members">
					<thead>
						<tr>
							<Head className="sm:w-[55%]">Name</Head>
							<Head className="sm:w-[17%]">Role</Head>
							<Head wide>Last seen</Head>
							<Head>
								<span className="sr-only">Actions</span>
							</Head>
						</tr>
					</thead>
					<tbody>
						{members.map((member) => (
							<tr key={member.id}>
								<Cell>
									<span className="font-semibold">{member.user.name}</span>
									{member.user.id === session.user.id && <span className="text-muted"> (you)</span>}
									<div className="text-muted max-sm:text-small">
										<Email address={member.user.email} />
									</div>
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
											label="Remove"
											icon={<Trash2 size={16} aria-hidden />}
											name={`Remove ${member.user.name}`}
											onClick={() => setRemoving(member)}
										/>
									)}
								</ActionsCell>
							</tr>
						))}
					</tbody>
				</Table>
			</Card>
			<Invitations canWrite={canWrite} />
			{removing && (
				<ConfirmDialog
					title={`Remove ${removing.user.name}?`}
					confirmLabel="Remove from the team"
					onClose={() => setRemoving(null)}
					onConfirm={async () => {
						await removeMember(removing.id);
						await reread();
					}}
				>
					They lose access with their next click. Keys that they created stay valid: revoke them under API keys.
				</ConfirmDialog>
			)}
			{isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
		</>
	);
}

function Invitations({ canWrite }: { canWrite: boolean }) {
	const client = useQueryClient();
	const { data: invitations } = useQuery(invitationsQuery);
	if (!invitations || invitations.length === 0) return null;
	async function revoke({ id, email }: Invitation) {
		try {
			await deleteInvitation(id);
			toast(`The invitation of ${email} is withdrawn.`);
		} catch (fault) {
			toastFault(fault);
		}
		await client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
	}
	return (
		<Card title="Invited">
			<Table label="Invited">
				<thead>
					<tr>
						<Head className="sm:w-[55%]">Email</Head>
						<Head wide className="w-[17%]">
							Role
						</Head>
						<Head wide>Valid until</Head>
						<Head>
							<span className="sr-only">Actions</span>
						</Head>
					</tr>
				</thead>
				<tbody>
					{invitations.map((invitation) => (
						<tr key={invitation.id}>
							<Cell className="max-sm:w-full">
								<Email address={invitation.email} />
								<div className="text-small text-muted sm:hidden">
									{invitation.role}, until <Instant at={invitation.expiresAt} />
								</div>
							</Cell>
							<Cell wide>{invitation.role}</Cell>
							<Cell wide>
								<Instant at={invitation.expiresAt} />
							</Cell>
							<ActionsCell>
								{canWrite && (
									<RowAction
										label="Withdraw"
										icon={<Trash2 size={16} aria-hidden />}
										name={`Withdraw the invitation of ${invitation.email}`}
										onClick={() => void revoke(invitation)}
									/>
								)}
							</ActionsCell>
						</tr>
					))}
				</tbody>
			</Table>
		</Card>
	);
}

function InviteDialog({ onClose }: { onClose: () => void }) {
	const client = useQueryClient();
	const [email, setEmail] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [made, setMade] = useState<Invitation | null>(null);
	return (
		<Dialog open onClose={onClose} title="Invite someone">
			{made ? (
				<>
					<p className="mb-3">
						Hand this link to {made.email}. It works once, for seven days, and is shown only now. Where mail is set up,
						it was sent as well.
					</p>
					<CopyField label="Invitation link" value={made.link ?? ""} />
				</>
			) : (
				<Form
					label="Invite someone"
					submitLabel="Invite"
					onSubmit={async () => {
						setMade(await invite(email.trim(), role));
						await client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
					}}
				>
					<div className="space-y-4">
						<TextField
							label="Email"
							pointer="/email"
							type="email"
							inputMode="email"
							value={email}
							onChange={setEmail}
						/>
						<SelectField
							label="Role"
							pointer="/role"
							value={role}
							onChange={(value) => setRole(value as Role)}
							options={ROLES.map((value) => ({ value, label: `${value}: ${ROLE_ABOUT[value]}` }))}
						/>
					</div>
				</Form>
			)}
		</Dialog>
	);
}
