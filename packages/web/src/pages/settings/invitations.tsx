/** Who was invited and has not come yet, and the dialog that invites. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES, type Role } from "../../api/people/session.ts";
import { deleteInvitation, type Invitation, invitationsQuery, invite } from "../../api/people/team.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { OnceShown } from "../../ui/dialog/once-shown.tsx";
import { Email } from "../../ui/email.tsx";
import { SelectField, TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";

export function InvitationsCard({ canWrite }: { canWrite: boolean }) {
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
			<Table
				label="Invited"
				heads={[{ name: "Email", className: "sm:w-[55%]" }, wide("Role", "w-[17%]"), wide("Valid until"), ACTIONS]}
			>
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
									kind="remove"
									label="Withdraw"
									about={`the invitation of ${invitation.email}`}
									onClick={() => void revoke(invitation)}
								/>
							)}
						</ActionsCell>
					</tr>
				))}
			</Table>
		</Card>
	);
}

const ROLE_ABOUT: Readonly<Record<Role, string>> = {
	viewer: "Sees everything but keys, members and the audit log.",
	editor: "Changes monitors, maintenance, status pages and incidents.",
	admin: "Does what an editor does, and manages alerts, keys and members.",
	owner: "Does what an admin does, and manages the team itself.",
};

export function InviteDialog({ onClose }: { onClose: () => void }) {
	const { session } = useSignedIn();
	const client = useQueryClient();
	const [email, setEmail] = useState("");
	const [role, setRole] = useState<Role>("editor");
	const [made, setMade] = useState<Invitation | null>(null);
	return (
		<Dialog open onClose={onClose} title="Invite someone">
			{made ? (
				<OnceShown label="Invitation link" value={made.link ?? ""}>
					Hand this link to {made.email}. It works once, for seven days, and is shown only now. Whoever opens it joins
					this team alone, and their address counts as not proven.{" "}
					{session.signIn.email && "A link of its own was mailed as well: that one proves the address."}
				</OnceShown>
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
							required
							placeholder="grace@example.com"
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
							hint={ROLE_ABOUT[role]}
							options={ROLES.map((value) => ({ value, label: value }))}
						/>
					</div>
				</Form>
			)}
		</Dialog>
	);
}
