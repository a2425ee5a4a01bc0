/** Signing in with an address and a password: where passkeys work the second choice, behind a button. */

import { useState } from "react";
import { signInWithPassword } from "../../api/people/sign-in.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { PasswordField } from "../../ui/forms/password-field.tsx";
import { enter } from "./enter.ts";

interface Props {
	readonly wanted: string | undefined;
	/** Whether another way to sign in is the first choice. */
	readonly second: boolean;
}

export function WithPassword({ wanted, second }: Props) {
	const [isOpen, setIsOpen] = useState(!second);
	if (!isOpen) {
		return (
			<Button look="quiet" className="w-full" onClick={() => setIsOpen(true)}>
				Use a password
			</Button>
		);
	}
	return <PasswordForm wanted={wanted} second={second} />;
}

function PasswordForm({ wanted, second }: Props) {
	const [email, setEmail] = useState("");
	const [password, setPassword] = useState("");
	return (
		<Form
			label="Sign in with a password"
			submitLabel="Sign in"
			submitLook={second ? "plain" : "strong"}
			className={second ? "border-t border-line pt-5" : ""}
			onSubmit={async () => {
				await signInWithPassword(email.trim(), password);
				enter(wanted);
			}}
		>
			<div className="space-y-4">
				<TextField
					label="Email"
					pointer="/email"
					type="email"
					name="email"
					autoComplete="username webauthn"
					inputMode="email"
					required
					// Whoever asked for the form goes on in it.
					autoFocus={second}
					value={email}
					onChange={setEmail}
				/>
				<PasswordField
					label="Password"
					pointer="/password"
					autoComplete="current-password"
					required
					value={password}
					onChange={setPassword}
				/>
			</div>
		</Form>
	);
}
