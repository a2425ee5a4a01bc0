/** The signed-in person's account. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type AccountEvent, accountEventsQuery, passkeysQuery, renameAccount } from "../../api/account.ts";
import { sessionQuery, signOut } from "../../api/session.ts";
import { connectOidcAddress } from "../../api/sign-in.ts";
import { accountEventText } from "../../format/event-words.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { useReader } from "../../shell/session.tsx";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Instant } from "../../ui/clock.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Cell, Head, Table } from "../../ui/table/table.tsx";
import { toast } from "../../ui/toasts.tsx";
import { SettingsTabs } from "../settings/settings-tabs.tsx";
import { browserName } from "./browser-name.ts";
import { PasskeysCard } from "./passkeys-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TeamsCard } from "./teams-card.tsx";

export function AccountPage() {
	usePageTitle("Account");
	const { session } = useReader();
	const { welcome } = useSearch({ from: "/signed-in/account" });
	return (
		<>
			<PageHeader
				title="Account"
				subtitle={session.user.email}
				actions={<Button onClick={() => signOut().finally(() => location.assign("/sign-in"))}>Sign out</Button>}
			/>
			<SettingsTabs />
			{welcome && <WelcomeNotice />}
			<PasskeysCard />
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
	const { session } = useReader();
	const { data: passkeys } = useQuery(passkeysQuery);
	const canAdd = session.signIn.passkeys;
	const isDone = !canAdd || (passkeys !== undefined && passkeys.length > 0);
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
			{!canAdd
				? "Next time a one-time link signs you in."
				: isDone
					? "Your passkey signs you in from now on."
					: "Add a passkey now: next time a touch or a look signs you in."}
		</Notice>
	);
}

/** Where there is a provider: one more way in. */
function ProviderCard() {
	const { session } = useReader();
	const { oidc } = session.signIn;
	if (oidc === null) return null;
	return (
		<Card
			title={oidc.name}
			className="mb-3"
			aside={
				<a href={connectOidcAddress("/account")} className={buttonClass("plain")}>
					Connect
				</a>
			}
		>
			<p className="text-muted">Sign in through {oidc.name} as well. Its account is then one more way into this one.</p>
		</Card>
	);
}

function NameCard() {
	const { session } = useReader();
	const client = useQueryClient();
	const [name, setName] = useState(session.user.name);
	return (
		<Card title="Name" className="mb-3">
			<Form
				submitLabel="Save the name"
				className="max-w-sm"
				onSubmit={async () => {
					await renameAccount(name.trim());
					await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
					toast("Saved.");
				}}
			>
				<TextField label="Your name" pointer="/name" autoComplete="name" value={name} onChange={setName} />
			</Form>
		</Card>
	);
}

function EventsCard() {
	const { data: events } = useQuery(accountEventsQuery);
	if (!events || events.length === 0) return null;
	return (
		<Card title="What happened to this account">
			<Table label="What happened to this account">
				<thead>
					<tr>
						<Head>At</Head>
						<Head>What</Head>
						<Head wide>From</Head>
					</tr>
				</thead>
				<tbody>
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
				</tbody>
			</Table>
		</Card>
	);
}

/** A passkey's name, or the browser of a session. */
function detailText({ action, detail }: AccountEvent): string | null {
	return action.startsWith("session.") ? browserName(detail) : detail;
}
