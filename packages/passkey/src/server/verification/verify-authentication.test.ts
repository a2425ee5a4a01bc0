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
				passkey: STORED_PASSKEY,
				id: STORED_PASSKEY.id,
				counter: 7,
				userHandle: "dTE",
				userVerified: true,
				syncable: true,
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

	test.each([undefined, null, ""])("a user handle of %j is none, and of no other user", async (userHandle) => {
		const response = await authenticationWith({ response: { userHandle } });
		const passkey = stored({ userId: "u2" });
		const result = await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey });
		expect(result).toMatchObject({ status: "success", data: { userHandle: null } });
	});

	test.each<[string, StoredPasskey["userId"], string]>([
		["as text", "u1", "dTE"],
		["as bytes", Uint8Array.of(0x75, 0x31), "dTE"],
		["as number", 71, "NzE"],
		["as bigint", 9_007_199_254_740_993n, "OTAwNzE5OTI1NDc0MDk5Mw"],
		["that is not known", null, "dTE"],
	])("a stored user id %s is compared with the user handle", async (_what, userId, userHandle) => {
		const passkey = stored({ userId });
		const of = async (handle: string) =>
			relyingParty.verifyAuthentication(await authenticationWith({ response: { userHandle: handle } }), {
				challenge: CHALLENGE,
				passkey,
			});
		expect((await of(userHandle)).status).toBe("success");
		const another = await of("dTI");
		expect(another.status === "failure" && another.error.name).toBe(
			userId === null ? false : "CredentialMismatchError",
		);
	});

	test("a stored passkey is looked up by the id of the response, and comes back with what else its row has", async () => {
		const asked: string[] = [];
		const row = { ...STORED_PASSKEY, account: 7 };
		const lookup = async (id: string) => {
			asked.push(id);
			return row;
		};
		const result = await relyingParty.verifyAuthentication(await authenticationWith(), {
			challenge: CHALLENGE,
			passkey: lookup,
		});
		const account: number | undefined = isFailure(result) ? undefined : result.data.passkey.account;
		expect([account, asked]).toStrictEqual([7, [STORED_PASSKEY.id]]);
	});

	test.each([null, undefined])("a lookup that answers %s refuses the sign-in", async (answer) => {
		const response = await authenticationWith();
		const result = await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey: () => answer });
		expect(result).toMatchObject({ error: { name: "CredentialMismatchError", detail: { problem: "unknown" } } });
	});

	test("a lookup is not asked for what is no response, and what it throws is thrown", async () => {
		const passkey = () => {
			throw new RangeError("The database is away");
		};
		const malformed = await relyingParty.verifyAuthentication({ id: "?" }, { challenge: CHALLENGE, passkey });
		expect(malformed).toMatchObject({ error: { name: "MalformedResponseError" } });
		const sound = relyingParty.verifyAuthentication(await authenticationWith(), { challenge: CHALLENGE, passkey });
		await expect(sound).rejects.toThrow("The database is away");
	});

	test("a row of a lookup with a counter that is a text throws, as a row does", async () => {
		const passkey = () => stored({ counter: "7" as unknown as number });
		const response = await authenticationWith();
		await expect(relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey })).rejects.toThrow(
			TypeError,
		);
	});

	test.each([true, false])("whether the passkey can leave its device is told: %s", async (backupEligible) => {
		const response = await authenticationWith({ data: { backupEligible, backedUp: false } });
		const result = await relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
		expect(result).toMatchObject({ status: "success", data: { syncable: backupEligible } });
	});

	describe("with a function for the origin", () => {
		const asked: string[] = [];
		const tenants = makeRelyingParty({
			origin: async (origin) => {
				asked.push(origin);
				return /\.example\.com(:\d+)?$/.test(origin);
			},
		});
		const from = async (origin: unknown) => {
			asked.length = 0;
			const response = await authenticationWith({ clientData: { origin } });
			return tenants.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
		};

		test.each(["https://a.example.com", "https://pr-7.example.com", "https://a.example.com:8443"])(
			"%s is asked for and allowed",
			async (origin) => {
				expect((await from(origin)).status).toBe("success");
				expect(asked).toStrictEqual([origin]);
			},
		);

		test.each(["https://a.example.org", "http://localhost:3000", "android:apk-key-hash:c3VyZQ"])(
			"%s is asked for and refused",
			async (origin) => {
				expect(await from(origin)).toMatchObject({ error: { name: "OriginMismatchError" } });
				expect(asked).toStrictEqual([origin]);
			},
		);

		test.each([
			"http://a.example.com",
			"https://a.example.com/",
			"https://A.example.com",
			"https://a.example.com:443",
			"https://*.example.com",
			"null",
			"",
			"https://evil.example\n.example.com",
			"android:apk-key-hash:'; drop table tenants",
			`https://${"a.".repeat(300)}example.com`,
			"javascript:alert(1)//.example.com",
		])("%j is refused without asking", async (origin) => {
			expect(await from(origin)).toMatchObject({ error: { name: "OriginMismatchError" } });
			expect(asked).toStrictEqual([]);
		});

		test("an answer that is no boolean throws", async () => {
			const careless = makeRelyingParty({ origin: () => ({ tenant: null }) as unknown as boolean });
			const response = await authenticationWith();
			const verified = careless.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY });
			await expect(verified).rejects.toThrow(TypeError);
		});
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
				new TypeError("passkey.publicKey: must be base64url text"),
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
