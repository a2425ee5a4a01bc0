/**
 * What a developer reads of each usual mistake, here and from SimpleWebAuthn: our explanation names all that theirs
 * does, what theirs leaves out, and what to do.
 */

import { explain } from "@lapwing/passkey/explain";
import { RelyingParty } from "@lapwing/passkey/server";
import { SoftwareAuthenticator } from "@lapwing/passkey/testing";
import { isFailure, unwrap } from "@lapwing/result";
import { verifyAuthenticationResponse } from "@simplewebauthn/server";
import { expect, test } from "vitest";

const ORIGINS = ["https://example.com", "https://login.example.com"];
const relyingParty = new RelyingParty({ id: "example.com", name: "Example", origin: ORIGINS });

interface Mistake {
	/** The page on which the ceremony runs. */
	origin?: string;
	/** The id that the options say. */
	rpId?: string;
	challenge?: string;
	/** What the host hands over in the place of the response. */
	received?: (response: Awaited<ReturnType<SoftwareAuthenticator["get"]>>) => unknown;
}

/** What each says of a sign-in with `mistake`; an empty text for no refusal. */
async function messagesOf(mistake: Mistake) {
	const { origin = "https://example.com", rpId = "example.com", challenge: stored, received } = mistake;
	const party = new RelyingParty({ id: rpId, name: "Example", origin, allowInsecureOrigin: true });
	const authenticator = new SoftwareAuthenticator({ origin });
	const registration = party.register({ user: { id: "account", name: "ada" } });
	const created = await authenticator.create(registration.options);
	const passkey = unwrap(await party.verifyRegistration(created, registration));
	const { challenge: issued, options } = party.authenticate();
	const response = await authenticator.get(options);
	const answer = received ? received(response) : response;
	const challenge = stored ?? issued;
	const result = await relyingParty.verifyAuthentication(answer, { challenge, passkey });
	const theirs = verifyAuthenticationResponse({
		response: answer as never,
		expectedChallenge: challenge,
		expectedOrigin: ORIGINS,
		expectedRPID: "example.com",
		requireUserVerification: false,
		credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, "base64url"), counter: passkey.counter },
	}).then(
		({ verified }) => (verified ? "" : "verified: false"),
		(error: Error) => error.message,
	);
	return { ours: isFailure(result) ? explain(result.error) : "", theirs: await theirs };
}

const standardBase64 = (text: string) => Buffer.from(text, "base64url").toString("base64");

test.each<[what: string, mistake: Mistake, facts: string[], advice: string]>([
	[
		"another origin",
		{ origin: "https://www.example.com" },
		["https://www.example.com", ...ORIGINS],
		"new RelyingParty({ origin: [...] })",
	],
	[
		"another id on the page than on the server",
		{ origin: "https://login.example.com", rpId: "login.example.com" },
		['the id "login.example.com"', 'is "example.com"', "https://login.example.com"],
		"construct RelyingParty with the id that the passkeys were registered under",
	],
	[
		"a stale challenge",
		{ challenge: "c3RhbGUtc3RhbGUtc3RhbGU" },
		["used before, has expired, was replaced", "another session"],
		"Send each answer to the verify route once",
	],
	[
		"a page over http",
		{ origin: "http://example.com" },
		["http://example.com", "https://example.com", "over http"],
		"redirect to https, or fix the proxy in front",
	],
	["a missing body", { received: () => undefined }, ["is missing"], "parse the body before passing it"],
	[
		"base64 that was not decoded",
		{
			received: (response) => {
				const authenticatorData = `${standardBase64(response.response.authenticatorData)}=`.replace(/=+$/, "==");
				return { ...response, response: { ...response.response, authenticatorData } };
			},
		},
		["response.authenticatorData", "is base64 or has padding"],
		"pass them on as the client half gives them",
	],
])("%s is explained with more than SimpleWebAuthn says", async (_what, mistake, facts, advice) => {
	const { ours, theirs } = await messagesOf(mistake);
	for (const each of [...facts, advice]) expect(ours).toContain(each);
	expect(theirs).not.toContain(advice);
	// Origins and ids that they name, we name as well. A challenge is a secret, and stands in no log of ours.
	for (const [, value = ""] of theirs.matchAll(/"([a-z]+:\/\/[^"]+)"/g)) expect(ours).toContain(value);
});
