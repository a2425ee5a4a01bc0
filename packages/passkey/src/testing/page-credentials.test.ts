import { isFailure, unwrap } from "@lapwing/result";
import { expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import { RelyingParty } from "../server.ts";
import { installAuthenticator, SoftwareAuthenticator } from "../testing.ts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../webauthn-json.ts";

const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
const origin = "https://example.com";

interface Page {
	navigator: {
		credentials: { create(options: object): Promise<Credential>; get(options: object): Promise<Credential> };
	};
	location: { origin: string };
	PublicKeyCredential: { isConditionalMediationAvailable(): Promise<boolean> };
}

interface Credential {
	readonly rawId: ArrayBuffer;
	readonly response: Readonly<Record<string, unknown>>;
	toJSON(): unknown;
}

/** A page with the authenticator installed in place of its own credentials. */
function openPage(authenticator = new SoftwareAuthenticator()) {
	const own = {};
	const page = { navigator: { credentials: own }, location: { origin } } as unknown as Page;
	return { page, own, installed: installAuthenticator(authenticator, page) };
}

const bytes = (text: string) => decodeBase64url(text) ?? new Uint8Array();

function creation() {
	const { challenge, options } = relyingParty.register({ user: { id: "account", name: "ada" } });
	const user = { ...options.user, id: bytes(options.user.id).buffer };
	return { challenge, request: { publicKey: { ...options, challenge: bytes(challenge), user } } };
}

function request() {
	const { challenge, options } = relyingParty.authenticate();
	return { challenge, request: { publicKey: { ...options, challenge: bytes(challenge) } } };
}

async function registerIn(page: Page) {
	const { challenge, request } = creation();
	const credential = await page.navigator.credentials.create(request);
	const response = credential.toJSON() as RegistrationResponseJSON;
	return unwrap(await relyingParty.verifyRegistration(response, { challenge }));
}

test("a page registers and signs in with it, and has its own credentials after uninstall", async () => {
	const { page, own, installed } = openPage();
	const passkey = await registerIn(page);
	const { challenge, request: options } = request();
	const credential = await page.navigator.credentials.get(options);
	const response = credential.toJSON() as AuthenticationResponseJSON;
	expect(isFailure(await relyingParty.verifyAuthentication(response, { challenge, passkey }))).toBe(false);
	expect(encodeBase64url(new Uint8Array(credential.rawId))).toBe(passkey.id);
	expect(credential.response["userHandle"]).toStrictEqual(new TextEncoder().encode("account").buffer);
	installed.uninstall();
	expect(page.navigator.credentials).toBe(own);
	expect(page).not.toHaveProperty("PublicKeyCredential");
});

test("the misbehaviour can change between ceremonies", async () => {
	const { page, installed } = openPage();
	const passkey = await registerIn(page);
	installed.circumstances.misbehaving = "other-origin";
	const { challenge, request: options } = request();
	const response = (await page.navigator.credentials.get(options)).toJSON() as AuthenticationResponseJSON;
	const result = await relyingParty.verifyAuthentication(response, { challenge, passkey });
	expect(isFailure(result) && result.error.name).toBe("OriginMismatchError");
});

test("a conditional request waits until the user picks", async () => {
	const { page, installed } = openPage();
	const passkey = await registerIn(page);
	expect(await page.PublicKeyCredential.isConditionalMediationAvailable()).toBe(true);
	const { challenge, request: options } = request();
	let isAnswered = false;
	const waiting = page.navigator.credentials.get({ ...options, mediation: "conditional" }).then((credential) => {
		isAnswered = true;
		return credential;
	});
	await registerIn(page);
	expect(isAnswered).toBe(false);
	installed.pickFromAutofill();
	const response = (await waiting).toJSON() as AuthenticationResponseJSON;
	const newest = { ...passkey, id: response.id };
	expect(response.id).not.toBe(passkey.id);
	const result = await relyingParty.verifyAuthentication(response, { challenge, passkey: newest });
	expect(isFailure(result) && result.error.name).toBe("SignatureError");
});

test("a conditional registration has no user presence, and needs userPresence: optional", async () => {
	const { page } = openPage();
	const { challenge, request: options } = creation();
	const credential = await page.navigator.credentials.create({ ...options, mediation: "conditional" });
	const response = credential.toJSON() as RegistrationResponseJSON;
	const refused = await relyingParty.verifyRegistration(response, { challenge });
	expect(isFailure(refused) && refused.error.name).toBe("UserPresenceError");
	const accepted = await relyingParty.verifyRegistration(response, { challenge, userPresence: "optional" });
	expect(unwrap(accepted).userVerified).toBe(false);
});

test("a request rejects with the signal's reason, before it starts and while it waits", async () => {
	const { page } = openPage();
	await registerIn(page);
	const reason = new Error("left the page");
	await expect(
		page.navigator.credentials.get({ ...request().request, signal: AbortSignal.abort(reason) }),
	).rejects.toBe(reason);
	const controller = new AbortController();
	const waiting = page.navigator.credentials.get({
		...request().request,
		mediation: "conditional",
		signal: controller.signal,
	});
	controller.abort(reason);
	await expect(waiting).rejects.toBe(reason);
});

test("options without the required bytes are a TypeError", async () => {
	const { page } = openPage();
	await expect(page.navigator.credentials.get({ publicKey: { challenge: "AAAA" } })).rejects.toThrow(TypeError);
	await expect(page.navigator.credentials.create({})).rejects.toThrow(TypeError);
	const { publicKey } = request().request;
	const extensions = { prf: { eval: { first: "AAAA" } } };
	await expect(page.navigator.credentials.get({ publicKey: { ...publicKey, extensions } })).rejects.toThrow(TypeError);
});
