/** Verifies an assertion that a request carries, for a sign-in and for a second factor. */

import { type PendingCeremony, takeChallenge } from "@lapwing/passkey/challenges";
import type { AuthenticationResponseJSON } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import type { Context } from "hono";
import { type Host, readJson } from "./host.ts";

/** How strict this sign-in is: the same value that its options were issued with. */
export interface SignInTerms {
	/** Whose challenge the response must answer, and of what kind. */
	readonly ceremony: PendingCeremony;
	readonly userVerification?: "required";
	/** Whose passkey it must be. Default: anyone's, who is then the one that signs in. */
	readonly accountId?: string | undefined;
}

/** Whose passkey signed, its counter recorded. For every refusal `undefined`, with the reason in the log. */
export async function verifySignIn(host: Host, context: Context, terms: SignInTerms): Promise<string | undefined> {
	const reject = (reason: string) => {
		host.warn("passkey.rejected", { reason });
		return undefined;
	};
	const { ceremony, userVerification, accountId } = terms;
	const response = await readJson<AuthenticationResponseJSON>(context);
	// Before anything else is judged: the challenge is used up, whatever comes of the attempt.
	const challenge = await takeChallenge(host.challenges, ceremony, response);
	if (!response || !challenge) return reject("NoChallenge");
	const passkey = host.accounts.passkey(response.id);
	if (!passkey) return reject("UnknownPasskey");
	// The allow list only guides the browser: whose passkey it is, the server must ask itself.
	if (accountId !== undefined && accountId !== passkey.accountId) return reject("AnotherAccount");
	const result = await host.relyingParty.verifyAuthentication(response, {
		challenge,
		// An authenticator that names the account must name the one that the passkey was registered for.
		passkey: { ...passkey, userId: passkey.accountId },
		userVerification,
	});
	if (isFailure(result)) return reject(result.error.name);
	return host.accounts.recordSignIn(passkey.id, result.data) ? passkey.accountId : reject("CounterRace");
}
