/**
 * A one-time link was opened: a welcome, an invitation or a sign-in. The secret is the fragment, which no server and no
 * mail scanner sees; only a click uses it up.
 */

import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/client/api-error.ts";
import { type LinkPreview, previewLink, redeemLink } from "../../api/people/sign-in.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { ButtonLink } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { FaultNotice, Loading } from "../../ui/states.tsx";
import { enter, keepWanted, keptWanted } from "./enter.ts";
import { dropKeptSecret, keepSecret, keptSecret } from "./kept-secret.ts";
import { OpenPage } from "./open-page.tsx";

export function LinkPage() {
	const [secret] = useState(() => location.hash.slice(1) || keptSecret(location.pathname));
	const preview = useQuery({
		queryKey: ["link"],
		queryFn: () => previewLink(secret),
		enabled: secret !== "",
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (secret === "") return <UsedLink />;
	if (preview.error) {
		const isRefused = preview.error instanceof ApiError && (preview.error.status ?? 500) < 429;
		if (isRefused) return <UsedLink />;
		return (
			<OpenPage title="Sign in">
				<FaultNotice fault={preview.error} what="The link" onRetry={() => void preview.refetch()} />
			</OpenPage>
		);
	}
	if (!preview.data) {
		return (
			<OpenPage title="Sign in">
				<Loading />
			</OpenPage>
		);
	}
	if (preview.data.needsSignIn) return <SignInFirst secret={secret} preview={preview.data} />;
	return <Redeem secret={secret} preview={preview.data} />;
}

/** An invitation never signs anybody in to an account that exists: whoever sent it holds the link too. */
function SignInFirst({ secret, preview }: { secret: string; preview: LinkPreview }) {
	const { team, email } = preview;
	usePageTitle(TITLES[preview.kind]);
	return (
		<OpenPage title={TITLES[preview.kind]}>
			<p className="mb-5 text-muted">
				{email ?? "The invited address"} has an account. Sign in to it, and you come back here to join{" "}
				{team ? `the team ${team}` : "the team"}.
			</p>
			<ButtonLink
				to="/sign-in"
				search={{ return: location.pathname }}
				look="strong"
				onClick={() => keepSecret(location.pathname, secret)}
			>
				Sign in
			</ButtonLink>
		</OpenPage>
	);
}

const TITLES = { welcome: "Welcome to Lapwing", sign_in: "Sign in", invitation: "You are invited" } as const;
const ACTIONS = { welcome: "Make my account", sign_in: "Sign in", invitation: "Join" } as const;

function Redeem({ secret, preview }: { secret: string; preview: LinkPreview }) {
	const { kind, team, email: known, needsName } = preview;
	const { return: wanted } = useSearch({ strict: false });
	usePageTitle(TITLES[kind]);
	const [name, setName] = useState("");
	const [email, setEmail] = useState(known ?? "");
	return (
		<OpenPage title={TITLES[kind]}>
			<p className="mb-5 text-muted">
				{kind === "welcome" && "The team has no owner yet. Your account will own it; you invite the others."}
				{kind === "invitation" && (team ? `You join the team ${team}.` : "You join a team.")}
				{kind === "sign_in" && (known ? `As ${known}. The link works once.` : "The link works once.")}
			</p>
			{preview.endsOthers && (
				<p className="mb-5 text-muted">
					It proves that the address is yours. Whoever has used its account so far is signed out, and passkeys and the
					password of the account are removed: if they were yours, add them again afterwards.
				</p>
			)}
			<Form
				submitLabel={ACTIONS[kind]}
				label={TITLES[kind]}
				onSubmit={async () => {
					await redeemLink({
						secret,
						...(needsName && { name: name.trim() }),
						...(needsName && known === null && { email: email.trim() }),
					});
					dropKeptSecret(location.pathname);
					const kept = keptWanted();
					keepWanted(undefined);
					// A passkey is offered at once to those who have none yet.
					enter(kind === "sign_in" && !preview.endsOthers ? (wanted ?? kept) : "/account?welcome=true");
				}}
			>
				{needsName && (
					<div className="space-y-4">
						<TextField label="Your name" pointer="/name" required autoComplete="name" value={name} onChange={setName} />
						<TextField
							label="Email"
							pointer="/email"
							type="email"
							required
							autoComplete="email"
							value={email}
							disabled={known !== null}
							onChange={setEmail}
						/>
					</div>
				)}
			</Form>
		</OpenPage>
	);
}

function UsedLink() {
	usePageTitle("Link not valid");
	return (
		<OpenPage title="This link is not valid any more">
			<p className="mb-5 text-muted">
				One-time links work once, and for a limited time. Ask for a new one, or sign in another way.
			</p>
			<ButtonLink to="/sign-in" look="strong">
				To the sign-in page
			</ButtonLink>
		</OpenPage>
	);
}
