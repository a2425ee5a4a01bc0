/** Verifies an assertion that a request carries, for a sign-in and for a second factor. */

import type { AuthenticationResponseJSON } from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import type { Context } from "hono";
import { type Host, readJson } from "./host.ts";

/** How strict this sign-in is: the same value that its options were issued with. */
export interface SignInTerms {
	/** Already read and removed; `undefined` when there was none. */
	readonly challenge: string | undefined;
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
	const { challenge, userVerification, accountId } = terms;
	if (challenge === undefined) return reject("NoChallenge");
	const response = await readJson<AuthenticationResponseJSON>(context);
	if (!response) return reject("MalformedResponseError");
	const passkey = host.accounts.passkey(response.id);
	if (!passkey) return reject("UnknownPasskey");
	// The allow list only guides the browser: whose passkey it is, the server must ask itself.
	if (accountId !== undefined && accountId !== passkey.accountId) return reject("AnotherAccount");
	const result = await host.relyingParty.verifyAuthentication(response, { challenge, passkey, userVerification });
	if (isFailure(result)) return reject(result.error.name);
	const { counter, backedUp, userHandle } = result.data;
	// An authenticator that names the account must name the one that the passkey was registered for.
	if (userHandle !== null && Buffer.from(userHandle, "base64url").toString() !== passkey.accountId) {
		return reject("UserHandleMismatch");
	}
	host.accounts.update(passkey.id, { counter, backedUp });
	return passkey.accountId;
}
