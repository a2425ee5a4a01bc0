import { isFailure } from "@lapwing/result";
import { beforeAll, describe, expect, test } from "vitest";
import type { CborValue } from "../server/responses/cbor.ts";
import { CHALLENGE, RP_ID, registrationWith } from "../server/testing/respond.ts";
import { RelyingParty } from "../server.ts";
import { sha256 } from "../testing/bytes.ts";
import { cborMap } from "../testing/encode-cbor.ts";
import type { RegistrationResponseJSON } from "../webauthn-json.ts";
import type { Metadata } from "./metadata/metadata.ts";
import { type AttestationPolicyOptions, attestationPolicy } from "./policy.ts";
import { attested, outcomeOf, spkiOf } from "./testing/attest.ts";
import { type Authority, extension, makeAuthority, makeCertificate, pem } from "./testing/certificates.ts";
import { context, octets, sequence } from "./testing/der.ts";

let root: Authority;
let registration: RegistrationResponseJSON;
beforeAll(async () => {
	root = await makeAuthority();
	registration = await attested("apple", async ({ signed, key }) => {
		const certificate = await makeCertificate({
			spki: spkiOf(key),
			subject: [["2.5.4.3", "Credential"]],
			issuerName: root.name,
			issuer: root.signer,
			serialNumber: Uint8Array.of(0x0b, 0xad),
			extensions: [extension("1.2.840.113635.100.8.2", sequence(context(1, octets(await sha256(signed)))))],
		});
		return cborMap(["x5c", [certificate]]);
	});
});

const noneRegistration = () => registrationWith({ format: "none", statement: () => cborMap() });

describe("an attestation policy", () => {
	test("answers what the statement proves, beside the passkey", async () => {
		const attestation = attestationPolicy({ trustAnchors: [root.certificate] });
		const relyingParty = new RelyingParty({ id: RP_ID, name: "Example", attestation });
		const result = await relyingParty.verifyRegistration(registration, { challenge: CHALLENGE });
		if (isFailure(result)) throw result.error;
		expect(result.data).toMatchObject({ attestation: "apple", attestationTrust: { type: "anonca" } });
		expect(result.data.attestationTrust?.path).toHaveLength(2);
		expect(result.data.attestationTrust?.path[1]).toBe(Buffer.from(root.certificate).toString("base64"));
	});

	test("takes anchors as PEM, several in one text, and as DER", async () => {
		const other = await makeAuthority("Other");
		const bundle = `Our roots\n${pem(other.certificate)}${pem(root.certificate)}`;
		expect(await outcomeOf(registration, { trustAnchors: [bundle] })).toBe("anonca");
		expect(await outcomeOf(registration, { trustAnchors: [other.certificate, root.certificate] })).toBe("anonca");
		expect(await outcomeOf(registration, { trustAnchors: [pem(other.certificate)] })).toBe("untrusted");
	});

	test("accepts none and self attestation only if it says so", async () => {
		const self = await registrationWith();
		const trustAnchors = [root.certificate];
		expect(await outcomeOf(await noneRegistration(), { trustAnchors })).toBe("unattested");
		expect(await outcomeOf(self, { trustAnchors })).toBe("unattested");
		expect(await outcomeOf(await noneRegistration(), { trustAnchors, acceptUnattested: ["none"] })).toBe("none");
		expect(await outcomeOf(self, { trustAnchors, acceptUnattested: ["none"] })).toBe("unattested");
		expect(await outcomeOf(self, { trustAnchors, acceptUnattested: ["self"] })).toBe("self");
	});

	test("refuses none with content and an invalid self attestation even if it accepts these formats", async () => {
		const options: AttestationPolicyOptions = {
			trustAnchors: [root.certificate],
			acceptUnattested: ["none", "self"],
		};
		const withContent = await registrationWith({ format: "none", statement: () => cborMap(["sig", 1]) });
		expect(await outcomeOf(withContent, options)).toBe("statement");
		const bentSelf = await registrationWith({ statement: (self) => self.set("sig", new Uint8Array(70)) });
		expect(await outcomeOf(bentSelf, options)).toBe("statement");
	});

	test("takes the formats that it names and no other", async () => {
		expect(await outcomeOf(registration, { trustAnchors: [root.certificate], formats: ["packed"] })).toBe("format");
		const unknown = await registrationWith({ format: "android-safetynet" });
		expect(await outcomeOf(unknown, { trustAnchors: [root.certificate] })).toBe("format");
		const inherited = await registrationWith({ format: "constructor" });
		expect(await outcomeOf(inherited, { trustAnchors: [root.certificate] })).toBe("format");
	});

	test("asks whether a certificate is revoked", async () => {
		const isRevoked = ({ serialNumber }: { serialNumber: string }) => serialNumber === "bad";
		expect(await outcomeOf(registration, { trustAnchors: [root.certificate], isRevoked })).toBe("revoked");
	});

	test("validates certificates by its own clock", async () => {
		const now = () => new Date("2023-12-31");
		expect(await outcomeOf(registration, { trustAnchors: [root.certificate], now })).toBe("expired");
	});

	test("makes registrations request attestation, in its formats", () => {
		const attestation = attestationPolicy({
			trustAnchors: [root.certificate],
			formats: ["tpm", "packed"],
			conveyance: "enterprise",
		});
		const relyingParty = new RelyingParty({ id: RP_ID, name: "Example", attestation });
		const { options } = relyingParty.register({ user: { id: "a", name: "ada" } });
		expect(options).toMatchObject({ attestation: "enterprise", attestationFormats: ["tpm", "packed"] });
		const plain = new RelyingParty({ id: RP_ID, name: "Example" }).register({ user: { id: "a", name: "ada" } });
		expect(plain.options.attestation).toBe("none");
		expect(plain.options).not.toHaveProperty("attestationFormats");
	});

	test("without a policy chains are refused, and the error has no reason", async () => {
		const relyingParty = new RelyingParty({ id: RP_ID, name: "Example" });
		const refused = await relyingParty.verifyRegistration(registration, { challenge: CHALLENGE });
		expect(refused).toMatchObject({ status: "failure", error: { name: "AttestationError", reason: undefined } });
	});

	test.each<[string, () => AttestationPolicyOptions]>([
		["nobody to trust", () => ({})],
		["no anchors", () => ({ trustAnchors: [] })],
		["an unknown format", () => ({ trustAnchors: [root.certificate], formats: ["u2f" as "fido-u2f"] })],
		["an unknown conveyance", () => ({ trustAnchors: [root.certificate], conveyance: "none" as "direct" })],
		["an unknown list", () => ({ trustAnchors: [root.certificate], androidKeyLists: "all" as "tee" })],
		[
			"an unknown way of proving nothing",
			() => ({ trustAnchors: [root.certificate], acceptUnattested: ["any" as "none"] }),
		],
	])("throws RangeError for %s", (_what, options) => {
		expect(() => attestationPolicy(options())).toThrow(RangeError);
	});

	test.each<[string, () => AttestationPolicyOptions]>([
		["a text that is no PEM", () => ({ trustAnchors: ["root.pem"] })],
		["bytes that are no certificate", () => ({ trustAnchors: [Uint8Array.of(1, 2, 3)] })],
		[
			"PEM around something else",
			() => ({ trustAnchors: ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"] }),
		],
		["anchors that are no array", () => ({ trustAnchors: pem(root.certificate) as unknown as string[] })],
		["metadata that nobody verified", () => ({ metadata: { entries: [] } as unknown as Metadata })],
		[
			"one word instead of an array",
			() => ({ trustAnchors: [root.certificate], acceptUnattested: "none" as unknown as ["none"] }),
		],
		["SHA-1 allowed by a text", () => ({ trustAnchors: [root.certificate], allowSha1: "false" as unknown as boolean })],
		[
			"revocation that is no function",
			() => ({ trustAnchors: [root.certificate], isRevoked: false as unknown as () => boolean }),
		],
	])("throws TypeError for %s", (_what, options) => {
		expect(() => attestationPolicy(options())).toThrow(TypeError);
	});

	test("throws RangeError for no format, by which nothing could be verified", () => {
		expect(() => attestationPolicy({ trustAnchors: [root.certificate], formats: [] })).toThrow(RangeError);
	});

	test.each(["direct", null, {}])("is the only thing that a relying party takes for attestation: not %j", (wrong) => {
		const attestation = wrong as unknown as ReturnType<typeof attestationPolicy>;
		expect(() => new RelyingParty({ id: RP_ID, name: "Example", attestation })).toThrow(TypeError);
	});

	test("never throws for what a client can send in a statement's place", async () => {
		const odd: CborValue[] = [null, 0, -1, "", true, [], [1], [new Uint8Array()], cborMap(["a", 1]), new Uint8Array(1)];
		for (const format of ["packed", "tpm", "android-key", "apple", "fido-u2f"]) {
			for (const value of odd) {
				const members = ["x5c", "sig", "alg", "ver", "certInfo", "pubArea"].map((name) => [name, value] as const);
				const response = await registrationWith({ format, statement: () => cborMap(...members) });
				expect(await outcomeOf(response, { trustAnchors: [root.certificate] })).toMatch(/statement|unattested/);
			}
		}
	});
});
