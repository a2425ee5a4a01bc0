/** Each imported algorithm on both cryptographies: sound keys and signatures, and those with one thing wrong. */

import { isFailure, unwrap } from "@lapwing/result";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Algorithm, ES384, ES512, ML_DSA_44, ML_DSA_65, ML_DSA_87, PS256 } from "../algorithms.ts";
import { encodeBase64url } from "../base64url.ts";
import { IMPORTED, makeAlgorithmCases } from "../server/testing/algorithm-cases.ts";
import { describeOnEachCryptography } from "../server/testing/each-cryptography.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../server/testing/respond.ts";
import { withoutBuiltinModules } from "../server/testing/without-builtin-modules.ts";
import { RelyingParty } from "../server.ts";

const { keys, registrations, signIns, acceptedSignIns } = await makeAlgorithmCases();

describeOnEachCryptography((makeRelyingParty) => {
	const relyingParty = makeRelyingParty({ algorithms: IMPORTED });
	const verify = (response: Awaited<ReturnType<typeof authenticationWith>>, stored: object, party = relyingParty) =>
		party.verifyAuthentication(response, { challenge: CHALLENGE, passkey: { ...STORED_PASSKEY, ...stored } });

	test.each(keys)("a key by $algorithm registers with self-attestation and signs in", async (key) => {
		const result = await relyingParty.verifyRegistration(await registrationWith({ key }), { challenge: CHALLENGE });
		const { publicKey, algorithm } = unwrap(result);
		expect(algorithm).toBe(key.algorithm);
		expect(publicKey).toBe(encodeBase64url(key.publicKey));
		// Three times: the second import of a key is remembered.
		for (let count = 0; count < 3; count++) {
			expect(isFailure(await verify(await authenticationWith({ key }), { publicKey }))).toBe(false);
		}
	});

	test.each(keys)("a self-attestation by $algorithm must be a signature by the key", async (key) => {
		const bent = await registrationWith({
			key: { ...key, sign: async (message) => key.sign(message.toReversed() as Uint8Array<ArrayBuffer>) },
		});
		const result = await relyingParty.verifyRegistration(bent, { challenge: CHALLENGE });
		expect(isFailure(result) && result.error.name).toBe("AttestationError");
	});

	test.each(registrations)("%s is refused", async (_what, changes, refusal) => {
		const result = await relyingParty.verifyRegistration(await registrationWith(changes), { challenge: CHALLENGE });
		expect(isFailure(result) && result.error.name).toBe(refusal);
	});

	test.each(signIns)("%s is refused", async (_what, { stored = {}, ...changes }, refusal) => {
		const result = await verify(await authenticationWith(changes), stored);
		expect(isFailure(result) && result.error.name).toBe(refusal);
	});

	test.each(acceptedSignIns)("a signature %s verifies", async (_what, { stored = {}, ...changes }) => {
		expect(isFailure(await verify(await authenticationWith(changes), stored))).toBe(false);
	});

	test.each(keys)("a key by $algorithm is refused where it was not imported", async (key) => {
		const party = makeRelyingParty();
		const registered = await party.verifyRegistration(await registrationWith({ key }), { challenge: CHALLENGE });
		expect(isFailure(registered) && registered.error.name).toBe("UnsupportedAlgorithmError");
		const stored = { publicKey: encodeBase64url(key.publicKey) };
		const signedIn = await verify(await authenticationWith({ key }), stored, party);
		expect(isFailure(signedIn) && signedIn.error.name).toBe("UnsupportedAlgorithmError");
	});

	test.each(keys)("a key by $algorithm in verifyOnly signs in and does not register", async (key) => {
		const party = makeRelyingParty({ verifyOnly: IMPORTED });
		const { options } = party.register({ user: { id: "account", name: "ada" } });
		expect(options.pubKeyCredParams.map(({ alg }) => alg)).toStrictEqual([-7, -257, -8]);
		const registered = await party.verifyRegistration(await registrationWith({ key }), { challenge: CHALLENGE });
		expect(isFailure(registered) && registered.error.name).toBe("UnsupportedAlgorithmError");
		const stored = { publicKey: encodeBase64url(key.publicKey) };
		expect(isFailure(await verify(await authenticationWith({ key }), stored, party))).toBe(false);
	});
});

describe("a relying party", () => {
	const base = { id: "example.com", name: "Example" };
	const mlDsa = [ML_DSA_44, ML_DSA_65, ML_DSA_87];

	test("offers what it was given, in that order, imported or not", () => {
		const algorithms = [ML_DSA_44, -7, ES384, -257, PS256, ES512, ML_DSA_65, ML_DSA_87, -8];
		const { options } = new RelyingParty({ ...base, algorithms }).register({ user: { id: "a", name: "a" } });
		expect(options.pubKeyCredParams).toStrictEqual(
			[-48, -7, -35, -257, -37, -36, -49, -50, -8].map((alg) => ({ type: "public-key", alg })),
		);
	});

	test.each([
		["the number of one that was not imported", { algorithms: [-7, -35] }],
		["an entry of the options that browsers get", { algorithms: [{ type: "public-key", alg: -7 }] }],
		["an object with a number alone", { algorithms: [{ id: -35 }] }],
		["nothing", { algorithms: [null] }],
	])("throws for %s", (_what, options) => {
		expect(() => new RelyingParty({ ...base, ...(options as object) })).toThrow(
			new RangeError("algorithms: at least one of -7, -257, -8 or imported from @lapwing/passkey/algorithms"),
		);
	});

	test("throws for a number to verify only", () => {
		expect(() => new RelyingParty({ ...base, verifyOnly: [-35] } as never)).toThrow(
			new RangeError("verifyOnly: each must be imported"),
		);
	});

	const refusal = (algorithm: Algorithm) =>
		new RangeError(`algorithms: this runtime cannot verify ${algorithm.webCrypto.name}; leave it out or use Node 24.7`);

	afterEach(() => vi.unstubAllGlobals());

	test.each(mlDsa)("throws for $webCrypto.name where neither Node nor WebCrypto has it", (algorithm) => {
		vi.stubGlobal("SubtleCrypto", { supports: () => false });
		const make = (options: object) => withoutBuiltinModules(() => new RelyingParty({ ...base, ...options }));
		expect(() => make({ algorithms: [-7, algorithm] })).toThrow(refusal(algorithm));
		expect(() => make({ verifyOnly: [algorithm] })).toThrow(refusal(algorithm));
		vi.stubGlobal("SubtleCrypto", class {});
		expect(() => make({ algorithms: [algorithm] })).toThrow(refusal(algorithm));
		vi.stubGlobal("SubtleCrypto", undefined);
		expect(() => make({ algorithms: [algorithm] })).toThrow(refusal(algorithm));
		expect(() => make({ algorithms: [ES384, ES512, PS256] })).not.toThrow();
	});

	test.each(mlDsa)("takes $webCrypto.name where one of the two has it", (algorithm) => {
		expect(() => withoutBuiltinModules(() => new RelyingParty({ ...base, algorithms: [algorithm] }))).not.toThrow();
		vi.stubGlobal("SubtleCrypto", undefined);
		expect(() => new RelyingParty({ ...base, algorithms: [algorithm] })).not.toThrow();
	});
});
