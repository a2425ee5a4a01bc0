/** The options that a host gives the server half, on every runtime: handles in bytes, frames, moves, callbacks. */

import { failure, type Result, success } from "@lapwing/result";
import { encodeBase64url } from "../../../base64url.ts";
import { checkRelatedOrigins, relatedOrigins } from "../../../related-origins.ts";
import type { RelyingParty, RelyingPartyOptions } from "../../../server.ts";
import { SoftwareAuthenticator } from "../../../testing.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../respond.ts";

type Make = (options?: Partial<RelyingPartyOptions>) => RelyingParty;
type ExpectOutcome = (what: string, result: Result<unknown>, wanted: string) => void;

const TOP = "https://partner.example";
const passkey = STORED_PASSKEY;

export async function runHostOptions(make: Make, expectOutcome: ExpectOutcome): Promise<void> {
	const relyingParty = make();
	const issued = new Set([CHALLENGE]);
	const challenge = async (received: string) => issued.delete(received);
	const signIn = await authenticationWith();
	expectOutcome("a callback", await relyingParty.verifyAuthentication(signIn, { challenge, passkey }), "success");
	const again = await relyingParty.verifyAuthentication(signIn, { challenge, passkey });
	expectOutcome("a callback, again", again, "ChallengeMismatchError");

	const framing = make({ allowFramed: { topOrigins: [TOP] } });
	for (const [topOrigin, wanted] of [
		[TOP, "success"],
		["https://evil.example", "CrossOriginError"],
	] as const) {
		const framed = await authenticationWith({ clientData: { crossOrigin: true, topOrigin } });
		const result = await framing.verifyAuthentication(framed, { challenge: CHALLENGE, passkey });
		expectOutcome(`a frame in ${topOrigin}`, result, wanted);
	}

	const absent = await registrationWith({ data: { userPresent: false } });
	for (const [userPresence, wanted] of [
		["optional", "success"],
		["required", "UserPresenceError"],
	] as const) {
		const result = await relyingParty.verifyRegistration(absent, { challenge: CHALLENGE, userPresence });
		expectOutcome(`user presence ${userPresence}`, result, wanted);
	}

	expectOutcome("a byte handle", await signInWithByteHandle(relyingParty), "success");

	const moved = { id: "example.org", formerIds: ["example.com"], origin: "https://example.com" };
	const result = await make(moved).verifyAuthentication(signIn, { challenge: CHALLENGE, passkey });
	expectOutcome("a former relying party id", result, "success");

	const options = { id: "example.com", origin: ["https://example.com", "https://example.co.uk"] };
	const problems = await checkRelatedOrigins(options, Response.json(relatedOrigins(options)));
	expectOutcome("related origins", problems.length === 0 ? success() : failure(new Error()), "success");
}

/** Fails when the handle that a sign-in answers is not the one that was registered. */
async function signInWithByteHandle(relyingParty: RelyingParty): Promise<Result<unknown>> {
	const id = Uint8Array.of(0xff, 0xfe, 0, 1);
	const authenticator = new SoftwareAuthenticator({ seed: "byte handle" });
	const registration = relyingParty.register({ user: { id, name: "ada" } });
	const created = await authenticator.create(registration.options);
	const registered = await relyingParty.verifyRegistration(created, { challenge: registration.challenge });
	if (registered.status === "failure") return registered;
	const { challenge, options } = relyingParty.authenticate();
	const asserted = await authenticator.get(options);
	const result = await relyingParty.verifyAuthentication(asserted, { challenge, passkey: registered.data });
	if (result.status === "failure") return result;
	return result.data.userHandle === encodeBase64url(id) ? result : failure(new Error("another user handle"));
}
