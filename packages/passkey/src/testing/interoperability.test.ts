/** Checks with another implementation that SimpleWebAuthn accepts what the software authenticator makes. */

import { unwrap } from "@lapwing/result";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { expect, test } from "vitest";
import { ES384, ES512, ML_DSA_44, PS256 } from "../algorithms.ts";
import { encodeBase64url } from "../base64url.ts";
import { RelyingParty } from "../server.ts";
import { SoftwareAuthenticator } from "../testing.ts";

const EXPECTED = { expectedOrigin: "https://example.com", expectedRPID: "example.com" };
type TheirRegistration = Parameters<typeof verifyRegistrationResponse>[0]["response"];
type TheirAuthentication = Parameters<typeof verifyAuthenticationResponse>[0]["response"];

test.each([
	[-7, "none"],
	[-7, "packed"],
	[-257, "none"],
	[-257, "packed"],
	[-8, "none"],
	[-8, "packed"],
	[-35, "packed"],
	[-36, "packed"],
	[-37, "packed"],
	[-48, "none"],
] as const)(
	"both libraries read the same out of ceremonies by algorithm %d with %s attestation",
	async (alg, attestation) => {
		const algorithm = [ES384, ES512, PS256, ML_DSA_44].find((each) => each.id === alg) ?? alg;
		const relyingParty = new RelyingParty({ id: "example.com", name: "Example", algorithms: [algorithm] });
		const authenticator = new SoftwareAuthenticator({ seed: "interoperability", attestation });

		const { challenge, options } = relyingParty.register({ user: { id: "account", name: "ada" } });
		const created = await authenticator.create(options);
		const ours = unwrap(await relyingParty.verifyRegistration(created, { challenge }));
		const theirs = await verifyRegistrationResponse({
			...EXPECTED,
			response: created as TheirRegistration,
			expectedChallenge: challenge,
			supportedAlgorithmIDs: [alg],
		});
		const info = theirs.registrationInfo;
		if (!info) return expect.unreachable("SimpleWebAuthn refused the registration");
		expect({
			id: info.credential.id,
			publicKey: encodeBase64url(info.credential.publicKey),
			counter: info.credential.counter,
			transports: info.credential.transports,
			aaguid: info.aaguid,
			attestation: info.fmt,
			userVerified: info.userVerified,
			syncable: info.credentialDeviceType === "multiDevice",
			backedUp: info.credentialBackedUp,
			algorithm: alg,
			rpId: info.rpID,
			origin: info.origin,
			// Theirs does not report the frame.
			crossOrigin: false,
			topOrigin: null,
			// Theirs hands on the client's results with the response, and the authenticator's as they came.
			clientExtensionResults: {},
			authenticatorExtensionResults: {},
		}).toStrictEqual(ours);

		const signIn = relyingParty.authenticate();
		const response = await authenticator.get(signIn.options);
		const answer = unwrap(
			await relyingParty.verifyAuthentication(response, { challenge: signIn.challenge, passkey: ours }),
		);
		const { verified, authenticationInfo } = await verifyAuthenticationResponse({
			...EXPECTED,
			response: response as TheirAuthentication,
			expectedChallenge: signIn.challenge,
			credential: info.credential,
		});
		expect(verified).toBe(true);
		expect(authenticationInfo.newCounter).toBe(answer.counter);
	},
);
