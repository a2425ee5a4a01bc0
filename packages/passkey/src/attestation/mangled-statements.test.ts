/** Sound statements with a bit flipped: nothing is accepted that was not signed, and nothing throws. */

import { expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import { CHALLENGE, RP_ID } from "../server/testing/respond.ts";
import { RelyingParty } from "../server.ts";
import { attestationPolicy } from "./policy.ts";
import { makeAuthority } from "./testing/certificates.ts";
import { makeRegistration } from "./testing/conformance.ts";

/** The bytes that are accepted with a bit flipped, one bit of each tried. */
async function unprotectedBytes(format: string): Promise<{ accepted: number[]; authenticatorDataStart: number }> {
	const root = await makeAuthority("Root");
	const sound = await makeRegistration(format, root);
	const attestation = attestationPolicy({ trustAnchors: [root.certificate] });
	const relyingParty = new RelyingParty({ id: RP_ID, name: "Example", attestation });
	const verify = (response: typeof sound) => relyingParty.verifyRegistration(response, { challenge: CHALLENGE });
	expect((await verify(sound)).status).toBe("success");

	const bytes = decodeBase64url(sound.response.attestationObject) ?? new Uint8Array();
	const accepted: number[] = [];
	for (let index = 0; index < bytes.length; index++) {
		const flipped = bytes.with(index, (bytes[index] ?? 0) ^ (1 << (index & 7)));
		const response = { ...sound.response, attestationObject: encodeBase64url(flipped) };
		if ((await verify({ ...sound, response })).status === "success") accepted.push(index);
	}
	// The last member of the attestation object, behind its key and the head of a byte string.
	const authenticatorDataStart = Buffer.from(bytes).lastIndexOf("authData") + "authData".length + 2;
	return { accepted, authenticatorDataStart };
}

test.each(["packed by P-256", "packed by RSA", "apple", "android-key", "tpm"])(
	"each byte of a registration is protected: %s",
	async (format) => {
		const { accepted } = await unprotectedBytes(format);
		expect(accepted).toStrictEqual([]);
	},
	120_000,
);

test("each byte of a registration by U2F is protected but those that U2F does not sign", async () => {
	const { accepted, authenticatorDataStart } = await unprotectedBytes("fido-u2f");
	// Flags, counter and AAGUID; of the flags and of the counter some bits change what is checked otherwise.
	const unsigned = (index: number) => index >= authenticatorDataStart + 32 && index < authenticatorDataStart + 53;
	expect(accepted.filter((index) => !unsigned(index))).toStrictEqual([]);
	expect(accepted.length).toBeGreaterThan(16);
}, 120_000);
