import { isFailure, isSuccess, type Result, unwrap } from "@lapwing/result";
import { afterEach, expect, test, vi } from "vitest";
import { PasskeyError } from "../passkey-error.ts";
import {
	AlreadyRegisteredError,
	CancelledError,
	CeremonyError,
	InvalidOptionsError,
	UnsupportedError,
} from "./errors.ts";
import { Passkey } from "./passkey.ts";
import { assertedCredential, attestedCredential, creationOptions, requestOptions } from "./testing/credentials.ts";
import { scriptBrowser } from "./testing/scripted-browser.ts";

afterEach(() => {
	vi.unstubAllGlobals();
});

type Ceremony = (signal?: AbortSignal) => Promise<Result<unknown>>;

const ceremonies: [string, Ceremony][] = [
	["register", (signal?: AbortSignal) => Passkey.register(creationOptions(), { signal })],
	["authenticate", (signal?: AbortSignal) => Passkey.authenticate(requestOptions(), { signal })],
	["autofill", (signal?: AbortSignal) => Passkey.autofill(requestOptions(), { signal })],
];

function errorOf(result: Result<unknown>): Error {
	if (isSuccess(result)) throw new Error("the ceremony succeeded");
	return result.error;
}

test("a registration returns the credential as JSON", async () => {
	const browser = scriptBrowser();
	const result = Passkey.register(creationOptions());
	browser.lastCall().answer(attestedCredential());
	expect(unwrap(await result)).toMatchObject({ type: "public-key", response: { transports: ["internal"] } });
	expect(browser.lastCall().method).toBe("create");
});

test("a sign-in returns the credential as JSON", async () => {
	const browser = scriptBrowser();
	const result = Passkey.authenticate(requestOptions());
	browser.lastCall().answer(assertedCredential());
	expect(unwrap(await result)).toMatchObject({ type: "public-key", response: { signature: expect.any(String) } });
	expect(browser.lastCall().options.mediation).toBeUndefined();
});

test("autofill asks for conditional mediation", async () => {
	const browser = scriptBrowser();
	const result = Passkey.autofill(requestOptions());
	await vi.waitFor(() => expect(browser.lastCall().options.mediation).toBe("conditional"));
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("a conditional registration asks for conditional mediation", async () => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = async () => ({ conditionalCreate: true });
	const result = Passkey.register(creationOptions(), { mediation: "conditional" });
	await vi.waitFor(() => expect(browser.lastCall().options).toHaveProperty("mediation", "conditional"));
	browser.lastCall().answer(attestedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("a registration with a prompt names no mediation", async () => {
	const browser = scriptBrowser();
	const result = Passkey.register(creationOptions());
	expect(browser.lastCall().options).not.toHaveProperty("mediation");
	browser.lastCall().answer(null);
	await result;
});

test.each([
	["does not say what it can do", undefined],
	["cannot do it", async () => ({ conditionalCreate: false })],
	["does not name it", async () => ({ conditionalGet: true })],
	["rejects", async () => Promise.reject(new Error("broken"))],
])("a conditional registration is unsupported where the browser %s, and no prompt opens", async (_what, method) => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = method;
	const result = await Passkey.register(creationOptions(), { mediation: "conditional" });
	expect(errorOf(result)).toBeInstanceOf(UnsupportedError);
	expect(browser.calls).toHaveLength(0);
});

test("an immediate sign-in says so to a browser that reports it, and a plain one does not", async () => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = async () => ({ immediateGet: true });
	const immediate = Passkey.authenticate(requestOptions(), { mediation: "immediate" });
	await vi.waitFor(() => expect(browser.calls).toHaveLength(1));
	expect(browser.lastCall().options).toMatchObject({ uiMode: "immediate" });
	expect(browser.lastCall().options).not.toHaveProperty("mediation");
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await immediate)).toBe(true);

	const plain = Passkey.authenticate(requestOptions());
	expect(browser.lastCall().options).not.toHaveProperty("uiMode");
	browser.lastCall().answer(null);
	await plain;
});

test.each([
	["does not report it", async () => ({ conditionalGet: true })],
	["denies it", async () => ({ immediateGet: false })],
	["can't be asked", undefined],
])("an immediate sign-in is unsupported where the browser %s, and no prompt opens", async (_what, method) => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = method;
	const result = await Passkey.authenticate(requestOptions(), { mediation: "immediate" });
	expect(errorOf(result)).toBeInstanceOf(UnsupportedError);
	expect(browser.calls).toHaveLength(0);
});

test("an immediate sign-in that was aborted while the browser was asked opens no prompt", async () => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = async () => ({ immediateGet: true });
	const result = Passkey.authenticate(requestOptions(), { mediation: "immediate" });
	Passkey.cancel();
	expect(errorOf(await result)).toBeInstanceOf(CancelledError);
	expect(browser.calls).toHaveLength(0);
});

test("a conditional registration is cancelled when a prompt is open", async () => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = async () => ({ conditionalCreate: true });
	const prompt = Passkey.authenticate(requestOptions());
	const upgrade = await Passkey.register(creationOptions(), { mediation: "conditional" });
	expect(errorOf(upgrade)).toBeInstanceOf(CancelledError);
	expect(browser.calls).toHaveLength(1);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await prompt)).toBe(true);
});

test("a conditional registration aborts an autofill that waits, and a prompt aborts the registration", async () => {
	const browser = scriptBrowser();
	browser.statics.getClientCapabilities = async () => ({ conditionalCreate: true });
	const autofill = Passkey.autofill(requestOptions());
	await vi.waitFor(() => browser.lastCall());
	const upgrade = Passkey.register(creationOptions(), { mediation: "conditional" });
	expect(errorOf(await autofill)).toBeInstanceOf(CancelledError);
	await vi.waitFor(() => expect(browser.calls).toHaveLength(2));
	const prompt = Passkey.register(creationOptions());
	expect(errorOf(await upgrade)).toBeInstanceOf(CancelledError);
	await vi.waitFor(() => expect(browser.calls).toHaveLength(3));
	browser.lastCall().answer(attestedCredential());
	expect(isSuccess(await prompt)).toBe(true);
});

test.each(ceremonies.slice(0, 2))("%s calls the browser in the same turn as the click", async (_name, start) => {
	const browser = scriptBrowser();
	const result = start();
	expect(browser.calls).toHaveLength(1);
	browser.lastCall().answer(null);
	await result;
});

test.each(ceremonies)(
	"%s that the person dismisses is cancelled, and keeps the browser's error as cause",
	async (_name, start) => {
		const browser = scriptBrowser();
		const result = start();
		await vi.waitFor(() => browser.lastCall());
		const dismissed = new DOMException("not allowed", "NotAllowedError");
		browser.lastCall().refuse(dismissed);
		const error = errorOf(await result);
		expect(error).toBeInstanceOf(CancelledError);
		expect(error.cause).toBe(dismissed);
	},
);

test.each(ceremonies)("%s that ends with no credential is cancelled", async (_name, start) => {
	const browser = scriptBrowser();
	const result = start();
	await vi.waitFor(() => browser.lastCall());
	browser.lastCall().answer(null);
	expect(errorOf(await result)).toBeInstanceOf(CancelledError);
});

const reasons: [string, unknown][] = [
	["no reason", undefined],
	["null", null],
	["a string", "left the page"],
	["an error of the host's", new RangeError("host")],
	["an error that the browser uses too", new DOMException("", "SecurityError")],
	["an error of this library", new UnsupportedError()],
];

test.each(ceremonies.flatMap(([name, start]) => reasons.map(([what, reason]) => [name, what, start, reason] as const)))(
	"%s aborted with %s is cancelled",
	async (_name, _what, start, reason) => {
		const browser = scriptBrowser();
		const controller = new AbortController();
		const result = start(controller.signal);
		await vi.waitFor(() => browser.lastCall());
		controller.abort(reason);
		expect(errorOf(await result)).toBeInstanceOf(CancelledError);
	},
);

test.each(ceremonies)(
	"%s with a signal aborted beforehand is cancelled without asking the browser",
	async (_name, start) => {
		const browser = scriptBrowser();
		expect(errorOf(await start(AbortSignal.abort()))).toBeInstanceOf(CancelledError);
		expect(browser.calls).toHaveLength(0);
	},
);

test("a ceremony that never starts does not cancel the open one", async () => {
	const browser = scriptBrowser();
	const open = Passkey.authenticate(requestOptions());
	await Passkey.register(creationOptions(), { signal: AbortSignal.abort() });
	await Passkey.register(creationOptions({ challenge: "not base64url!" }));
	expect(browser.lastCall().isSettled).toBe(false);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await open)).toBe(true);
});

test("an excluded credential is already registered", async () => {
	const browser = scriptBrowser();
	const result = Passkey.register(creationOptions());
	browser.lastCall().refuse(new DOMException("excluded", "InvalidStateError"));
	expect(errorOf(await result)).toBeInstanceOf(AlreadyRegisteredError);
});

const mishaps: [string, unknown][] = [
	["a SecurityError", new DOMException("wrong rp id", "SecurityError")],
	["an InvalidStateError", new DOMException("", "InvalidStateError")],
	["an AbortError that nobody here asked for", new DOMException("", "AbortError")],
	["a string", "password manager says no"],
	["undefined", undefined],
];

test.each(mishaps)("a sign-in that the browser refuses with %s is a CeremonyError", async (_what, reason) => {
	const browser = scriptBrowser();
	const result = Passkey.authenticate(requestOptions());
	browser.lastCall().refuse(reason);
	const error = errorOf(await result);
	expect(error).toBeInstanceOf(CeremonyError);
	expect(error.cause).toBe(reason);
});

test("a browser that throws instead of rejecting is a CeremonyError", async () => {
	scriptBrowser();
	vi.stubGlobal("navigator", {
		credentials: {
			get: () => {
				throw new TypeError("illegal invocation");
			},
		},
	});
	expect(errorOf(await Passkey.authenticate(requestOptions()))).toBeInstanceOf(CeremonyError);
});

test("a credential without anything to verify is a CeremonyError", async () => {
	const browser = scriptBrowser();
	const result = Passkey.authenticate(requestOptions());
	browser.lastCall().answer({ type: "password", id: "ada" });
	expect(errorOf(await result)).toBeInstanceOf(CeremonyError);
});

test.each([
	["an insecure origin", () => vi.stubGlobal("isSecureContext", false)],
	["a browser without WebAuthn", () => vi.stubGlobal("PublicKeyCredential", undefined)],
	["a browser without credentials", () => vi.stubGlobal("navigator", {})],
	["no browser at all", () => vi.stubGlobal("navigator", undefined)],
])("on %s every ceremony is unsupported", async (_where, take) => {
	scriptBrowser();
	take();
	expect(Passkey.isSupported()).toBe(false);
	for (const [, start] of ceremonies) expect(errorOf(await start())).toBeInstanceOf(UnsupportedError);
});

test.each([
	["does not know autofill", undefined],
	["says no", async () => false],
	["rejects", async () => Promise.reject(new Error("broken"))],
])("autofill is unsupported where the browser %s, and the browser is not called", async (_what, answer) => {
	const browser = scriptBrowser();
	browser.statics.isConditionalMediationAvailable = answer;
	expect(errorOf(await Passkey.autofill(requestOptions()))).toBeInstanceOf(UnsupportedError);
	expect(browser.calls).toHaveLength(0);
});

test.each([
	["the body of an error answer", { error: "rejected" }],
	["nothing", undefined],
	["null", null],
	["a string", "{}"],
])("%s instead of options is InvalidOptionsError", async (_what, options) => {
	const browser = scriptBrowser();
	expect(errorOf(await Passkey.register(options as never))).toBeInstanceOf(InvalidOptionsError);
	expect(errorOf(await Passkey.authenticate(options as never))).toBeInstanceOf(InvalidOptionsError);
	expect(errorOf(await Passkey.autofill(options as never))).toBeInstanceOf(InvalidOptionsError);
	expect(browser.calls).toHaveLength(0);
});

test("every failure is a PasskeyError whose name is its class's", () => {
	for (const Class of [UnsupportedError, CancelledError, AlreadyRegisteredError, InvalidOptionsError, CeremonyError]) {
		const error = new Class();
		expect(error).toBeInstanceOf(PasskeyError);
		expect(error.name).toBe(Class.name);
		expect(error.message).not.toBe("");
	}
});

test("a result is a plain object that narrows", async () => {
	scriptBrowser();
	vi.stubGlobal("isSecureContext", false);
	const result = await Passkey.authenticate(requestOptions());
	expect(isFailure(result) && result.error.name).toBe("UnsupportedError");
	expect(result.status).toBe("failure");
});
