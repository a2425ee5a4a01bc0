import { isFailure } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { encodeBase64url } from "../base64url.ts";
import { PasskeyError } from "../passkey-error.ts";
import { type Bytes, concatenate } from "../testing/bytes.ts";
import { es256Key, KEY_MAKERS } from "../testing/credential-key.ts";
import { cborMap, encodeCbor } from "../testing/encode-cbor.ts";
import { seededEntropy } from "../testing/entropy.ts";
import { RelyingParty } from "./relying-party.ts";
import { describeOnEachCryptography } from "./testing/each-cryptography.ts";
import {
	AAGUID,
	type AuthenticationChanges,
	authenticationWith,
	CHALLENGE,
	CREDENTIAL_ID,
	KEY,
	STORED_PASSKEY,
} from "./testing/respond.ts";
import type { StoredPasskey } from "./verify-authentication.ts";

const withByte = (sound: Bytes) => concatenate(sound, Uint8Array.of(0));
const flipLast = (sound: Bytes) => sound.map((byte, index) => (index === sound.length - 1 ? byte ^ 1 : byte));
const attested = { aaguid: AAGUID, id: CREDENTIAL_ID, publicKey: KEY.publicKey };

type SignIn = AuthenticationChanges & { stored?: Partial<StoredPasskey> };
type Refusal = [what: string, changes: SignIn, refusal: string];

const REFUSALS: Refusal[] = [
	["another type of credential", { json: { type: "password" } }, "MalformedResponseError"],
	["a rawId that is not the id", { json: { rawId: "AAAA" } }, "MalformedResponseError"],
	["an id that is no base64url", { json: { id: "%", rawId: "%" } }, "MalformedResponseError"],
	["no signature", { response: { signature: undefined } }, "MalformedResponseError"],
	["authenticator data that is no text", { response: { authenticatorData: {} } }, "MalformedResponseError"],
	["a user handle that is no text", { response: { userHandle: 7 } }, "MalformedResponseError"],
	["a user handle that is no base64url", { response: { userHandle: "dTE=" } }, "MalformedResponseError"],
	[
		"a user handle of 65 bytes",
		{ response: { userHandle: encodeBase64url(new Uint8Array(65)) } },
		"MalformedResponseError",
	],
	["client data of a registration", { clientData: { type: "webauthn.create" } }, "MalformedResponseError"],
	["client data that breaks off", { clientDataBytes: (sound) => sound.slice(0, -1) }, "MalformedResponseError"],
	["authenticator data with a byte behind it", { dataBytes: withByte }, "MalformedResponseError"],
	["attested data with a byte behind it", { data: { attested }, dataBytes: withByte }, "MalformedResponseError"],
	[
		"attested data that breaks off",
		{ data: { attested }, dataBytes: (sound) => sound.slice(0, -1) },
		"MalformedResponseError",
	],
	["backed up, and not eligible for it", { data: { backupEligible: false, backedUp: true } }, "MalformedResponseError"],
	["a stored key that is no base64url", { stored: { publicKey: "pQ=" } }, "MalformedResponseError"],
	[
		"a stored key with a byte behind it",
		{ stored: { publicKey: encodeBase64url(withByte(KEY.publicKey)) } },
		"MalformedResponseError",
	],
	[
		"a stored key of an unknown algorithm",
		{ stored: { publicKey: encodeBase64url(encodeCbor(cborMap([1, 2], [3, -35]))) } },
		"UnsupportedAlgorithmError",
	],
	["another credential", { stored: { id: "AAAA" } }, "CredentialMismatchError"],
	["another challenge", { clientData: { challenge: "AAAA" } }, "ChallengeMismatchError"],
	["another origin", { clientData: { origin: "https://example.org" } }, "OriginMismatchError"],
	["a cross-origin frame", { clientData: { crossOrigin: true } }, "CrossOriginError"],
	["a topOrigin alone", { clientData: { topOrigin: "https://frame.example" } }, "CrossOriginError"],
	["another relying party", { data: { rpId: "example.org" } }, "RelyingPartyMismatchError"],
	["nobody there", { data: { userPresent: false } }, "UserPresenceError"],
	["nobody verified", { data: { userVerified: false } }, "UserVerificationError"],
	["another key", { key: es256Key(7n) }, "SignatureError"],
	["a signature of something else", { signature: flipLast }, "SignatureError"],
	["an empty signature", { signature: () => new Uint8Array() }, "SignatureError"],
	["a signature with a byte behind it", { signature: withByte }, "SignatureError"],
	["a signature of zeros", { signature: () => Uint8Array.of(0x30, 6, 2, 1, 0, 2, 1, 0) }, "SignatureError"],
	[
		"a signature whose length is written long",
		{ signature: (sound) => Uint8Array.of(0x30, 0x81, ...sound.slice(1)) },
		"SignatureError",
	],
	[
		"a signature whose numbers carry a zero too many",
		{ signature: ([tag = 0, length = 0, , r = 0, ...rest]) => Uint8Array.of(tag, length + 1, 2, r + 1, 0, ...rest) },
		"SignatureError",
	],
	["a counter that stands still", { stored: { counter: 7 } }, "CounterError"],
	["a counter that went back", { stored: { counter: 8 } }, "CounterError"],
	["a counter that fell back to 0", { data: { counter: 0 }, stored: { counter: 1 } }, "CounterError"],
];

const stored = (passkey: Partial<StoredPasskey> = {}) => ({ ...STORED_PASSKEY, ...passkey });

describeOnEachCryptography((makeRelyingParty) => {
	const relyingParty = makeRelyingParty({ userVerification: "required" });

	test("a sound sign-in is answered with who it was and the new counter", async () => {
		const result = await relyingParty.verifyAuthentication(await authenticationWith(), {
			challenge: CHALLENGE,
			passkey: STORED_PASSKEY,
		});
		expect(result).toStrictEqual({
			status: "success",
			data: { id: STORED_PASSKEY.id, counter: 7, userHandle: "dTE", userVerified: true, backedUp: false },
		});
	});

	test.each(REFUSALS)("%s is refused by its step alone", async (_what, { stored: passkey, ...changes }, refusal) => {
		const result = await relyingParty.verifyAuthentication(await authenticationWith(changes), {
			challenge: CHALLENGE,
			passkey: stored(passkey),
		});
		expect(isFailure(result) && result.error.name).toBe(refusal);
		expect(isFailure(result) && result.error).toBeInstanceOf(PasskeyError);
		expect(isFailure(result) && result.error.message).toMatch(/^The [a-zA-Z' -]+(: [a-zA-Z ]+)?$/);
	});

	test.each<[what: string, changes: SignIn]>([
		["unknown members", { json: { fresh: 1 }, response: { fresh: 1 }, clientData: { fresh: 1 } }],
		["an attachment of null", { json: { authenticatorAttachment: null } }],
		["attested data that parses exactly", { data: { attested } }],
		["extensions", { data: { extensions: cborMap(["hmac-secret", new Uint8Array(48)]) } }],
		["a backup eligibility that changed", { data: { backupEligible: false } }],
		["a counter that begins", { stored: { counter: 0 } }],
		["the largest counter", { data: { counter: 0xffff_ffff }, stored: { counter: 0xffff_fffe } }],
		["no counter on either side", { data: { counter: 0 }, stored: { counter: 0 } }],
	])("%s is accepted", async (_what, { stored: passkey, ...changes }) => {
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

	test.each([-7, -257, -8])("a signature by algorithm %d verifies, and not after a bit of it changed", async (alg) => {
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

	test("more keys than are remembered verify all the same, one after the other and again", async () => {
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

describe("what only the host can get wrong", () => {
	const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });

	test.each(["6", Number.NaN, -1, 1.5, 2 ** 32, undefined, null])(
		"a stored counter of %s is a TypeError",
		async (counter) => {
			const passkey = { ...STORED_PASSKEY, counter: counter as number };
			await expect(relyingParty.verifyAuthentication(SOUND, { challenge: CHALLENGE, passkey })).rejects.toThrow(
				TypeError,
			);
		},
	);
});

/** In the order in which they refuse. */
const STEPS: readonly Refusal[] = [
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

test("of two steps that would both refuse, the earlier does", async () => {
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
