/**
 * The steps that both ceremonies share (WebAuthn Level 3 §7.1 and §7.2), in the standard's order: client data, then
 * authenticator data. Each answers its refusal, or `undefined` when there is none.
 */

import { failure } from "@lapwing/result";
import type { Bytes } from "../../bytes.ts";
import {
	ChallengeMismatchError,
	CrossOriginError,
	MalformedResponseError,
	OriginMismatchError,
	RelyingPartyMismatchError,
	UserPresenceError,
	UserVerificationError,
} from "../errors.ts";
import type { Cryptography } from "../keys/cryptography.ts";
import { isWebOrigin, parsedUrl } from "../options/option-checks.ts";
import type { Framing, OriginCheck } from "../options/relying-party-options.ts";
import type { AuthenticatorData } from "../responses/authenticator-data.ts";
import type { ClientData } from "../responses/client-data.ts";

/** What a response must answer to. */
export interface Ceremony {
	/** The relying party ids that the authenticator may have answered for. */
	readonly acceptedIds: readonly AcceptedId[];
	/** The challenge, or a callback that checks the challenge of the response. */
	readonly challenge: string | ChallengeCheck;
	readonly origins: readonly string[] | OriginCheck;
	readonly framing: boolean | Framing;
	readonly requiresUserPresence: boolean;
	readonly requiresUserVerification: boolean;
}

export interface AcceptedId {
	readonly id: string;
	/** SHA-256 of the id. */
	readonly hash: Uint8Array;
}

/**
 * Answers whether `challenge`, which comes from the response and may be chosen by a stranger, was issued for this
 * visitor and kind of ceremony. It must remove the challenge in the same step, so that it answers true only once.
 */
export type ChallengeCheck = (challenge: string) => boolean | Promise<boolean>;

/** The page that ran the ceremony, as the browser reported it; null for what it did not report. */
export interface CeremonyContext {
	/** The relying party id that the authenticator answered for: `id`, or one of `formerIds`. */
	rpId: string;
	/** The origin of the page or app that ran the ceremony: one of those allowed. */
	origin: string;
	/** Whether it ran in a cross-origin frame. */
	crossOrigin: boolean | null;
	/**
	 * The origin of the page around that frame. Many browsers do not send it, so null does not mean that there is none.
	 */
	topOrigin: string | null;
}

type ClientDataRefusal = ChallengeMismatchError | OriginMismatchError | CrossOriginError;

/**
 * Whether the response answers the challenge of this ceremony. A callback removes the challenge, so it is asked before
 * anything else is judged: each attempt that names a challenge uses it up, whatever refuses the attempt in the end.
 */
export async function takesChallenge(
	clientData: ClientData | undefined,
	{ challenge: expected }: Ceremony,
): Promise<boolean> {
	const received = clientData?.challenge;
	// An empty challenge comes from a host that stored none; no response may match it.
	if (!received) return false;
	if (typeof expected !== "function") return received === expected;
	return received.length <= MAX_CHALLENGE_LENGTH && yesOrNo("challenge", await expected(received));
}

/** @param isPending what {@link takesChallenge} answered. */
export async function refusalOfClientData(
	clientData: ClientData,
	{ challenge, origins, framing }: Ceremony,
	isPending: boolean,
): Promise<ClientDataRefusal | undefined> {
	// §7.1 step 8, §7.2 step 11.
	if (!isPending) return new ChallengeMismatchError({ expected: typeof challenge });
	// §7.1 step 9, §7.2 step 12.
	const { origin, crossOrigin, topOrigin } = clientData;
	if (!(await isAllowedOrigin(origin, origins))) {
		return new OriginMismatchError({
			received: origin,
			expected: typeof origins === "function" ? undefined : origins,
		});
	}
	// §7.1 steps 10 and 11, §7.2 steps 13 and 14.
	if (isFramingAccepted(clientData, framing)) return undefined;
	return new CrossOriginError({ origin, crossOrigin, topOrigin });
}

async function isAllowedOrigin(received: string, allowed: readonly string[] | OriginCheck): Promise<boolean> {
	if (typeof allowed !== "function") return allowed.includes(received);
	if (!isAskable(received)) return false;
	return yesOrNo("origin", await allowed(received));
}

/** Characters. A host may look the origin up. Host names have 253 at most. */
const MAX_ORIGIN_LENGTH = 512;

function isAskable(origin: string): boolean {
	return origin.length <= MAX_ORIGIN_LENGTH && (isWebOrigin(origin) || /^android:[\w:-]+$/.test(origin));
}

/** Characters. A host looks the challenge up, so a stranger must not choose its length. This library issues 43. */
const MAX_CHALLENGE_LENGTH = 1_024;

/** A row, or an object that counts deleted rows, would always be true. */
function yesOrNo(option: string, answer: unknown): boolean {
	if (typeof answer !== "boolean") throw new TypeError(`${option}: the callback must answer true or false`);
	return answer;
}

function isFramingAccepted({ crossOrigin, topOrigin }: ClientData, framing: boolean | Framing): boolean {
	const isFramed = crossOrigin === true || topOrigin !== undefined;
	if (!isFramed) return true;
	if (typeof framing === "boolean") return framing;
	return topOrigin !== undefined && framing.topOrigins.includes(topOrigin);
}

/** §7.1 step 14, §7.2 step 15: the relying party id that the authenticator answered for, if it is an accepted one. */
export function acceptedIdOf(data: AuthenticatorData, accepted: readonly AcceptedId[]): string | undefined {
	return accepted.find(({ hash }) => isEqual(data.rpIdHash, hash))?.id;
}

type AuthenticatorDataRefusal = UserPresenceError | UserVerificationError | MalformedResponseError;

export function refusalOfAuthenticatorData(
	data: AuthenticatorData,
	ceremony: Ceremony,
): AuthenticatorDataRefusal | undefined {
	// §7.1 step 15, §7.2 step 16.
	const { userPresent, userVerified, backupEligible, backedUp } = data;
	const flags = { userPresent, userVerified, backupEligible, backedUp };
	if (ceremony.requiresUserPresence && !userPresent) return new UserPresenceError(flags);
	// §7.1 step 16, §7.2 step 17.
	if (ceremony.requiresUserVerification && !userVerified) return new UserVerificationError(flags);
	// §7.1 step 17, §7.2 step 18.
	if (!backedUp || backupEligible) return undefined;
	return new MalformedResponseError("backup flags", { member: "flags", ...flags });
}

/**
 * @param problem a code that ../explain.ts puts in words.
 * @param received what a stranger sent there instead.
 */
export function malformed(part: string, member: string, problem = "syntax", received?: string) {
	return failure(new MalformedResponseError(part, { member, problem, received }));
}

/** The refusal of an authenticator that answered for another id: most often for the host of the page. */
export async function relyingPartyMismatch(
	data: AuthenticatorData,
	{ origin }: ClientData,
	accepted: readonly AcceptedId[],
	cryptography: Cryptography,
): Promise<RelyingPartyMismatchError> {
	const host = await hashedId(parsedUrl(origin)?.hostname ?? "", cryptography);
	const received = acceptedIdOf(data, [host]);
	return new RelyingPartyMismatchError({ received, expected: accepted.map(({ id }) => id), origin });
}

export async function hashedId(id: string, cryptography: Cryptography): Promise<AcceptedId> {
	return { id, hash: await cryptography.sha256(new TextEncoder().encode(id)) };
}

/** What a result reports of the ceremony. */
export function contextOf({ origin, crossOrigin, topOrigin }: ClientData, rpId: string): CeremonyContext {
	return { rpId, origin, crossOrigin: crossOrigin ?? null, topOrigin: topOrigin ?? null };
}

/** For public values only: its duration reveals where they differ. */
function isEqual(some: Uint8Array, others: Uint8Array): boolean {
	return some.length === others.length && some.every((byte, index) => byte === others[index]);
}

/** What authenticators sign: their data, then the hash of the client data (§6.3.3). */
export function signedBytes(authenticatorData: Uint8Array, clientDataHash: Uint8Array): Bytes {
	const signed = new Uint8Array(authenticatorData.length + clientDataHash.length);
	signed.set(authenticatorData);
	signed.set(clientDataHash, authenticatorData.length);
	return signed;
}
