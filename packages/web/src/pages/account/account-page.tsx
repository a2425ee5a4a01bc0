/** The signed-in person's account. */

import { Passkey } from "@lapwing/passkey/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type AccountEvent, accountEventsQuery, passkeysQuery, renameAccount } from "../../api/people/account.ts";
import { sessionQuery, signOutTo } from "../../api/people/session.ts";
import { connectOidcAddress } from "../../api/people/sign-in.ts";
import { accountEventText } from "../../format/event-words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { useSignedIn } from "../../shell/session.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/buttons/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Cell, Table, wide } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { browserName } from "./browser-name.ts";
import { ChannelsCard } from "./channels-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProofNotice } from "./proof-notice.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

export function AccountPage() {
	usePageTitle("Account");
	const { session } = useSignedIn();
	const { welcome } = useSearch({ from: "/signed-in/account" });
	return (
		<>
			<PageHeader
				title="Account"
				subtitle={session.user.email}
				actions={<Button onClick={() => signOutTo()}>Sign out</Button>}
			/>
			<SettingsTabs />
			{!session.user.emailProven && <ProofNotice />}
			{welcome && <WelcomeNotice />}
			<ChannelsCard />
			<PasskeysCard />
			<PasswordCard />
			<ProviderCard />
			<SessionsCard />
			<TeamsCard />
			<NameCard />
			<EventsCard />
		</>
	);
}

/** What is next for somebody who has just got an account. */
function WelcomeNotice() {
	const { session } = useSignedIn();
	const { data: passkeys } = useQuery(passkeysQuery);
	const canAdd = session.signIn.passkeys && Passkey.isSupported();
	const { isSet, canBeSet } = session.password;
	const isDone = canAdd ? passkeys !== undefined && passkeys.length > 0 : isSet || !canBeSet;
	return (
		<Notice
			tone="accent"
			className="mb-3"
			action={
				<ButtonLink to="/" look={isDone ? "strong" : "plain"}>
					To the monitors
				</ButtonLink>
			}
		>
			<strong>You are in.</strong>{" "}
			{canAdd
				? isDone
					? "Your passkey signs you in from now on."
					: "Add a passkey now: next time a touch or a look signs you in."
				: isSet
					? "Your password signs you in from now on."
					: canBeSet
						? "Set a password now: next time it signs you in."
						: "Next time a one-time link signs you in."}
		</Notice>
	);
}

/** Where there is a provider: one more way in. */
function ProviderCard() {
	const { session } = useSignedIn();
	const { oidc } = session.signIn;
	if (oidc === null) return null;
	const canConnect = session.session.way !== "password";
	return (
		<Card
			title={oidc.name}
			className="mb-3"
			aside={
				canConnect && (
					<a href={connectOidcAddress("/account")} className={buttonClass("plain")}>
						Connect
					</a>
				)
			}
		>
			<p className="text-muted">
				Sign in through {oidc.name} as well. Its account is then one more way into this one.
				{!canConnect && " To connect it, sign in by a one-time link or with a passkey first."}
			</p>
		</Card>
	);
}

function NameCard() {
	const { session } = useSignedIn();
	const client = useQueryClient();
	const [name, setName] = useState(session.user.name);
	return (
		<Card title="Name" className="mb-3">
			<Form
				label="Your name"
				submitLabel="Save the name"
				className="max-w-sm"
				onSubmit={async () => {
					await renameAccount(name.trim());
					await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
					toast("Saved.");
				}}
			>
				<TextField label="Your name" pointer="/name" required autoComplete="name" value={name} onChange={setName} />
			</Form>
		</Card>
	);
}

function EventsCard() {
	const { data: events } = useQuery(accountEventsQuery);
	if (!events || events.length === 0) return null;
	return (
		<Card title="What happened to this account">
			<Table label="What happened to this account" heads={["At", "What", wide("From")]}>
				{events.map((event) => (
					<tr key={event.id}>
						<Cell className="whitespace-nowrap">
							<Instant at={event.at} />
						</Cell>
						<Cell>
							{accountEventText(event.action)}
							{event.detail && <span className="text-muted"> · {detailText(event)}</span>}
							<div className="font-mono text-small break-all text-muted sm:hidden">{event.address}</div>
						</Cell>
						<Cell wide className="font-mono">
							{event.address ?? "–"}
						</Cell>
					</tr>
				))}
			</Table>
		</Card>
	);
}

/** A passkey's name, or the browser of a sign-in. */
function detailText({ action, detail }: AccountEvent): string | null {
	return /^(session\.|(password|link)\.use$)/.test(action) ? browserName(detail) : detail;
}
