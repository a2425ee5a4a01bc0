/** The sign-in page. Passkeys come first; if the browser offers them in the field's menu, one click is enough. */

import { CancelledError, Passkey } from "@lapwing/passkey/client";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { signInQuery } from "../../api/people/session.ts";
import { oidcAddress, passkeyOptions, requestLink, signInWithPasskey } from "../../api/people/sign-in.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { Button, buttonClass } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { faultText, NotRead } from "../../ui/states.tsx";
import { enter, keepWanted } from "./enter.ts";
import { noPasskeysHere } from "./no-passkeys-here.ts";
import { oidcFailureText } from "./oidc-failures.ts";
import { OpenPage } from "./open-page.tsx";
import { WithPassword } from "./password-form.tsx";

export function SignInPage() {
	usePageTitle("Sign in");
	const { data: ways, error, refetch } = useQuery(signInQuery);
	const { return: wanted, error: failureCode } = useSearch({ from: "/sign-in" });
	useEffect(() => keepWanted(wanted), [wanted]);
	const failure = oidcFailureText(failureCode);
	const canUsePasskeys = ways?.passkeys === true && Passkey.isSupported();
	return (
		<OpenPage title="Sign in">
			{failure && (
				<Notice tone="down" role="alert" className="mb-5">
					{failure}
				</Notice>
			)}
			{ways === undefined ? (
				<NotRead fault={error} what="The sign-in page" onRetry={() => void refetch()} />
			) : (
				<div className="space-y-5">
					{canUsePasskeys ? (
						<WithPasskey wanted={wanted} />
					) : (
						<p className="text-muted">
							{noPasskeysHere()} Here {ways.password ? "a password or a one-time link" : "a one-time link"} signs you in
							{ways.email
								? "."
								: ways.password
									? "; whoever runs Lapwing gives you one."
									: ": ask whoever runs Lapwing for one."}
						</p>
					)}
					{ways.password && !canUsePasskeys && <WithPassword wanted={wanted} second={false} />}
					{ways.oidc && (
						<a href={oidcAddress(wanted)} className={`${buttonClass("plain")} h-10 w-full`}>
							Continue with {ways.oidc.name}
						</a>
					)}
					{ways.email && (canUsePasskeys || ways.password || ways.oidc) && <Or />}
					{ways.email ? <WithLink wanted={wanted} second={canUsePasskeys || ways.password} /> : <FirstTime />}
					{ways.password && canUsePasskeys && <WithPassword wanted={wanted} second />}
				</div>
			)}
		</OpenPage>
	);
}

function Or() {
	return (
		<p className="flex items-center gap-3 text-small text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
			or
		</p>
	);
}

function WithPasskey({ wanted }: { wanted: string | undefined }) {
	const [problem, setProblem] = useState<string | null>(null);
	const [isBusy, setIsBusy] = useState(false);

	useEffect(() => {
		const controller = new AbortController();
		void autofill(controller.signal, wanted, setProblem);
		return () => controller.abort();
	}, [wanted]);

	async function signIn() {
		setIsBusy(true);
		setProblem(null);
		try {
			const { options } = await passkeyOptions();
			const result = await Passkey.authenticate(options);
			if (result.status === "success") {
				await signInWithPasskey(result.data);
				enter(wanted);
				return;
			}
			if (!(result.error instanceof CancelledError)) setProblem(result.error.message);
		} catch (fault) {
			setProblem(faultText(fault));
		}
		setIsBusy(false);
	}

	return (
		<div>
			<Button
				look="strong"
				className="h-10 w-full"
				busy={isBusy}
				icon={<KeyRound size={15} aria-hidden />}
				onClick={signIn}
			>
				Sign in with a passkey
			</Button>
			{problem && (
				<Notice tone="down" role="alert" className="mt-3">
					{problem}
				</Notice>
			)}
		</div>
	);
}

/**
 * Waits in the field's menu for as long as the page is open, with options that are renewed before they expire. A
 * passkey that was refused ends the offer, and it is made again.
 */
async function autofill(signal: AbortSignal, wanted: string | undefined, onProblem: (text: string) => void) {
	if (!(await Passkey.isAutofillSupported())) return;
	const bring = async (renewal: AbortSignal) => (await passkeyOptions(renewal)).options;
	while (!signal.aborted) {
		const result = await Passkey.autofill(bring, { signal });
		if (result.status !== "success") return;
		try {
			await signInWithPasskey(result.data);
			return enter(wanted);
		} catch (fault) {
			if (!signal.aborted) onProblem(faultText(fault));
		}
	}
}

/** `second`: when another way to sign in is the first choice. */
function WithLink({ wanted, second }: { wanted: string | undefined; second: boolean }) {
	const [email, setEmail] = useState("");
	const [sentTo, setSentTo] = useState<string | null>(null);
	if (sentTo !== null) {
		return (
			<Notice role="status" tone="accent">
				<strong>Look at your mail.</strong> If {sentTo} is known here, a link is on its way. It is valid for 15 minutes,
				once.
			</Notice>
		);
	}
	return (
		<Form
			submitLabel="Send me a link"
			submitLook={second ? "plain" : "strong"}
			onSubmit={async () => {
				await requestLink(email, wanted);
				setSentTo(email);
			}}
			label="Sign in by mail"
		>
			<TextField
				label="Email"
				pointer="/email"
				type="email"
				required
				autoComplete="username webauthn"
				inputMode="email"
				value={email}
				onChange={setEmail}
			/>
		</Form>
	);
}

/** In place of the field for an address, which without mail would have no use. */
function FirstTime() {
	return (
		<p className="text-muted">
			First time here? Open the link that Lapwing printed when it started, or one that{" "}
			<code className="font-mono">lapwing users link EMAIL</code> prints.
		</p>
	);
}
