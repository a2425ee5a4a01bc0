/** In place of a team's pages, for whoever signed in with a password that the team does not allow. */

import { signOutTo } from "../api/people/session.ts";
import { Button, ButtonLink } from "../ui/buttons/button.tsx";
import { EmptyState } from "../ui/states.tsx";
import { usePageTitle } from "./page-title.ts";
import { useSignedIn } from "./session.tsx";

export default function PasswordsOff() {
	usePageTitle("Sign in another way");
	const { session, team } = useSignedIn();
	const { passkeys, oidc } = session.signIn;
	const ways = [
		...(passkeys ? ["with a passkey"] : []),
		"by a one-time link",
		...(oidc ? [`through ${oidc.name}`] : []),
	];
	return (
		<div className="mx-auto max-w-xl py-16">
			<h1 className="sr-only">Sign in another way</h1>
			<EmptyState
				title={`${team.name} is closed to passwords`}
				action={
					<>
						<Button look="strong" onClick={() => signOutTo(location.pathname + location.search)}>
							Sign in another way
						</Button>
						<ButtonLink to="/account">Your account</ButtonLink>
					</>
				}
			>
				You signed in with a password, and an owner of the team or whoever runs Lapwing turned passwords off. Sign in{" "}
				{new Intl.ListFormat("en-GB", { type: "disjunction" }).format(ways)}.
			</EmptyState>
		</div>
	);
}
