/** Extensions from the server's options to its results, by way of a page. */

import { isFailure, unwrap } from "@lapwing/result";
import { afterEach, beforeEach, expect, test } from "vitest";
import { encodeBase64url } from "../base64url.ts";
import { RelyingParty } from "../server.ts";
import { type InstalledAuthenticator, installAuthenticator, SoftwareAuthenticator } from "../testing.ts";
import { Passkey } from "./passkey.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const user = { id: "account-1", name: "ada" };
const bytes = (text: string) => new TextEncoder().encode(text);
const prf = { eval: { first: bytes("one"), second: bytes("two") } };

let authenticator: InstalledAuthenticator;
beforeEach(() => {
	authenticator = installAuthenticator(new SoftwareAuthenticator({ seed: "extensions" }));
});
afterEach(() => authenticator.uninstall());

async function register() {
	const extensions = { credProps: true, prf, largeBlob: { support: "required" } } as const;
	const { challenge, options } = relyingParty.register({ user, extensions });
	const response = unwrap(await Passkey.register(options));
	return { response, passkey: unwrap(await relyingParty.verifyRegistration(response, { challenge })) };
}

test("the page gets the results of prf, and the server does not", async () => {
	const { response, passkey } = await register();
	expect(passkey.clientExtensionResults).toStrictEqual({
		credProps: { rk: true },
		prf: { enabled: true },
		largeBlob: { supported: true },
	});
	const key = Passkey.extensionResults(response).prf?.results?.first as ArrayBuffer;
	expect(key.byteLength).toBe(32);
	expect(JSON.stringify(response)).not.toContain(encodeBase64url(new Uint8Array(key)));

	const { challenge, options } = relyingParty.authenticate({ allow: [passkey], extensions: { prf } });
	const signIn = unwrap(await Passkey.authenticate(options));
	expect(Passkey.extensionResults(signIn).prf?.results?.first).toStrictEqual(key);
	const result = unwrap(await relyingParty.verifyAuthentication(signIn, { challenge, passkey }));
	expect(result.clientExtensionResults).toStrictEqual({ prf: {} });
});

test("the server gets the results of prf when the page asks to send them", async () => {
	const { response, passkey } = await register();
	const key = Passkey.extensionResults(response).prf?.results?.first as ArrayBuffer;
	const { challenge, options } = relyingParty.authenticate({ allow: [passkey], extensions: { prf } });
	const signIn = unwrap(await Passkey.authenticate(options, { sendPrfResults: true }));
	const result = unwrap(await relyingParty.verifyAuthentication(signIn, { challenge, passkey }));
	expect(result.clientExtensionResults.prf?.results?.first).toBe(encodeBase64url(new Uint8Array(key)));
});

test("a blob is written and read", async () => {
	const { passkey } = await register();
	const run = async (largeBlob: { write: Uint8Array } | { read: true }, counter: number) => {
		const { challenge, options } = relyingParty.authenticate({ allow: [passkey], extensions: { largeBlob } });
		const response = unwrap(await Passkey.authenticate(options));
		const stored = { ...passkey, counter };
		const result = unwrap(await relyingParty.verifyAuthentication(response, { challenge, passkey: stored }));
		return { page: Passkey.extensionResults(response).largeBlob, server: result.clientExtensionResults.largeBlob };
	};
	expect(await run({ write: bytes("blob") }, 1)).toStrictEqual({
		page: { written: true },
		server: { written: true },
	});
	expect(await run({ read: true }, 2)).toStrictEqual({
		page: { blob: bytes("blob").buffer },
		server: { blob: encodeBase64url(bytes("blob")) },
	});
});

test("inputs that are not base64url are an InvalidOptionsError", async () => {
	const { options } = relyingParty.authenticate();
	const result = await Passkey.authenticate({ ...options, extensions: { prf: { eval: { first: "?" } } } });
	expect(isFailure(result) && result.error.name).toBe("InvalidOptionsError");
});
