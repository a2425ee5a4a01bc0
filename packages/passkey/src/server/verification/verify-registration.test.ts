import { isFailure, unwrap } from "@lapwing/result";
import { expect, test } from "vitest";
import { encodeBase64url } from "../../base64url.ts";
import { PasskeyError } from "../../passkey-error.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import { seededEntropy } from "../../testing/entropy.ts";
import { edDsaKey, es256Key } from "../../testing/keys/credential-key.ts";
import { KEY_MAKERS } from "../../testing/keys/key-makers.ts";
import { RelyingParty } from "../relying-party.ts";
import { describeOnEachCryptography } from "../testing/each-cryptography.ts";
import { ACCEPTED_REGISTRATIONS, publicKey, REFUSED_REGISTRATIONS, withByte } from "../testing/registration-cases.ts";
import {
	CHALLENGE,
	CREDENTIAL_ID,
	type RegistrationChanges,
	registrationWith,
	STORED_PASSKEY,
} from "../testing/respond.ts";

describeOnEachCryptography((makeRelyingParty) => {
	const relyingParty = makeRelyingParty({ userVerification: "required" });

	test("a valid registration returns the row to store", async () => {
		const result = await relyingParty.verifyRegistration(await registrationWith(), { challenge: CHALLENGE });
		expect(result).toStrictEqual({
			status: "success",
			data: {
				id: STORED_PASSKEY.id,
				publicKey: STORED_PASSKEY.publicKey,
				algorithm: -7,
				counter: 7,
				transports: ["internal"],
				aaguid: "00112233-4455-6677-8899-aabbccddeeff",
				attestation: "packed",
				userVerified: true,
				syncable: true,
				backedUp: false,
				rpId: "example.com",
				origin: "https://example.com",
				crossOrigin: false,
				topOrigin: null,
				clientExtensionResults: {},
				authenticatorExtensionResults: {},
			},
		});
	});

	test.each(REFUSED_REGISTRATIONS)("%s is refused by its step alone", async (_what, changes, refusal) => {
		const result = await relyingParty.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE });
		expect(isFailure(result) && result.error.name).toBe(refusal);
		expect(isFailure(result) && result.error).toBeInstanceOf(PasskeyError);
	});

	test.each(ACCEPTED_REGISTRATIONS)("%s is accepted", async (_what, changes) => {
		const result = await relyingParty.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE });
		expect(isFailure(result) ? result.error : undefined).toBeUndefined();
	});

	test("the call's user verification overrides the instance's, and only `required` enforces it", async () => {
		const unverified = await registrationWith({ data: { userVerified: false } });
		const verify = async (
			instance: undefined | "required" | "discouraged",
			call: undefined | "required" | "preferred",
		) => {
			const party = makeRelyingParty({ userVerification: instance });
			const result = await party.verifyRegistration(unverified, { challenge: CHALLENGE, userVerification: call });
			return isFailure(result) ? result.error.name : result.data.userVerified;
		};
		expect(await verify(undefined, undefined)).toBe(false);
		expect(await verify("discouraged", undefined)).toBe(false);
		expect(await verify("required", undefined)).toBe("UserVerificationError");
		expect(await verify("required", "preferred")).toBe(false);
		expect(await verify(undefined, "required")).toBe("UserVerificationError");
	});

	test("a frame is accepted where frames are allowed", async () => {
		const framed = makeRelyingParty({ allowFramed: true });
		for (const clientData of [{ crossOrigin: true }, { crossOrigin: true, topOrigin: "https://frame.example" }]) {
			const result = await framed.verifyRegistration(await registrationWith({ clientData }), { challenge: CHALLENGE });
			expect(isFailure(result)).toBe(false);
		}
	});

	test("user presence is optional only when the call says so, and user verification is still checked", async () => {
		const absent = await registrationWith({ data: { userPresent: false } });
		const verify = async (userPresence?: "required" | "optional") => {
			const result = await relyingParty.verifyRegistration(absent, { challenge: CHALLENGE, userPresence });
			return isFailure(result) ? result.error.name : "success";
		};
		expect(await verify("optional")).toBe("success");
		expect(await verify("required")).toBe("UserPresenceError");
		expect(await verify()).toBe("UserPresenceError");
		const unverified = await registrationWith({ data: { userPresent: false, userVerified: false } });
		const result = await relyingParty.verifyRegistration(unverified, {
			challenge: CHALLENGE,
			userPresence: "optional",
		});
		expect(isFailure(result) && result.error.name).toBe("UserVerificationError");
	});

	test("a passkey of a former relying party id is not registered", async () => {
		const moved = makeRelyingParty({ id: "example.net", formerIds: ["example.com"], origin: "https://example.com" });
		const result = await moved.verifyRegistration(await registrationWith(), { challenge: CHALLENGE });
		expect(isFailure(result) && result.error.name).toBe("RelyingPartyMismatchError");
	});

	test("each origin of the list is allowed, an app's as well", async () => {
		const origins = ["https://example.com", "https://app.example.com:8443", "android:apk-key-hash:c3VyZQ"];
		const several = makeRelyingParty({ origin: origins });
		for (const origin of origins) {
			const response = await registrationWith({ clientData: { origin } });
			expect(isFailure(await several.verifyRegistration(response, { challenge: CHALLENGE }))).toBe(false);
		}
	});

	test("an algorithm that was not offered is refused, even if the library supports it", async () => {
		const es256Only = makeRelyingParty({ algorithms: [-7] });
		const key = await edDsaKey(new Uint8Array(32).fill(3));
		const result = await es256Only.verifyRegistration(await registrationWith({ key }), { challenge: CHALLENGE });
		expect(isFailure(result) && result.error.name).toBe("UnsupportedAlgorithmError");
	});

	test.each([-7, -257, -8])(
		"a self-attestation by algorithm %d verifies, and the absence of one is accepted",
		async (alg) => {
			const key = await KEY_MAKERS.get(alg)?.(seededEntropy("registration"));
			for (const changes of [{}, { format: "none", statement: () => cborMap() }]) {
				const response = await registrationWith({ key: key ?? es256Key(1n), ...changes });
				const passkey = unwrap(await relyingParty.verifyRegistration(response, { challenge: CHALLENGE }));
				expect(passkey.algorithm).toBe(alg);
				expect(passkey.attestation).toBe(changes.format ?? "packed");
			}
		},
	);

	test("an empty stored challenge matches no response", async () => {
		const response = await registrationWith({ clientData: { challenge: "" } });
		const result = await relyingParty.verifyRegistration(response, { challenge: "" });
		expect(isFailure(result) && result.error.name).toBe("ChallengeMismatchError");
	});

	test("messages contain no received or expected value", async () => {
		for (const [, changes] of REFUSED_REGISTRATIONS) {
			const result = await relyingParty.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE });
			const { message, cause } = (isFailure(result) && result.error) as Error;
			expect(message).toMatch(/^The [a-zA-Z' -]+(: [a-zA-Z ]+)?$/);
			expect(message).not.toMatch(/example|webauthn\.|internal|packed/);
			expect(cause).toBeUndefined();
		}
	});
});

/** In the order in which they refuse. */
const STEPS: readonly (readonly [refusal: string, changes: RegistrationChanges])[] = [
	["MalformedResponseError", { json: { type: "password" } }],
	["ChallengeMismatchError", { clientData: { challenge: "AAAA" } }],
	["OriginMismatchError", { clientData: { origin: "https://example.org" } }],
	["CrossOriginError", { clientData: { crossOrigin: true } }],
	["MalformedResponseError", { dataBytes: withByte }],
	["RelyingPartyMismatchError", { data: { rpId: "example.org" } }],
	["UserPresenceError", { data: { userPresent: false } }],
	["UserVerificationError", { data: { userVerified: false } }],
	[
		"MalformedResponseError",
		{ json: { id: encodeBase64url(CREDENTIAL_ID.slice(1)), rawId: encodeBase64url(CREDENTIAL_ID.slice(1)) } },
	],
	["UnsupportedAlgorithmError", publicKey([3, -35])],
	["AttestationError", { format: "tpm" }],
];

test("when two steps would refuse, the earlier one does", async () => {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example", userVerification: "required" });
	for (const [index, [refusal, early]] of STEPS.entries()) {
		for (const [, late] of STEPS.slice(index + 1)) {
			const both: RegistrationChanges = {
				...early,
				...late,
				json: { ...late.json, ...early.json },
				clientData: { ...late.clientData, ...early.clientData },
				data: { ...late.data, ...early.data },
			};
			const result = await relyingParty.verifyRegistration(await registrationWith(both), { challenge: CHALLENGE });
			expect(isFailure(result) && result.error.name).toBe(refusal);
		}
	}
});
