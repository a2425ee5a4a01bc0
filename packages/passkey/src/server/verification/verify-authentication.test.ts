import { isFailure } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { encodeBase64url } from "../../base64url.ts";
import { PasskeyError } from "../../passkey-error.ts";
import { seededEntropy } from "../../testing/entropy.ts";
import { es256Key } from "../../testing/keys/credential-key.ts";
import { KEY_MAKERS } from "../../testing/keys/key-makers.ts";
import { RelyingParty } from "../relying-party.ts";
import { describeOnEachCryptography } from "../testing/each-cryptography.ts";
import { authenticationWith, CHALLENGE, KEY, STORED_PASSKEY } from "../testing/respond.ts";
import {
	ACCEPTED_SIGN_INS,
	flipLast,
	REFUSED_SIGN_INS,
	type RefusedSignIn,
	withByte,
} from "../testing/sign-in-cases.ts";
import type { StoredPasskey } from "./verify-authentication.ts";

const stored = (passkey: Partial<StoredPasskey> = {}) => ({ ...STORED_PASSKEY, ...passkey });

describeOnEachCryptography((makeRelyingParty) => {
	const relyingParty = makeRelyingParty({ userVerification: "required" });

	test("a valid sign-in returns the passkey's id and the new counter", async () => {
		const result = await relyingParty.verifyAuthentication(await authenticationWith(), {
			challenge: CHALLENGE,
			passkey: STORED_PASSKEY,
		});
		expect(result).toStrictEqual({
			status: "success",
			data: {
				id: STORED_PASSKEY.id,
				counter: 7,
				userHandle: "dTE",
				userVerified: true,
				backedUp: false,
				rpId: "example.com",
				origin: "https://example.com",
				crossOrigin: false,
				topOrigin: null,
				clientExtensionResults: {},
			},
		});
	});

	test.each(REFUSED_SIGN_INS)(
		"%s is refused by its step alone",
		async (_what, { stored: passkey, ...changes }, refusal) => {
			const result = await relyingParty.verifyAuthentication(await authenticationWith(changes), {
				challenge: CHALLENGE,
				passkey: stored(passkey),
			});
			expect(isFailure(result) && result.error.name).toBe(refusal);
			expect(isFailure(result) && result.error).toBeInstanceOf(PasskeyError);
			expect(isFailure(result) && result.error.message).toMatch(/^The [a-zA-Z' -]+(: [a-zA-Z ]+)?$/);
		},
	);

	test.each(ACCEPTED_SIGN_INS)("%s is accepted", async (_what, { stored: passkey, ...changes }) => {
		const result = await relyingParty.verifyAuthentication(await authenticationWith(changes), {
			challenge: CHALLENGE,
			passkey: stored(passkey),
		});
		expect(isFailure(result) ? result.error : undefined).toBeUndefined();
	});

	test.each([undefined, null])("a user handle of %s is none", async (userHandle) => {
		const response = await authenticationWith({ response: { userHandle } });
		const result = await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
		expect(result).toMatchObject({ status: "success", data: { userHandle: null } });
	});

	test.each([-7, -257, -8])("a signature by algorithm %d verifies, and fails when one bit changes", async (alg) => {
		const key = (await KEY_MAKERS.get(alg)?.(seededEntropy("sign-in"))) ?? KEY;
		const passkey = stored({ publicKey: encodeBase64url(key.publicKey) });
		const sound = await authenticationWith({ key });
		expect(isFailure(await relyingParty.verifyAuthentication(sound, { challenge: CHALLENGE, passkey }))).toBe(false);
		const bent = await authenticationWith({ key, signature: flipLast });
		const result = await relyingParty.verifyAuthentication(bent, { challenge: CHALLENGE, passkey });
		expect(isFailure(result) && result.error.name).toBe("SignatureError");
		const short = await authenticationWith({ key, signature: (sound) => sound.slice(1) });
		const shortResult = await relyingParty.verifyAuthentication(short, { challenge: CHALLENGE, passkey });
		expect(isFailure(shortResult) && shortResult.error.name).toBe("SignatureError");
	});

	test("a stored passkey of an algorithm that is no longer offered still signs in", async () => {
		const key = (await KEY_MAKERS.get(-8)?.(seededEntropy("retired"))) ?? KEY;
		const es256Only = makeRelyingParty({ algorithms: [-7] });
		const result = await es256Only.verifyAuthentication(await authenticationWith({ key }), {
			challenge: CHALLENGE,
			passkey: stored({ publicKey: encodeBase64url(key.publicKey) }),
		});
		expect(isFailure(result)).toBe(false);
	});

	test("a frame is accepted where frames are allowed", async () => {
		const framed = makeRelyingParty({ allowFramed: true });
		const response = await authenticationWith({ clientData: { crossOrigin: true, topOrigin: "https://a.example" } });
		const result = await framed.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
		expect(isFailure(result)).toBe(false);
	});

	test("more keys than the cache holds all verify, repeatedly", async () => {
		const answers = new Set<unknown>();
		for (let round = 0; round < 2; round++) {
			for (let scalar = 1n; scalar <= 300n; scalar++) {
				const key = keyOf(scalar);
				const passkey = stored({ publicKey: encodeBase64url(key.publicKey) });
				const result = await relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey });
				answers.add(isFailure(result) && result.error.name);
			}
			const result = await relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
			expect(isFailure(result)).toBe(false);
		}
		expect([...answers]).toStrictEqual(["SignatureError"]);
	});
});

const SOUND = await authenticationWith();
const keys = new Map<bigint, ReturnType<typeof es256Key>>();

function keyOf(scalar: bigint): ReturnType<typeof es256Key> {
	const key = keys.get(scalar) ?? es256Key(scalar);
	keys.set(scalar, key);
	return key;
}

describe("mistakes of the host", () => {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });

	test("a stored counter that a driver answers as a bigint is a TypeError that names it", async () => {
		const passkey = { ...STORED_PASSKEY, counter: 6n as unknown as number };
		const verification = relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey });
		await expect(verification).rejects.toThrow(/^passkey\.counter: /);
	});

	test.each(["6", Number.NaN, -1, 1.5, 2 ** 32, undefined, null])(
		"a stored counter of %s is a TypeError",
		async (counter) => {
			const passkey = { ...STORED_PASSKEY, counter: counter as number };
			await expect(relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey })).rejects.toThrow(
				TypeError,
			);
		},
	);

	test.each([new Uint8Array(77), new Uint8Array(76), undefined, null])(
		"a stored public key that is not a string is a TypeError, not a refusal",
		async (publicKey) => {
			const passkey = { ...STORED_PASSKEY, publicKey: publicKey as unknown as string };
			await expect(relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey })).rejects.toThrow(
				new TypeError("passkey.publicKey: must be the base64url text that registration answered"),
			);
		},
	);
});

/** In the order in which they refuse. */
const STEPS: readonly RefusedSignIn[] = [
	["", { response: { signature: "=" } }, "MalformedResponseError"],
	["", { stored: { id: "AAAA" } }, "CredentialMismatchError"],
	["", { clientData: { type: "webauthn.create" } }, "MalformedResponseError"],
	["", { clientData: { challenge: "AAAA" } }, "ChallengeMismatchError"],
	["", { clientData: { origin: "https://example.org" } }, "OriginMismatchError"],
	["", { clientData: { crossOrigin: true } }, "CrossOriginError"],
	["", { dataBytes: withByte }, "MalformedResponseError"],
	["", { data: { rpId: "example.org" } }, "RelyingPartyMismatchError"],
	["", { data: { userPresent: false } }, "UserPresenceError"],
	["", { data: { userVerified: false } }, "UserVerificationError"],
	["", { stored: { publicKey: "AA" } }, "MalformedResponseError"],
	["", { signature: flipLast }, "SignatureError"],
	["", { stored: { counter: 7 } }, "CounterError"],
];

test("when two steps would refuse, the earlier one does", async () => {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example", userVerification: "required" });
	for (const [index, [, early, refusal]] of STEPS.entries()) {
		for (const [, late] of STEPS.slice(index + 1)) {
			const { stored: passkey, ...both } = {
				...late,
				...early,
				clientData: { ...late.clientData, ...early.clientData },
				data: { ...late.data, ...early.data },
				stored: { ...late.stored, ...early.stored },
			};
			const result = await relyingParty.verifyAuthentication(await authenticationWith(both), {
				challenge: CHALLENGE,
				passkey: stored(passkey),
			});
			expect(isFailure(result) && result.error.name).toBe(refusal);
		}
	}
});
