/**
 * The test vectors of WebAuthn Level 3 §16: accepted and refused as our rules say. They are computed here; where the
 * standard's own values lie beside this repository, those are verified as well and must be the computed ones.
 */

import { existsSync, readFileSync } from "node:fs";
import { isFailure } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { ES384, ES512 } from "../../algorithms.ts";
import { encodeBase64url } from "../../base64url.ts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../../webauthn-json.ts";
import type { RelyingPartyOptions } from "../options/relying-party-options.ts";
import { describeOnEachCryptography } from "../testing/each-cryptography.ts";
import { computeW3cCeremonies, type W3cCeremonies } from "../testing/w3c-ceremonies.ts";

interface PublishedVector {
	readonly id: string;
	readonly registration: Readonly<Record<"clientDataJSON" | "attestationObject", string>>;
	readonly authentication: Readonly<Record<"clientDataJSON" | "authenticatorData" | "signature", string>>;
	readonly decoded: { readonly registration: { readonly authData: string } };
	readonly json: {
		readonly registration: RegistrationResponseJSON;
		readonly authentication: AuthenticationResponseJSON;
		readonly challenge: { readonly registration: string; readonly authentication: string };
		readonly storedPasskey: { readonly id: string; readonly publicKey: string; readonly counter: number };
	};
	readonly expected: {
		readonly registration: string;
		readonly authentication: string;
		readonly withUserVerificationRequired: { readonly registration: string; readonly authentication: string };
	};
}

const PUBLISHED_FILE = new URL("../../../../../../shared/vectors/webauthn-level3.json", import.meta.url);
const published: readonly PublishedVector[] | undefined = existsSync(PUBLISHED_FILE)
	? JSON.parse(readFileSync(PUBLISHED_FILE, "utf8")).vectors
	: undefined;
const computed = await computeW3cCeremonies();

function responsesOf({ credentialId, registration, authentication, key }: W3cCeremonies) {
	const id = encodeBase64url(credentialId);
	const credential = { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
	return {
		registration: {
			...credential,
			response: {
				clientDataJSON: encodeBase64url(registration.clientDataJSON),
				attestationObject: encodeBase64url(registration.attestationObject),
			},
		},
		authentication: {
			...credential,
			response: {
				clientDataJSON: encodeBase64url(authentication.clientDataJSON),
				authenticatorData: encodeBase64url(authentication.authenticatorData),
				signature: encodeBase64url(authentication.signature),
			},
		},
		passkey: { id, publicKey: encodeBase64url(key.publicKey), counter: 0 },
	};
}

describeOnEachCryptography((makeRelyingParty) => {
	const outcomes = async (
		responses: { registration: RegistrationResponseJSON; authentication: AuthenticationResponseJSON },
		challenge: { registration: string; authentication: string },
		passkey: { id: string; publicKey: string; counter: number },
		options: Pick<RelyingPartyOptions, "allowFramed" | "userVerification" | "algorithms"> = {},
	) => {
		const relyingParty = makeRelyingParty({ id: "example.org", ...options });
		const registered = await relyingParty.verifyRegistration(responses.registration, {
			challenge: challenge.registration,
		});
		const signedIn = await relyingParty.verifyAuthentication(responses.authentication, {
			challenge: challenge.authentication,
			passkey,
		});
		if (!isFailure(registered)) expect(registered.data).toMatchObject({ id: passkey.id, publicKey: passkey.publicKey });
		return {
			registration: isFailure(registered) ? registered.error.name : "accept",
			authentication: isFailure(signedIn) ? signedIn.error.name : "accept",
		};
	};

	test.each(computed.map((ceremonies) => [ceremonies.id, ceremonies] as const))(
		"%s, computed",
		async (_id, ceremonies) => {
			const { passkey, ...responses } = responsesOf(ceremonies);
			const { registration, authentication } = ceremonies;
			const challenge = { registration: registration.challenge, authentication: authentication.challenge };
			const registered = ceremonies.attestation === "chain" ? "AttestationError" : "accept";
			const framed = ceremonies.isFramed ? "CrossOriginError" : undefined;

			expect(await outcomes(responses, challenge, passkey, { algorithms, allowFramed: true })).toStrictEqual({
				registration: registered,
				authentication: "accept",
			});
			expect(await outcomes(responses, challenge, passkey, { algorithms })).toStrictEqual({
				registration: framed ?? registered,
				authentication: framed ?? "accept",
			});
			expect(
				await outcomes(responses, challenge, passkey, { algorithms, allowFramed: true, userVerification: "required" }),
			).toStrictEqual({
				registration: registration.userVerified ? registered : "UserVerificationError",
				authentication: authentication.userVerified ? "accept" : "UserVerificationError",
			});
		},
	);

	test.each(published?.map((vector) => [vector.id, vector] as const) ?? [])("%s, as published", async (_id, vector) => {
		const { json, expected } = vector;
		const verdict = (text: string) => /^accept|(?<=^refuse: )\w+/.exec(text)?.[0];
		const framedVerdict = (text: string) => (text.includes("accept with allowFramed") ? "accept" : verdict(text));
		expect(await outcomes(json, json.challenge, json.storedPasskey)).toStrictEqual({
			registration: verdict(expected.registration),
			authentication: verdict(expected.authentication),
		});
		if (expected.registration.startsWith("refuse: UnsupportedAlgorithmError") && vector.id !== "packed-ed448") {
			// "If offered and supported": the chain is refused, and the sign-in is not.
			expect(await outcomes(json, json.challenge, json.storedPasskey, { algorithms })).toStrictEqual({
				registration: "AttestationError",
				authentication: "accept",
			});
		}
		const framed = await outcomes(json, json.challenge, json.storedPasskey, { allowFramed: true });
		expect(framed).toStrictEqual({
			registration: framedVerdict(expected.registration),
			authentication: framedVerdict(expected.authentication),
		});
		const required = { allowFramed: true, userVerification: "required" } as const;
		const verified = (text: string, else_: string) => (text === "UV set" ? else_ : "UserVerificationError");
		expect(await outcomes(json, json.challenge, json.storedPasskey, required)).toStrictEqual({
			registration: verified(expected.withUserVerificationRequired.registration, framed.registration),
			authentication: verified(expected.withUserVerificationRequired.authentication, framed.authentication),
		});
	});
});

/** Every algorithm that the vectors have and that we verify. */
const algorithms = [-7, -257, -8, ES384, ES512];

describe("the computed ceremonies", () => {
	test("are all that our arithmetic reaches: every vector but Ed448", () => {
		expect(computed).toHaveLength(14);
		if (!published) return;
		const others = published.filter(({ id }) => computed.every((ceremonies) => ceremonies.id !== id));
		expect(others.map(({ id }) => id)).toStrictEqual(["packed-ed448"]);
	});

	// The first vector's assertion as the standard prints it, so that this holds on machines without the published file.
	test("are the standard's, by the signature of the first", () => {
		const [first] = computed;
		expect(Buffer.from(first?.authentication.signature ?? []).toString("hex")).toBe(
			"3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87",
		);
	});

	test.each(published ? computed.map((ceremonies) => [ceremonies.id, ceremonies] as const) : [])(
		"%s is byte for byte as published",
		(id, { registration, authentication, attestation }) => {
			const vector = published?.find((each) => each.id === id);
			const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
			expect(hex(registration.clientDataJSON)).toBe(vector?.registration.clientDataJSON);
			expect(hex(registration.authenticatorData)).toBe(vector?.decoded.registration.authData);
			if (attestation !== "chain")
				expect(hex(registration.attestationObject)).toBe(vector?.registration.attestationObject);
			expect(hex(authentication.clientDataJSON)).toBe(vector?.authentication.clientDataJSON);
			expect(hex(authentication.authenticatorData)).toBe(vector?.authentication.authenticatorData);
			expect(hex(authentication.signature)).toBe(vector?.authentication.signature);
		},
	);
});
