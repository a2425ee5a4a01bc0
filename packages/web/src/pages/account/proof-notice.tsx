/** For a person whose address is not proven: what that means, and the way to prove it. */

import { useState } from "react";
import { requestLink } from "../../api/people/sign-in.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toastFault } from "../../ui/toasts.tsx";

export function ProofNotice() {
	const { session } = useSignedIn();
	const { user, signIn } = session;
	const [state, setState] = useState<"idle" | "asking" | "sent">("idle");
	async function ask() {
		setState("asking");
		try {
			await requestLink(user.email, "/account");
			setState("sent");
		} catch (fault) {
			toastFault(fault);
			setState("idle");
		}
	}
	if (state === "sent") {
		return (
			<Notice tone="accent" role="status" className="mb-3">
				A link is on its way to {user.email}. Open it within 15 minutes: that proves the address and signs you in anew.
			</Notice>
		);
	}
	return (
		<Notice
			className="mb-3"
			action={
				signIn.email && (
					<Button onClick={ask} busy={state === "asking"}>
						Prove this address
					</Button>
				)
			}
		>
			<strong>Your address is not proven.</strong> Whoever invited you could have opened the link as well, so this
			account is in one team alone until you prove that {user.email} is yours.{" "}
			{signIn.email
				? "Proving it ends the sessions of this account and removes its passkeys and its password: add them again afterwards."
				: signIn.oidc
					? `Sign in through ${signIn.oidc.name} with this address, or ask your operator for a link of "lapwing users link".`
					: 'Ask your operator for a link of "lapwing users link".'}
		</Notice>
	);
}
