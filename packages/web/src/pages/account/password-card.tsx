/** The password of the account: for where passkeys can't work, and for whoever prefers one. */

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { ACCOUNT_KEY, removePassword, setPassword } from "../../api/people/account.ts";
import { sessionQuery, signOutTo } from "../../api/people/session.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog/dialog.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { PasswordField } from "../../ui/forms/password-field.tsx";
import { toast } from "../../ui/toasts.tsx";

export function PasswordCard() {
	const { session } = useSignedIn();
	const { isSet, canBeSet } = session.password;
	const isTaken = session.signIn.password;
	const client = useQueryClient();
	const [open, setOpen] = useState<"set" | "remove" | null>(null);
	if (!isTaken && !isSet) return null;

	const reread = () =>
		Promise.all([
			client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
			client.invalidateQueries({ queryKey: ACCOUNT_KEY }),
		]);
	const change = isSet ? "Change the password" : "Set a password";
	return (
		<Card
			title="Password"
			className="mb-3"
			aside={
				<div className="flex flex-wrap justify-end gap-2">
					{isSet && <Button onClick={() => setOpen("remove")}>Remove</Button>}
					{canBeSet && <Button onClick={() => setOpen("set")}>{isSet ? "Change" : change}</Button>}
				</div>
			}
		>
			<p className="text-muted">
				{!isTaken
					? "You have one. At this address no passwords are taken: use another way to sign in."
					: isSet
						? "Your address and your password sign you in."
						: "None yet. Where passkeys can't be used, a password signs you in as well."}
			</p>
			{isTaken && !canBeSet && <SignInAgain isSet={isSet} />}
			{open === "set" && (
				<PasswordDialog
					title={change}
					onClose={() => setOpen(null)}
					onRefused={() => void reread()}
					onDone={async () => {
						await reread();
						setOpen(null);
						toast("The password is set. All other sessions of your account have ended.");
					}}
				/>
			)}
			{open === "remove" && (
				<ConfirmDialog
					title="Remove the password?"
					confirmLabel="Remove the password"
					onClose={() => setOpen(null)}
					onConfirm={async () => {
						await removePassword();
						await reread();
						toast("The password is removed.");
					}}
				>
					You can't sign in with it any more. Sessions that began with it go on: end them below.
				</ConfirmDialog>
			)}
		</Card>
	);
}

/** A password is set in the first minutes of a session alone, and of one that began in another way. */
function SignInAgain({ isSet }: { isSet: boolean }) {
	const { session } = useSignedIn();
	const { user, signIn } = session;
	const ways = signIn.passkeys ? "with a passkey or by a one-time link" : "by a one-time link";
	return (
		<div className="mt-3 flex flex-wrap items-center justify-between gap-3">
			<p className="min-w-0 flex-1 basis-64">
				To {isSet ? "change it" : "set one"}, sign in {ways} first: then you have 15 minutes to do it here.
				{!signIn.passkeys && !signIn.email && (
					<>
						{" "}
						Your operator gets one from <code className="font-mono break-words">lapwing users link {user.email}</code>.
					</>
				)}
			</p>
			<Button onClick={() => signOutTo("/account")}>Sign in again</Button>
		</div>
	);
}

function PasswordDialog({
	title,
	onClose,
	onRefused,
	onDone,
}: {
	title: string;
	onClose: () => void;
	/** The minutes in which it could be set are over. */
	onRefused: () => void;
	onDone: () => Promise<void>;
}) {
	const { session } = useSignedIn();
	const [password, setNew] = useState("");
	return (
		<Dialog open onClose={onClose} title={title}>
			<Form
				submitLabel={title}
				onSubmit={async () => {
					try {
						await setPassword(password);
					} catch (fault) {
						if (fault instanceof ApiError && fault.code === "SIGN_IN_AGAIN") onRefused();
						throw fault;
					}
					await onDone();
				}}
			>
				{/* Tells a password manager whose password it is. */}
				<input type="email" autoComplete="username" value={session.user.email} readOnly hidden />
				<PasswordField
					label="New password"
					pointer="/password"
					autoComplete="new-password"
					required
					hint="12 characters or more; none that many people use, and none made of your name or address."
					value={password}
					onChange={setNew}
				/>
				<p className="mt-3 text-muted">Your other sessions end.</p>
			</Form>
		</Dialog>
	);
}
