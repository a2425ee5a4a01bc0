import { isFailure, unwrap } from "@lapwing/result";
import { describe, expect, test } from "vitest";
import { encodeBase64url } from "../base64url.ts";
import { type AuthenticationExtensions, type RegistrationExtensions, RelyingParty } from "../server.ts";
import { SoftwareAuthenticator } from "../testing.ts";
import { evaluatePrf } from "./authenticator-extensions.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const user = { id: "account", name: "ada" };
const bytes = (text: string) => new TextEncoder().encode(text);
const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

async function register(authenticator: SoftwareAuthenticator, extensions: RegistrationExtensions) {
	const { challenge, options } = relyingParty.register({ user, extensions, userVerification: "required" });
	return unwrap(await relyingParty.verifyRegistration(await authenticator.create(options), { challenge }));
}

interface Stored {
	readonly id: string;
	readonly publicKey: string;
	readonly counter: number;
}

async function signIn(authenticator: SoftwareAuthenticator, passkey: Stored, extensions: AuthenticationExtensions) {
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey.id], extensions });
	const { appid } = extensions;
	const response = await authenticator.get(options);
	return unwrap(await relyingParty.verifyAuthentication(response, { challenge, passkey, appid }));
}

// WebAuthn Level 3 §16, "Test Vectors", of the pseudo-random function extension.
test.each([
	[
		"576562417574686e20505246207465737420766563746f727302",
		"3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae",
	],
	[
		"576562417574686e20505246207465737420766563746f727303",
		"a62a8773b19cda90d7ed4ef72a80a804320dbd3997e2f663805ad1fd3293d50b",
	],
])("the standard's input %s gets the standard's result", async (input, result) => {
	const secret = fromHex("437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154");
	expect(Buffer.from(await evaluatePrf(secret, fromHex(input))).toString("hex")).toBe(result);
});

describe("credProps", () => {
	test("tells whether the passkey is discoverable", async () => {
		const extensions = { credProps: true };
		expect((await register(new SoftwareAuthenticator(), extensions)).clientExtensionResults).toStrictEqual({
			credProps: { rk: true },
		});
		const { challenge, options } = relyingParty.register({ user, residentKey: "discouraged", extensions });
		const response = await new SoftwareAuthenticator().create(options);
		const passkey = unwrap(await relyingParty.verifyRegistration(response, { challenge }));
		expect(passkey.clientExtensionResults).toStrictEqual({ credProps: { rk: false } });
	});
});

describe("prf", () => {
	const authenticator = new SoftwareAuthenticator({ seed: "prf" });
	const prf = { eval: { first: bytes("one"), second: bytes("two") } };

	test("gives each passkey its own function, the same at registration and at every sign-in", async () => {
		const passkey = await register(authenticator, { prf });
		const { enabled, results } = passkey.clientExtensionResults.prf ?? {};
		expect(enabled).toBe(true);
		expect(results?.first).toHaveLength(43);
		expect(results?.second).not.toBe(results?.first);
		for (let count = 0; count < 2; count++) {
			const counter = count + 1;
			const signedIn = await signIn(authenticator, { ...passkey, counter }, { prf });
			expect(signedIn.clientExtensionResults).toStrictEqual({ prf: { results } });
		}
		const other = await register(authenticator, { prf });
		expect(other.clientExtensionResults.prf?.results?.first).not.toBe(results?.first);
	});

	test("prefers the input for the passkey that answers to the input for all", async () => {
		const passkey = await register(authenticator, { prf });
		const evalByCredential = { [passkey.id]: { first: bytes("two") } };
		const signedIn = await signIn(authenticator, passkey, { prf: { ...prf, evalByCredential } });
		expect(signedIn.clientExtensionResults.prf?.results).toStrictEqual({
			first: passkey.clientExtensionResults.prf?.results?.second,
		});
	});

	test("is missing for a passkey that was made without it, or by an authenticator without it", async () => {
		const without = await register(authenticator, {});
		expect((await signIn(authenticator, without, { prf })).clientExtensionResults).toStrictEqual({ prf: {} });
		const incapable = new SoftwareAuthenticator({ extensions: ["credProps"] });
		const passkey = await register(incapable, { prf });
		expect(passkey.clientExtensionResults).toStrictEqual({ prf: { enabled: false } });
	});

	test("by credential throws the browser's errors for ids that are not allowed", async () => {
		const { options } = relyingParty.authenticate();
		const prf = { evalByCredential: { AAAA: { first: "" } } };
		await expect(authenticator.get({ ...options, extensions: { prf } })).rejects.toMatchObject({
			name: "NotSupportedError",
		});
		const allowCredentials = [{ type: "public-key" as const, id: "BBBB" }];
		await expect(authenticator.get({ ...options, allowCredentials, extensions: { prf } })).rejects.toMatchObject({
			name: "SyntaxError",
		});
		const creation = { ...relyingParty.register({ user }).options, extensions: { prf } };
		await expect(authenticator.create(creation)).rejects.toMatchObject({ name: "NotSupportedError" });
	});
});

describe("largeBlob", () => {
	test("keeps what was written, for the passkey that it was written to", async () => {
		const authenticator = new SoftwareAuthenticator();
		const passkey = await register(authenticator, { largeBlob: { support: "required" } });
		expect(passkey.clientExtensionResults).toStrictEqual({ largeBlob: { supported: true } });
		const results = async (largeBlob: AuthenticationExtensions["largeBlob"], counter: number) =>
			(await signIn(authenticator, { ...passkey, counter }, { largeBlob })).clientExtensionResults.largeBlob;
		expect(await results({ read: true }, 1)).toStrictEqual({});
		expect(await results({ write: bytes("blob") }, 2)).toStrictEqual({ written: true });
		expect(await results({ read: true }, 3)).toStrictEqual({ blob: encodeBase64url(bytes("blob")) });

		const other = await register(authenticator, {});
		const { clientExtensionResults } = await signIn(authenticator, other, { largeBlob: { write: bytes("blob") } });
		expect(clientExtensionResults).toStrictEqual({ largeBlob: { written: false } });
	});

	test("that is required and unsupported throws NotAllowedError", async () => {
		const incapable = new SoftwareAuthenticator({ extensions: [] });
		const required = relyingParty.register({ user, extensions: { largeBlob: { support: "required" } } });
		await expect(incapable.create(required.options)).rejects.toMatchObject({ name: "NotAllowedError" });
		const passkey = await register(incapable, { largeBlob: { support: "preferred" } });
		expect(passkey.clientExtensionResults).toStrictEqual({ largeBlob: { supported: false } });
	});
});

describe("the authenticator's own", () => {
	test.each([
		["userVerificationOptional", 1],
		["userVerificationOptionalWithCredentialIDList", 2],
		["userVerificationRequired", 3],
	] as const)("credProtect of %s is %d", async (credentialProtectionPolicy, credProtect) => {
		const passkey = await register(new SoftwareAuthenticator(), { credentialProtectionPolicy, minPinLength: true });
		expect(passkey.authenticatorExtensionResults).toStrictEqual({ credProtect, minPinLength: 4 });
	});

	test("are missing without support, and an enforced policy throws NotAllowedError", async () => {
		const incapable = new SoftwareAuthenticator({ extensions: [] });
		const policy = { credentialProtectionPolicy: "userVerificationRequired", minPinLength: true } as const;
		expect((await register(incapable, policy)).authenticatorExtensionResults).toStrictEqual({});
		const extensions = { ...policy, enforceCredentialProtectionPolicy: true };
		await expect(
			incapable.create(relyingParty.register({ user, extensions, userVerification: "required" }).options),
		).rejects.toMatchObject({
			name: "NotAllowedError",
		});
	});
});

describe("a credential of FIDO U2F", () => {
	const appid = "https://example.com/u2f";

	test("signs in with the appid extension, and is not found without it", async () => {
		const authenticator = new SoftwareAuthenticator();
		const stored = await authenticator.registerU2f(appid);
		const signedIn = await signIn(authenticator, stored, { appid });
		expect(signedIn).toMatchObject({
			rpId: appid,
			userHandle: null,
			userVerified: false,
			backedUp: false,
			clientExtensionResults: { appid: true },
		});
		await expect(signIn(authenticator, stored, {})).rejects.toMatchObject({ name: "NotAllowedError" });
		await expect(authenticator.get(relyingParty.authenticate().options)).rejects.toMatchObject({
			name: "NotAllowedError",
		});
	});

	test("is refused when verifyAuthentication is not given the AppID", async () => {
		const authenticator = new SoftwareAuthenticator();
		const passkey = await authenticator.registerU2f(appid);
		const { challenge, options } = relyingParty.authenticate({ allow: [passkey.id], extensions: { appid } });
		const result = await relyingParty.verifyAuthentication(await authenticator.get(options), { challenge, passkey });
		expect(isFailure(result) && result.error.name).toBe("RelyingPartyMismatchError");
	});

	test("does not change the rpId of a sign-in with another passkey", async () => {
		const authenticator = new SoftwareAuthenticator();
		const passkey = await register(authenticator, {});
		const signedIn = await signIn(authenticator, passkey, { appid });
		expect(signedIn).toMatchObject({ rpId: "example.com", clientExtensionResults: { appid: false } });
	});

	test("is excluded with appidExclude, and not without it", async () => {
		const authenticator = new SoftwareAuthenticator();
		const { id } = await authenticator.registerU2f(appid);
		const options = { user, exclude: [id] };
		const excluding = relyingParty.register({ ...options, extensions: { appidExclude: appid } });
		await expect(authenticator.create(excluding.options)).rejects.toMatchObject({ name: "InvalidStateError" });
		await expect(authenticator.create(relyingParty.register(options).options)).resolves.toBeDefined();
		const passkey = await register(new SoftwareAuthenticator(), { appidExclude: appid });
		expect(passkey.clientExtensionResults).toStrictEqual({ appidExclude: true });
	});
});
