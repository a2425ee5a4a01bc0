import { isSuccess, type Result } from "@lapwing/result";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CeremonyError, InvalidOptionsError, UnsupportedError } from "./errors.ts";
import { Passkey } from "./passkey.ts";
import { type ScriptedBrowser, scriptBrowser } from "./testing/scripted-browser.ts";

let browser: ScriptedBrowser;
beforeEach(() => {
	browser = scriptBrowser();
});
afterEach(() => {
	vi.unstubAllGlobals();
});

const rpId = "example.com";
const signals = [
	["signalUnknownCredential", () => Passkey.signalUnknownCredential({ rpId, credentialId: "AAAA" })],
	[
		"signalAllAcceptedCredentials",
		() => Passkey.signalAllAcceptedCredentials({ rpId, userId: "YQ", allAcceptedCredentialIds: ["AAAA"] }),
	],
	[
		"signalCurrentUserDetails",
		() => Passkey.signalCurrentUserDetails({ rpId, userId: "YQ", name: "ada", displayName: "Ada" }),
	],
] as const;

function errorOf(result: Result<unknown>): Error {
	if (isSuccess(result)) throw new Error("the signal was taken");
	return result.error;
}

test.each(signals)("%s passes its options to the browser", async (name, send) => {
	const taken: unknown[] = [];
	browser.statics[name] = async function (this: unknown, options: unknown) {
		taken.push(this, options);
	};
	expect(await send()).toStrictEqual({ status: "success", data: undefined });
	expect(taken).toStrictEqual([browser.statics, expect.objectContaining({ rpId })]);
});

test.each(signals)("%s is unsupported where the browser has no such method", async (_name, send) => {
	expect(errorOf(await send())).toBeInstanceOf(UnsupportedError);
});

test.each(signals)("%s is unsupported on a page without WebAuthn", async (name, send) => {
	browser.statics[name] = async () => undefined;
	vi.stubGlobal("isSecureContext", false);
	expect(errorOf(await send())).toBeInstanceOf(UnsupportedError);
	vi.stubGlobal("PublicKeyCredential", undefined);
	expect(errorOf(await send())).toBeInstanceOf(UnsupportedError);
});

test.each(
	signals.flatMap(([name, send]) => [
		[name, "unreadable options", send, new TypeError("not base64url"), InvalidOptionsError] as const,
		[name, "another relying party", send, new DOMException("", "SecurityError"), CeremonyError] as const,
		[name, "nothing at all", send, undefined, CeremonyError] as const,
	]),
)("%s that the browser rejects for %s is a failure that keeps the cause", async (name, _what, send, thrown, Class) => {
	browser.statics[name] = () => Promise.reject(thrown);
	const error = errorOf(await send());
	expect(error).toBeInstanceOf(Class);
	expect(error.cause).toBe(thrown);
});

test("a signal does not cancel the open ceremony", async () => {
	browser.statics.signalUnknownCredential = async () => undefined;
	const open = Passkey.authenticate({ rpId, challenge: "AAAA" });
	await Passkey.signalUnknownCredential({ rpId, credentialId: "AAAA" });
	expect(browser.lastCall().isSettled).toBe(false);
	browser.lastCall().answer(null);
	await open;
});
