/**
 * Puts a refusal in words for whoever runs the host: what came, what was expected, what to do. For logs and consoles;
 * it quotes what strangers sent, escaped and shortened, so no visitor should see it.
 */

import type { PasskeyError } from "../passkey-error.ts";
import {
	type AuthenticationRefusal,
	type RefusalDetail,
	type RegistrationRefusal,
	VerificationError,
} from "./errors.ts";

type Explain = (detail: RefusalDetail) => string;

const EXPLANATIONS: Readonly<Record<(RegistrationRefusal | AuthenticationRefusal)["name"], Explain>> = {
	MalformedResponseError: ({ member, problem, received }) =>
		`${nameOf(member)} ${
			problem === "other-type"
				? `is ${quoted(received)}, which is not of this ceremony`
				: (PROBLEMS[String(problem)] ?? "is malformed")
		}. ${adviceOn(member, problem)}`,
	ChallengeMismatchError: ({ expected }) =>
		`No such challenge is pending: it was used before, has expired, was replaced by a newer one, or belongs to another session. ${
			expected === "string"
				? "Compare with the challenge of the same ceremony: a second tab that overwrites the first one's is the usual cause."
				: "Look at how it is kept: under the session, the kind of ceremony and the challenge itself, for timeout + 60 s, and removed when it is taken."
		} Send each answer to the verify route once.`,
	OriginMismatchError: ({ received, expected }) =>
		`The page is on ${quoted(received)}; allowed is ${expected === undefined ? "what the origin function says" : quoted(expected)}. ${adviceOnOrigin(String(received), expected)}`,
	CrossOriginError: ({ topOrigin }) =>
		`The page ran in a frame of ${topOrigin === undefined ? "a page that the browser doesn't name" : quoted(topOrigin)}, which allowFramed does not allow. If the frame is yours, list its page in allowFramed: { topOrigins }.`,
	RelyingPartyMismatchError: ({ received, expected, origin }) =>
		`The authenticator answered for ${
			received === undefined ? "another id than that of the page's host" : `the id ${quoted(received)}`
		}; this relying party's is ${quoted(expected)} (the page is on ${quoted(origin)}). Hand the options to the page as they were issued, and construct RelyingParty with the id that the passkeys were registered under; ids from before a move belong in formerIds.`,
	UserPresenceError: () =>
		"The authenticator did not see a person. Only a registration with mediation: conditional may lack that: pass userPresence: optional there, and nowhere else.",
	UserVerificationError: () =>
		"User verification is required, and the authenticator asked for neither PIN nor biometrics. Issue the options with the same userVerification as you verify with.",
	CredentialMismatchError: ({ problem, received, expected, userHandle }) =>
		problem === "user"
			? `The passkey ${quoted(received)} is stored for another user than the one that the authenticator names (user handle ${quoted(userHandle)}). Compare passkey.userId with the user.id of the registration; leave userId out where they are different things.`
			: problem === "unknown"
				? `No passkey with the id ${quoted(received)} is stored: it was removed here, or is of another database. Passkey.signalUnknownCredential tells the password manager.`
				: `The passkey ${quoted(received)} answered, and ${quoted(expected)} was looked up. Find the stored passkey by the response's id.`,
	SignatureError: ({ id }) =>
		`The signature is not by the stored key of ${quoted(id)}. Store publicKey as the registration answered it, and pass the response on unchanged.`,
	CounterError: ({ id, received, stored }) =>
		`The passkey ${quoted(id)} answered with the counter ${received}, and ${stored} is stored. The authenticator may have been cloned, the response was sent twice, or the counter was stored without comparing: only ever store a greater one.`,
	UnsupportedAlgorithmError: ({ received, id }) =>
		id === undefined
			? `The new key is ${received === undefined ? "of no algorithm that is offered, or too weak" : `of algorithm ${received}, which was not offered`}. Others are imported from @lapwing/passkey/algorithms.`
			: `The stored key of ${quoted(id)} is of an algorithm that is not listed. Import it from @lapwing/passkey/algorithms and list it in verifyOnly.`,
	AttestationError: ({ format, reason }) =>
		reason === undefined
			? `The registration brought an attestation of format ${quoted(format)}, which nobody here verifies. Issue the options as they are (attestation: none), or pass an attestationPolicy.`
			: `The attestation of format ${quoted(format)} was refused at: ${reason}.`,
};

/**
 * What went wrong, and what to do about it, in a sentence or three. For your log; never for the visitor.
 *
 * @returns the message alone for an error of another half or library.
 *
 * @example
 * ```ts
 * import { explain } from "@lapwing/passkey/explain";
 * import { RelyingParty } from "@lapwing/passkey/server";
 * import { isFailure } from "@lapwing/result";
 *
 * const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
 * const result = await relyingParty.verifyRegistration(undefined, { challenge: "" });
 * if (isFailure(result)) console.warn(explain(result.error));
 * ```
 */
export function explain(error: PasskeyError): string {
	const words: Readonly<Record<string, Explain>> = EXPLANATIONS;
	const inWords = error instanceof VerificationError ? words[error.name]?.(error.detail) : undefined;
	return inWords === undefined ? `${error.name}: ${error.message}` : `${error.name}: ${error.message}. ${inWords}`;
}

/** By the code of the problem. */
const PROBLEMS: Readonly<Record<string, string>> = {
	undefined: "contradicts itself",
	missing: "is missing",
	empty: "is empty",
	unexpected: "has an unexpected value",
	"too-long": "is too long",
	"not-text": "is no text",
	"not-object": "is no object",
	"not-id": "is another than id",
	base64: "is base64 or has padding, not base64url",
	"not-base64url": "is not base64url",
	syntax: "can't be read as the standard writes it",
	unreadable: "can't be read",
	"read-before": "was read before",
	"no-body": "has no body",
	"not-json": "is not JSON in UTF-8",
};

function nameOf(member: RefusalDetail[string] | undefined): string {
	if (member === "" || member === undefined) return "The response";
	return member === "request" ? "The request" : String(member);
}

function adviceOn(member: RefusalDetail[string] | undefined, problem: RefusalDetail[string] | undefined): string {
	if (problem === "read-before") return "Pass the parsed body, or the Request before anything reads it.";
	if (member === "" || member === "request" || member === "response") {
		return "Send JSON.stringify of what Passkey.register or Passkey.authenticate answered, and parse the body before passing it.";
	}
	if (["not-text", "base64", "not-base64url"].includes(String(problem))) {
		return "Binary members are texts of base64url without padding: pass them on as the client half gives them, neither decoded nor encoded again.";
	}
	if (member === "clientDataJSON.type") return "Send answers of register and of authenticate to a route each.";
	if (member === "passkey.publicKey") return "Store publicKey as the registration answered it.";
	return "Send the response as the client half gives it.";
}

function adviceOnOrigin(received: string, expected: RefusalDetail[string] | undefined): string {
	const allowed = Array.isArray(expected) ? expected.map(String) : [];
	if (allowed.includes(received.replace(/^http:/, "https:"))) {
		return "The page was opened over http: redirect to https, or fix the proxy in front.";
	}
	if (allowed.some((each) => withoutPort(each) === withoutPort(received))) {
		return "Only the port differs: list the origin with the port that the address bar shows.";
	}
	return "If that page is yours, list it: new RelyingParty({ origin: [...] }).";
}

function withoutPort(origin: string): string {
	return origin.replace(/:\d+$/, "");
}

function quoted(fact: RefusalDetail[string] | undefined): string {
	if (Array.isArray(fact)) return fact.map((each) => `"${each}"`).join(" or ");
	return fact === undefined ? "unknown" : `"${fact}"`;
}
