import { isFailure, unwrap } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { encodeBase64url } from "../../base64url.ts";
import { cborMap } from "../../testing/encode-cbor.ts";
import type { AuthenticationExtensions, RegistrationExtensions } from "../options/issue-extensions.ts";
import { RelyingParty } from "../relying-party.ts";
import { authenticationWith, CHALLENGE, registrationWith, STORED_PASSKEY } from "../testing/respond.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const user = { id: "account", name: "ada" };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: string) => encodeBase64url(bytes(value));

describe("extensions in options", () => {
	test("are absent when none was asked for", () => {
		expect(relyingParty.register({ user }).options).not.toHaveProperty("extensions");
		expect(relyingParty.authenticate().options).not.toHaveProperty("extensions");
	});

	test("of a registration are as they were given, with bytes in base64url", () => {
		const extensions: RegistrationExtensions = {
			appidExclude: "https://example.com/u2f",
			credProps: true,
			prf: { eval: { first: bytes("one"), second: undefined } },
			largeBlob: { support: "preferred" },
			credentialProtectionPolicy: "userVerificationRequired",
			enforceCredentialProtectionPolicy: true,
			minPinLength: true,
		};
		const { options } = relyingParty.register({ user, extensions, userVerification: "required" });
		expect(options.extensions).toStrictEqual({ ...extensions, prf: { eval: { first: text("one") } } });
	});

	test("of a sign-in are as they were given, with bytes in base64url", () => {
		const extensions: AuthenticationExtensions = {
			appid: "https://example.com/u2f",
			prf: {
				eval: { first: new Uint8Array() },
				evalByCredential: { AAAA: { first: bytes("one"), second: bytes("two") } },
			},
			largeBlob: { write: Buffer.from("blob") },
		};
		const { options } = relyingParty.authenticate({ allow: ["AAAA"], extensions });
		expect(options.extensions).toStrictEqual({
			appid: "https://example.com/u2f",
			prf: { eval: { first: "" }, evalByCredential: { AAAA: { first: text("one"), second: text("two") } } },
			largeBlob: { write: text("blob") },
		});
		expect(relyingParty.authenticate({ extensions: { largeBlob: { read: true } } }).options.extensions).toStrictEqual({
			largeBlob: { read: true },
		});
	});

	test("that this library does not know are passed on", () => {
		const extensions = { fresh: { list: [{ bytes: bytes("one") }, 7, null] } } as RegistrationExtensions;
		expect(relyingParty.register({ user, extensions }).options.extensions).toStrictEqual({
			fresh: { list: [{ bytes: text("one") }, 7, null] },
		});
	});

	test("share nothing with what was given", () => {
		const prf = { eval: { first: bytes("one") } };
		const { options } = relyingParty.register({ user, extensions: { prf } });
		prf.eval.first.fill(0);
		prf.eval = { first: bytes("two") };
		expect(options.extensions?.prf).toStrictEqual({ eval: { first: text("one") } });
	});

	test("have inputs of any length", () => {
		const long = new Uint8Array(4_096);
		const prf = { eval: { first: long, second: long } };
		const { options } = relyingParty.authenticate({ allow: ["AAAA"], extensions: { prf, largeBlob: { write: long } } });
		const written = encodeBase64url(long);
		expect(options.extensions).toStrictEqual({
			prf: { eval: { first: written, second: written } },
			largeBlob: { write: written },
		});
	});

	test("have no inputs by credential where none are given", () => {
		const { options } = relyingParty.authenticate({ extensions: { prf: { evalByCredential: {} } } });
		expect(options.extensions).toStrictEqual({ prf: {} });
	});

	test.each([
		["a policy that is no such word", { credentialProtectionPolicy: "required" }, RangeError],
		["a protection that needs more", { credentialProtectionPolicy: "userVerificationRequired" }, RangeError],
		["an AppID of null", { appidExclude: null }, TypeError],
		["support that is no such word", { largeBlob: { support: "Required" } }, RangeError],
		["no support", { largeBlob: {} }, RangeError],
		["reading a blob that can't be there", { largeBlob: { read: true } }, RangeError],
		["a credential that isn't there yet", { prf: { evalByCredential: { AAAA: { first: bytes("1") } } } }, RangeError],
		["a text for bytes", { prf: { eval: { first: "salt" } } }, TypeError],
		["a list for bytes", { prf: { eval: { first: bytes("1"), second: [1] } } }, TypeError],
		["no first", { prf: { eval: {} } }, TypeError],
		["a word for a prf", { prf: true }, TypeError],
		["a list of names", ["prf"], TypeError],
		["a sign-in's AppID", { appid: "https://example.com/u2f" }, RangeError],
		["an AppID that is no URL", { appidExclude: "example.com" }, RangeError],
		["support and a blob to write", { largeBlob: { support: "required", write: bytes("1") } }, RangeError],
		["inputs by credential, of none", { prf: { evalByCredential: {} } }, RangeError],
	])("of a registration with %s throw", (_what, extensions, error) => {
		expect(() => relyingParty.register({ user, extensions: extensions as unknown as RegistrationExtensions })).toThrow(
			error,
		);
	});

	const one = { first: bytes("1") };
	test.each([
		["a prf for a passkey that is not allowed", ["AAAA"], { prf: { evalByCredential: { AAAB: one } } }, RangeError],
		["a prf by credential without a list", undefined, { prf: { evalByCredential: { AAAA: one } } }, RangeError],
		["a text for bytes", ["AAAA"], { prf: { evalByCredential: { AAAA: { first: "salt" } } } }, TypeError],
		["a blob to write without a list", undefined, { largeBlob: { write: bytes("1") } }, RangeError],
		["a blob to write to one of two", ["AAAA", "AAAB"], { largeBlob: { write: bytes("1") } }, RangeError],
		["a blob to read and write", ["AAAA"], { largeBlob: { read: true, write: bytes("1") } }, RangeError],
		["an empty AppID", ["AAAA"], { appid: "" }, RangeError],
		["a blob's support", ["AAAA"], { largeBlob: { support: "required" } }, RangeError],
		["a word for a blob", ["AAAA"], { largeBlob: true }, TypeError],
		["a name alone", ["AAAA"], "prf", TypeError],
		["a registration's AppID", ["AAAA"], { appidExclude: "https://example.com/u2f" }, RangeError],
		["a registration's credProps", ["AAAA"], { credProps: true }, RangeError],
		["a registration's protection", ["AAAA"], { credentialProtectionPolicy: "userVerificationOptional" }, RangeError],
		["a registration's minPinLength", ["AAAA"], { minPinLength: true }, RangeError],
		["an AppID that is no URL", ["AAAA"], { appid: "example.com" }, RangeError],
		["a text to write", ["AAAA"], { largeBlob: { write: "blob" } }, TypeError],
	])("of a sign-in with %s throw", (_what, allow, extensions, error) => {
		const options = { allow, extensions: extensions as unknown as AuthenticationExtensions };
		expect(() => relyingParty.authenticate(options)).toThrow(error);
	});
});

describe("extension results", () => {
	const register = async (clientExtensionResults: unknown) =>
		unwrap(
			await relyingParty.verifyRegistration(await registrationWith({ json: { clientExtensionResults } }), {
				challenge: CHALLENGE,
			}),
		);
	const signIn = async (clientExtensionResults: unknown) =>
		unwrap(
			await relyingParty.verifyAuthentication(await authenticationWith({ json: { clientExtensionResults } }), {
				challenge: CHALLENGE,
				passkey: STORED_PASSKEY,
			}),
		);

	const whole = {
		appid: false,
		appidExclude: true,
		credProps: { rk: true },
		prf: { enabled: true, results: { first: text("one"), second: text("two") } },
		largeBlob: { supported: true, blob: text("blob"), written: false },
	};

	test("of the client are reported as they were sent", async () => {
		expect((await register(whole)).clientExtensionResults).toStrictEqual(whole);
		expect((await signIn(whole)).clientExtensionResults).toStrictEqual(whole);
	});

	test.each([
		["nothing", undefined, {}],
		["null", null, {}],
		["a text", "prf", {}],
		["a list", [true], {}],
		["extensions that nobody knows", { fresh: "x".repeat(50_000), uvm: [[2, 4, 2]] }, {}],
		["members that nobody knows", { credProps: { rk: true, fresh: 1 } }, { credProps: { rk: true } }],
		[
			"values that are not booleans",
			{ appid: 1, credProps: { rk: "true" }, prf: { enabled: null } },
			{ credProps: {}, prf: {} },
		],
		["values that are not base64url", { prf: { results: { first: "AA=", second: 7 } } }, { prf: { results: {} } }],
		["values that are not objects", { prf: true, largeBlob: "blob", credProps: null }, {}],
		["what only a prototype has", Object.create({ appid: true }), {}],
	])("of the client: of %s only members in the standard's form are reported", async (_what, results, read) => {
		expect((await register(results)).clientExtensionResults).toStrictEqual(read);
		expect((await signIn(results)).clientExtensionResults).toStrictEqual(read);
	});

	test("of the client share nothing with the response", async () => {
		const results = structuredClone(whole);
		const { clientExtensionResults } = await register(results);
		results.prf.results.first = "";
		results.credProps.rk = false;
		expect(clientExtensionResults).toStrictEqual(whole);
	});

	test.each([
		["both", cborMap(["credProtect", 2], ["minPinLength", 6]), { credProtect: 2, minPinLength: 6 }],
		["one among others", cborMap(["hmac-secret", true], ["credProtect", 3]), { credProtect: 3 }],
		["a protection that there isn't", cborMap(["credProtect", 4]), {}],
		["a protection in words", cborMap(["credProtect", "required"]), {}],
		["a length below zero", cborMap(["minPinLength", -1]), {}],
		["a length beyond counting", cborMap(["minPinLength", 2n ** 60n]), {}],
	])("of the authenticator are read from its data: %s", async (_what, extensions, read) => {
		const response = await registrationWith({ data: { extensions } });
		const result = await relyingParty.verifyRegistration(response, { challenge: CHALLENGE });
		expect(unwrap(result).authenticatorExtensionResults).toStrictEqual(read);
	});
});

describe("an AppID", () => {
	const appid = "https://example.com/u2f";
	const verify = async (rpId: string, said: unknown, options: { appid?: string }) => {
		const response = await authenticationWith({ data: { rpId }, json: { clientExtensionResults: { appid: said } } });
		return relyingParty.verifyAuthentication(response, { challenge: CHALLENGE, passkey: STORED_PASSKEY, ...options });
	};
	const refusal = async (...args: Parameters<typeof verify>) => {
		const result = await verify(...args);
		return isFailure(result) ? result.error.name : result.data.rpId;
	};

	test("is accepted as rpId when the host names it and the client reports its use", async () => {
		expect(await refusal(appid, true, { appid })).toBe(appid);
		expect(await refusal("example.com", false, { appid })).toBe("example.com");
		expect(await refusal("example.com", undefined, { appid })).toBe("example.com");
	});

	test("is refused when the host names none or another, or the client reports otherwise", async () => {
		const mismatch = "RelyingPartyMismatchError";
		expect(await refusal(appid, true, {})).toBe(mismatch);
		expect(await refusal(appid, true, { appid: "https://example.com/other" })).toBe(mismatch);
		expect(await refusal(appid, false, { appid })).toBe(mismatch);
		expect(await refusal(appid, "true", { appid })).toBe(mismatch);
		expect(await refusal("example.com", true, { appid })).toBe(mismatch);
	});

	test.each([
		["", RangeError],
		[null, TypeError],
	])("of %j throws, as a mistake of the host", async (appid, error) => {
		await expect(verify("example.com", true, { appid: appid as string })).rejects.toThrow(error);
	});

	test("that the client reports changes nothing when the host names none", async () => {
		expect(await refusal("example.com", true, {})).toBe("example.com");
	});
});
