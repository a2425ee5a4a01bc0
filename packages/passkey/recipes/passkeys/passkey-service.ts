/**
 * The four steps of passkeys, for any framework: a route reads its session and its body, calls one of these, and writes
 * the answer. A refusal is answered alike whatever refused; the reason goes to the log alone.
 */

import { type ChallengeStore, takeChallenge } from "@lapwing/passkey/challenges";
import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
	RelyingParty,
} from "@lapwing/passkey/server";
import { isFailure } from "@lapwing/result";
import type { PasskeyStore } from "./stores.ts";

export interface PasskeyHost {
	readonly relyingParty: RelyingParty;
	readonly challenges: ChallengeStore;
	readonly passkeys: PasskeyStore;
	/** Takes what was refused and why. */
	warn(event: "passkey.rejected" | "passkey.registration_rejected", reason: string): void;
}

export interface Account {
	/** Opaque: it is stored on authenticators, and readable there. */
	readonly id: string;
	readonly name: string;
}

export class PasskeyService {
	readonly #host: PasskeyHost;

	constructor(host: PasskeyHost) {
		this.#host = host;
	}

	async beginSignIn(sessionId: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
		const { challenge, options } = this.#host.relyingParty.authenticate();
		await this.#host.challenges.put({ session: sessionId, kind: "sign-in" }, challenge);
		return options;
	}

	/** Whose passkey signed; `undefined` when refused. Open a new session for the account, with a new id. */
	async finishSignIn(sessionId: string, body: unknown): Promise<string | undefined> {
		const { relyingParty, challenges, passkeys, warn } = this.#host;
		const refuse = (reason: string) => warn("passkey.rejected", reason);
		// First of all: read and removed in one step, so that no challenge is ever good for a second attempt.
		const challenge = await takeChallenge(challenges, { session: sessionId, kind: "sign-in" }, body);
		if (!challenge) return void refuse("NoChallenge");
		const response = body as AuthenticationResponseJSON | null;
		const passkey = typeof response?.id === "string" ? await passkeys.find(response.id) : undefined;
		if (!response || !passkey) return void refuse("UnknownPasskey");
		const result = await relyingParty.verifyAuthentication(response, {
			challenge,
			// An authenticator that names the account must name the one that the passkey was registered for.
			passkey: { ...passkey, userId: passkey.accountId },
		});
		if (isFailure(result)) return void refuse(result.error.name);
		if (!(await passkeys.recordSignIn(passkey.id, result.data))) return void refuse("CounterError");
		return passkey.accountId;
	}

	async beginRegistration(sessionId: string, account: Account): Promise<PublicKeyCredentialCreationOptionsJSON> {
		const { relyingParty, challenges, passkeys } = this.#host;
		const { challenge, options } = relyingParty.register({
			user: account,
			exclude: await passkeys.listFor(account.id),
		});
		await challenges.put({ session: sessionId, kind: "registration" }, challenge);
		return options;
	}

	/** Whether the passkey is now the account's. */
	async finishRegistration(sessionId: string, account: Account, body: unknown): Promise<boolean> {
		const { relyingParty, challenges, passkeys, warn } = this.#host;
		const refuse = (reason: string) => {
			warn("passkey.registration_rejected", reason);
			return false;
		};
		const challenge = await takeChallenge(challenges, { session: sessionId, kind: "registration" }, body);
		if (!challenge) return refuse("NoChallenge");
		const result = await relyingParty.verifyRegistration(body as RegistrationResponseJSON, { challenge });
		if (isFailure(result)) return refuse(result.error.name);
		const { id, publicKey, counter, transports, backedUp } = result.data;
		const added = await passkeys.add({ id, publicKey, counter, transports, backedUp, accountId: account.id });
		return added || refuse("PasskeyTaken");
	}
}
