import { aaguidOf, labelOf, PASSKEY_ICON } from "@lapwing/passkey/aaguids";
import { CancelledError, Passkey } from "@lapwing/passkey/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import {
	ACCOUNT_KEY,
	addPasskey,
	newPasskeyOptions,
	type Passkey as OwnPasskey,
	passkeysQuery,
	removePasskey,
	renamePasskey,
} from "../../api/people/account.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { NotRead } from "../../ui/states.tsx";
import { ActionsCell, RowAction } from "../../ui/table/row-actions.tsx";
import { ACTIONS, Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast, toastFault } from "../../ui/toasts.tsx";
import { noPasskeysHere } from "../sign-in/no-passkeys-here.ts";
import { browserName } from "./browser-name.ts";

export function PasskeysCard() {
	const { session } = useSignedIn();
	const client = useQueryClient();
	const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
	const [isAdding, setIsAdding] = useState(false);
	const [chosen, setChosen] = useState<{ passkey: OwnPasskey; to: "rename" | "remove" } | null>(null);
	const reread = () => client.invalidateQueries({ queryKey: ACCOUNT_KEY });

	async function add() {
		setIsAdding(true);
		try {
			const { options } = await newPasskeyOptions();
			const result = await Passkey.register(options);
			if (result.status === "success") {
				const label = labelOf(aaguidOf(result.data) ?? "");
				await addPasskey(result.data, label?.name ?? browserName(navigator.userAgent));
				await reread();
				toast("The passkey is added. From now on it signs you in.");
			} else if (!(result.error instanceof CancelledError)) toastFault(result.error);
		} catch (fault) {
			toastFault(fault);
		}
		setIsAdding(false);
	}

	const worksHere = session.signIn.passkeys && Passkey.isSupported();
	// Refused by the API: whoever has only the password must neither stay in the account nor keep its owner out of it.
	const canChange = session.session.way !== "password";
	const canAdd = worksHere && canChange;
	return (
		<Card
			title="Passkeys"
			className="mb-3"
			aside={
				canAdd && (
					<Button onClick={add} busy={isAdding} icon={<KeyRound size={14} aria-hidden />}>
						Add a passkey
					</Button>
				)
			}
		>
			{!canChange && (worksHere || (passkeys !== undefined && passkeys.length > 0)) && (
				<p className="mb-3 text-muted">
					You signed in with a password. To add, rename or remove a passkey, sign in by a one-time link or with a
					passkey.
				</p>
			)}
			{!worksHere && (
				<p className="mb-3 text-muted">
					{noPasskeysHere()} Here {session.signIn.password ? "a password or a one-time link" : "a one-time link"} signs
					you in.
				</p>
			)}
			{passkeys === undefined ? (
				<NotRead fault={error} what="Your passkeys" onRetry={() => void refetch()} />
			) : passkeys.length === 0 ? (
				<p className="text-muted">None yet.</p>
			) : (
				<Table label="Passkeys" heads={["Name", wide("Made"), "Last used", wide("Kept"), canChange && ACTIONS]}>
					{passkeys.map((passkey) => (
						<tr key={passkey.id}>
							<Cell className="font-semibold">
								<AuthenticatorSign passkey={passkey} /> {passkey.name}
							</Cell>
							<Cell wide>
								<Instant at={passkey.createdAt} />
							</Cell>
							<Cell>{passkey.lastUsedAt ? <Instant at={passkey.lastUsedAt} /> : "never"}</Cell>
							<Cell wide>{passkey.synced ? "synced between devices" : "on one device"}</Cell>
							{canChange && (
								<ActionsCell>
									<RowAction
										kind="edit"
										label="Rename"
										about={passkey.name}
										onClick={() => setChosen({ passkey, to: "rename" })}
									/>
									<RowAction
										kind="remove"
										label="Remove"
										about={passkey.name}
										onClick={() => setChosen({ passkey, to: "remove" })}
									/>
								</ActionsCell>
							)}
						</tr>
					))}
				</Table>
			)}
			{chosen?.to === "rename" && (
				<RenameDialog
					passkey={chosen.passkey}
					onClose={() => setChosen(null)}
					onDone={async () => {
						await reread();
						setChosen(null);
					}}
				/>
			)}
			{chosen?.to === "remove" && (
				<ConfirmDialog
					title={`Remove ${chosen.passkey.name}?`}
					confirmLabel="Remove the passkey"
					onClose={() => setChosen(null)}
					onConfirm={async () => {
						await removePasskey(chosen.passkey.id);
						await reread();
					}}
				>
					You can't sign in with it any more. Remove it from your device or password manager as well.
				</ConfirmDialog>
			)}
		</Card>
	);
}

/** What made the passkey, in the colour of the text. It is named where the passkey has another name. */
function AuthenticatorSign({ passkey }: { passkey: OwnPasskey }) {
	const label = labelOf(passkey.aaguid);
	const name = label?.name === passkey.name ? undefined : label?.name;
	return (
		<svg
			viewBox="0 0 24 24"
			className="mr-1 inline size-4 fill-current align-text-bottom"
			role={name && "img"}
			aria-label={name}
			aria-hidden={!name}
		>
			{name && <title>{name}</title>}
			<path d={label?.icon ?? PASSKEY_ICON} />
		</svg>
	);
}

function RenameDialog({
	passkey,
	onClose,
	onDone,
}: {
	passkey: OwnPasskey;
	onClose: () => void;
	onDone: () => Promise<void>;
}) {
	const [name, setName] = useState(passkey.name);
	return (
		<Dialog open onClose={onClose} title="Rename the passkey">
			<Form
				submitLabel="Rename"
				onSubmit={async () => {
					await renamePasskey(passkey.id, name.trim());
					await onDone();
				}}
			>
				<TextField label="Name" pointer="/name" required value={name} onChange={setName} />
			</Form>
		</Dialog>
	);
}
