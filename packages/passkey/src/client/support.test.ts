import { afterEach, expect, test, vi } from "vitest";
import { getClientCapabilities, isAutofillSupported, isPlatformSupported, isSupported } from "./support.ts";
import { scriptBrowser } from "./testing/scripted-browser.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

const questions = [
	["isAutofillSupported", isAutofillSupported, "isConditionalMediationAvailable"],
	["isPlatformSupported", isPlatformSupported, "isUserVerifyingPlatformAuthenticatorAvailable"],
] as const;

test("a secure page in a browser with WebAuthn is supported", () => {
	scriptBrowser();
	expect(isSupported()).toBe(true);
});

test.each(questions)("%s returns the browser's answer", async (_name, ask, method) => {
	const browser = scriptBrowser();
	expect(await ask()).toBe(true);
	browser.statics[method] = async () => false;
	expect(await ask()).toBe(false);
});

test.each(questions)("%s returns false, and never rejects, when the browser fails", async (_name, ask, method) => {
	const browser = scriptBrowser();
	for (const answer of [
		undefined,
		() => Promise.reject(new Error("broken")),
		() => {
			throw new Error("broken");
		},
		async () => "yes",
	]) {
		browser.statics[method] = answer;
		expect(await ask()).toBe(false);
	}
	vi.unstubAllGlobals();
	expect(await ask()).toBe(false);
});

test.each(questions)("%s answers false on an insecure origin", async (_name, ask) => {
	scriptBrowser();
	vi.stubGlobal("isSecureContext", false);
	expect(await ask()).toBe(false);
});

test("a frame that may only register learns whether the device can hold a passkey", async () => {
	scriptBrowser();
	const allowsFeature = (feature: string) => feature === "publickey-credentials-create";
	const features = () => ["publickey-credentials-create", "publickey-credentials-get"];
	vi.stubGlobal("document", { featurePolicy: { features, allowsFeature } });
	expect([isSupported("create"), await isPlatformSupported(), await isAutofillSupported()]).toStrictEqual([
		true,
		true,
		false,
	]);
});

const foundOut = {
	conditionalGet: true,
	userVerifyingPlatformAuthenticator: true,
	signalAllAcceptedCredentials: false,
	signalCurrentUserDetails: false,
	signalUnknownCredential: false,
};

test("capabilities are those that the browser reports", async () => {
	const browser = scriptBrowser();
	const own = { conditionalCreate: true, conditionalGet: false, "extension:prf": true };
	browser.statics.getClientCapabilities = async () => own;
	expect(await getClientCapabilities()).toStrictEqual({ ...foundOut, ...own });
});

test.each([
	["does not have the method", undefined],
	["rejects", () => Promise.reject(new Error("broken"))],
	[
		"throws",
		() => {
			throw new Error("broken");
		},
	],
	["answers nothing", async () => undefined],
])("where the browser %s, capabilities are what can be found out otherwise", async (_what, method) => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = method;
	browser.statics.signalUnknownCredential = async () => undefined;
	browser.statics.isUserVerifyingPlatformAuthenticatorAvailable = async () => false;
	expect(await getClientCapabilities()).toStrictEqual({
		...foundOut,
		userVerifyingPlatformAuthenticator: false,
		signalUnknownCredential: true,
	});
});

test("a page without WebAuthn has no capabilities", async () => {
	expect(await getClientCapabilities()).toStrictEqual({});
	scriptBrowser();
	vi.stubGlobal("isSecureContext", false);
	expect(await getClientCapabilities()).toStrictEqual({});
});
