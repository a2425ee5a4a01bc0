import { decodeBase64url } from "../base64url.ts";
import { parseJsonBytes } from "../server/responses/client-data.ts";
import { ownMember } from "../server/responses/own-member.ts";
import { type ChallengeStore, MAX_CHALLENGE_LENGTH, type PendingCeremony } from "./store.ts";

/** Characters: far above the client data of any browser. */
const MAX_CLIENT_DATA_LENGTH = 65_536;

/**
 * Keeps the challenge of what a relying party issued, and returns the options for the browser.
 *
 * @param issued what `register` or `authenticate` returned.
 */
export async function keepChallenge<Options>(
	store: ChallengeStore,
	ceremony: PendingCeremony,
	issued: { readonly challenge: string; readonly options: Options },
): Promise<Options> {
	await store.put(ceremony, issued.challenge);
	return issued.options;
}

/**
 * Removes the challenge that `response` says it answers, and returns it for the verification; `undefined` when no such
 * challenge is pending. Call it before anything else is judged: one challenge then allows one attempt.
 *
 * @param response parsed JSON of a stranger, of any shape.
 *
 * @example
 * ```ts
 * import { keepChallenge, MemoryChallenges, takeChallenge } from "@lapwing/passkey/challenges";
 * import type { AuthenticationResponseJSON, RelyingParty, StoredPasskey } from "@lapwing/passkey/server";
 *
 * const challenges = new MemoryChallenges();
 *
 * export async function begin(relyingParty: RelyingParty, session: string) {
 * 	return keepChallenge(challenges, { session, kind: "sign-in" }, relyingParty.authenticate());
 * }
 *
 * export async function finish(
 * 	relyingParty: RelyingParty,
 * 	session: string,
 * 	response: AuthenticationResponseJSON,
 * 	passkey: StoredPasskey,
 * ) {
 * 	const challenge = await takeChallenge(challenges, { session, kind: "sign-in" }, response);
 * 	return challenge ? relyingParty.verifyAuthentication(response, { challenge, passkey }) : undefined;
 * }
 * ```
 */
export async function takeChallenge(
	store: ChallengeStore,
	ceremony: PendingCeremony,
	response: unknown,
): Promise<string | undefined> {
	const challenge = challengeOf(response);
	return challenge !== "" && (await store.take(ceremony, challenge)) ? challenge : undefined;
}

/**
 * The challenge that a response of the browser says it answers; the empty string when it names none. Nobody has
 * verified it: see {@link takeChallenge}.
 *
 * @param response parsed JSON of a stranger, of any shape.
 */
export function challengeOf(response: unknown): string {
	const encoded = memberOf(memberOf(response, "response"), "clientDataJSON");
	if (typeof encoded !== "string" || encoded.length > MAX_CLIENT_DATA_LENGTH) return "";
	const challenge = memberOf(parseJsonBytes(decodeBase64url(encoded) ?? new Uint8Array()), "challenge");
	return typeof challenge === "string" && challenge.length <= MAX_CHALLENGE_LENGTH ? challenge : "";
}

function memberOf(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null ? ownMember(value, name) : undefined;
}
