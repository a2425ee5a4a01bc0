import { isFailure, isSuccess } from "@lapwing/result";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Passkey } from "./passkey.ts";
import { assertedCredential, attestedCredential, creationOptions, requestOptions } from "./testing/credentials.ts";
import { type ScriptedBrowser, scriptBrowser } from "./testing/scripted-browser.ts";

const MINUTE_MS = 60_000;

let browser: ScriptedBrowser;
beforeEach(() => {
	vi.useFakeTimers();
	browser = scriptBrowser();
});
afterEach(() => {
	Passkey.cancel();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const bringer = () => vi.fn(async () => requestOptions());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const open = () => browser.calls.filter((each) => !each.isSettled).length;
const error = async (result: ReturnType<typeof Passkey.autofill>) => {
	const settled = await result;
	return isFailure(settled) ? settled.error.name : "success";
};

test("options are brought anew at three quarters of their timeout, and replace the browser's request", async () => {
	const bring = bringer();
	const result = Passkey.autofill(bring);
	await pass(3.7 * MINUTE_MS);
	expect([bring.mock.calls.length, browser.calls.length, open()]).toStrictEqual([1, 1, 1]);
	await pass(0.3 * MINUTE_MS);
	expect([bring.mock.calls.length, browser.calls.length, open()]).toStrictEqual([2, 2, 1]);
	await pass(60 * MINUTE_MS);
	expect(open()).toBe(1);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("a timeout of 0 is none, and hammers no server", async () => {
	const bring = vi.fn(async () => ({ ...requestOptions(), timeout: 0 }));
	void Passkey.autofill(bring);
	await pass(12_000);
	expect(bring.mock.calls.length).toBe(1);
	expect(vi.getTimerCount()).toBeLessThan(10);
});

test("a hidden page renews nothing until it is visible", async () => {
	const page = Object.assign(new EventTarget(), { hidden: true, hasFocus: () => true });
	vi.stubGlobal("document", page);
	const bring = bringer();
	void Passkey.autofill(bring);
	await pass(60 * MINUTE_MS);
	expect(bring).toHaveBeenCalledTimes(1);
	page.hidden = false;
	await pass(10_000);
	expect(bring).toHaveBeenCalledTimes(2);
});

test("after a sleep in which no timer ran, an event of the page renews at once", async () => {
	const window = new EventTarget();
	vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
	const bring = bringer();
	void Passkey.autofill(bring);
	await pass(1);
	vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
	window.dispatchEvent(new Event("focus"));
	await pass(0);
	expect(bring).toHaveBeenCalledTimes(2);
});

test("a clock that was set back makes options old", async () => {
	const bring = bringer();
	void Passkey.autofill(bring);
	await pass(1);
	vi.setSystemTime(0);
	await pass(10_000);
	expect(bring).toHaveBeenCalledTimes(2);
});

test("a function that rejects is called again after 1, 2, 4 … 60 s, and at once when the page is online again", async () => {
	const window = new EventTarget();
	vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
	const began = Date.now();
	const calls: number[] = [];
	void Passkey.autofill(async () => {
		calls.push((Date.now() - began) / 1000);
		throw new TypeError("Failed to fetch");
	});
	await pass(4 * MINUTE_MS);
	expect(calls).toStrictEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
	window.dispatchEvent(new Event("online"));
	await pass(0);
	expect(calls.length).toBe(10);
});

test.each([
	["an answer that is not ok", async () => new Response("{}", { status: 503 })],
	[
		"a throw",
		() => {
			throw new Error("no network");
		},
	],
	["no answer within a minute", () => new Promise<never>(() => {})],
])("%s counts as a rejection", async (_what, failing) => {
	const bring = vi.fn(bringer()).mockImplementationOnce(failing as never);
	void Passkey.autofill(bring);
	await pass(MINUTE_MS + 1_000);
	expect([bring.mock.calls.length, open()]).toStrictEqual([2, 1]);
});

test("a response that carries the options is read", async () => {
	void Passkey.autofill(async () => Response.json(requestOptions()));
	await pass(0);
	expect(open()).toBe(1);
});

test("an offer steps aside for a prompt and comes back with the same options while they are fresh", async () => {
	const bring = bringer();
	void Passkey.autofill(bring);
	await pass(1);
	const prompt = Passkey.authenticate(requestOptions());
	await pass(1);
	expect(browser.lastCall().options.mediation).toBeUndefined();
	browser.lastCall().refuse(new DOMException("dismissed", "NotAllowedError"));
	expect(await error(prompt)).toBe("CancelledError");
	await pass(1_000);
	expect([browser.lastCall().options.mediation, open(), bring.mock.calls.length]).toStrictEqual(["conditional", 1, 1]);
});

test("an offer that begins while a prompt is open waits for it", async () => {
	const prompt = Passkey.authenticate(requestOptions());
	void Passkey.autofill(bringer());
	await pass(5_000);
	expect(browser.calls.length).toBe(1);
	browser.lastCall().answer(assertedCredential());
	await prompt;
	await pass(1_000);
	expect(browser.lastCall().options.mediation).toBe("conditional");
});

test("an offer comes back, and brings options, a second after a prompt: its answer is sent first", async () => {
	const bring = bringer();
	const prompt = Passkey.authenticate(requestOptions());
	void Passkey.autofill(bring);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await prompt)).toBe(true);
	await pass(999);
	expect([bring.mock.calls.length, browser.calls.length]).toStrictEqual([0, 1]);
	await pass(1);
	expect([bring.mock.calls.length, browser.calls.length]).toStrictEqual([1, 2]);
});

test("cancel ends a prompt and leaves the offer, and ends an offer that no prompt covers", async () => {
	const result = Passkey.autofill(bringer());
	await pass(1);
	void Passkey.authenticate(requestOptions());
	await pass(1);
	Passkey.cancel();
	await pass(1_000);
	expect(browser.lastCall().options.mediation).toBe("conditional");
	Passkey.cancel();
	expect(await error(result)).toBe("CancelledError");
});

test.each([
	["while options are brought", () => new Promise<never>(() => {})],
	["between two attempts", async () => Promise.reject(new Error("no network"))],
	["while the browser has a request", async () => requestOptions()],
])("its signal ends an offer %s", async (_when, bring) => {
	const controller = new AbortController();
	const result = Passkey.autofill(bring, { signal: controller.signal });
	await pass(500);
	controller.abort(new Error("leaving"));
	expect(await error(result)).toBe("CancelledError");
	await pass(60 * MINUTE_MS);
	expect([open(), vi.getTimerCount()]).toStrictEqual([0, 0]);
});

test("a signal that has aborted before brings nothing", async () => {
	const bring = bringer();
	expect(await error(Passkey.autofill(bring, { signal: AbortSignal.abort() }))).toBe("CancelledError");
	expect(bring.mock.calls.length).toBe(0);
});

test.each([
	["a function", bringer()],
	["plain options", requestOptions()],
])("an autofill by %s whose signal has aborted before ends no offer", async (_what, options) => {
	const result = Passkey.autofill(bringer());
	await pass(1);
	expect(await error(Passkey.autofill(options, { signal: AbortSignal.abort() }))).toBe("CancelledError");
	expect(open()).toBe(1);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("an offer waits for a passkey upgrade that began while its options were brought", async () => {
	browser.statics.getClientCapabilities = async () => ({ conditionalCreate: true });
	let answer = (_options: ReturnType<typeof requestOptions>) => {};
	void Passkey.autofill(() => new Promise((resolve) => (answer = resolve)));
	const upgrade = Passkey.register(creationOptions(), { mediation: "conditional" });
	await pass(1);
	answer(requestOptions());
	await pass(1);
	expect(browser.calls.map((each) => each.method)).toStrictEqual(["create"]);
	browser.lastCall().answer(attestedCredential());
	expect(isSuccess(await upgrade)).toBe(true);
	await pass(1);
	expect(browser.lastCall().options.mediation).toBe("conditional");
});

test("a later autofill ends an earlier one", async () => {
	const first = Passkey.autofill(bringer());
	await pass(1);
	const second = Passkey.autofill(bringer());
	expect(await error(first)).toBe("CancelledError");
	void Passkey.autofill(requestOptions());
	expect(await error(second)).toBe("CancelledError");
	await pass(1);
	expect(open()).toBe(1);
});

test("a dismissed offer is made again, and one that the browser refuses at once less and less often", async () => {
	void Passkey.autofill(bringer());
	await pass(1);
	for (const pauseMs of [1_000, 2_000, 4_000, 8_000]) {
		browser.lastCall().refuse(new DOMException("dismissed", "NotAllowedError"));
		await pass(pauseMs - 1);
		expect(open()).toBe(0);
		await pass(1);
		expect(open()).toBe(1);
	}
});

test.each([
	["SecurityError", "CeremonyError"],
	["NotSupportedError", "CeremonyError"],
	["TypeError", "CeremonyError"],
	["SyntaxError", "CeremonyError"],
])("a browser's %s ends the offer, for it would come again", async (name, expected) => {
	const result = Passkey.autofill(bringer());
	await pass(1);
	browser.lastCall().refuse(new DOMException("no", name));
	expect(await error(result)).toBe(expected);
});

test("unreadable options end an offer that never stood, and are brought again for one that did", async () => {
	expect(await error(Passkey.autofill(async () => ({ error: "busy" }) as never))).toBe("InvalidOptionsError");
	expect(await error(Passkey.autofill(async () => undefined as never))).toBe("InvalidOptionsError");
	const bring = bringer();
	const result = Passkey.autofill(bring);
	await pass(1);
	bring.mockImplementationOnce(async () => ({ error: "busy" }) as never);
	await pass(4 * MINUTE_MS);
	expect([bring.mock.calls.length, open()]).toStrictEqual([3, 1]);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("unreadable options are brought again for an offer that the browser has only refused", async () => {
	const bring = bringer();
	const result = Passkey.autofill(bring);
	await pass(1);
	browser.lastCall().refuse(new DOMException("dismissed", "NotAllowedError"));
	await pass(1);
	bring.mockImplementationOnce(async () => ({ error: "busy" }) as never);
	vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
	await pass(10_000);
	expect([bring.mock.calls.length, open()]).toStrictEqual([3, 1]);
	browser.lastCall().answer(assertedCredential());
	expect(isSuccess(await result)).toBe(true);
});

test("where autofill is not supported, nothing is offered", async () => {
	browser.statics.isConditionalMediationAvailable = async () => false;
	expect(await error(Passkey.autofill(bringer()))).toBe("UnsupportedError");
	expect(browser.calls.length).toBe(0);
});
