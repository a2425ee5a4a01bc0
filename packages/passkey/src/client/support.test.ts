import { afterEach, expect, test, vi } from "vitest";
import { isAutofillSupported, isPlatformSupported, isSupported } from "./support.ts";
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

test.each(questions)("%s answers what the browser says", async (_name, ask, method) => {
	const browser = scriptBrowser();
	expect(await ask()).toBe(true);
	browser.statics[method] = async () => false;
	expect(await ask()).toBe(false);
});

test.each(questions)("%s answers false, and never rejects, whatever the browser does", async (_name, ask, method) => {
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
