import { isSuccess, type Result } from "@lapwing/result";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { SETTLE_GRACE_MS } from "./open-ceremony.ts";
import { Passkey } from "./passkey.ts";
import { assertedCredential, attestedCredential, creationOptions, requestOptions } from "./testing/credentials.ts";
import { type PendingCall, type ScriptedBrowser, scriptBrowser } from "./testing/scripted-browser.ts";

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const register = (signal?: AbortSignal) => Passkey.register(creationOptions(), { signal });
const authenticate = (signal?: AbortSignal) => Passkey.authenticate(requestOptions(), { signal });
const autofill = (signal?: AbortSignal) => Passkey.autofill(requestOptions(), { signal });

/** The outcome of a ceremony, in one word. */
async function ending(result: Promise<Result<unknown>>): Promise<string> {
	const outcome = await result;
	return isSuccess(outcome) ? "success" : outcome.error.name;
}

/** The call with that number, counted from 1, once the page has made it. */
function call(browser: ScriptedBrowser, number: number): Promise<PendingCall> {
	return vi.waitFor(() => {
		const found = browser.calls[number - 1];
		if (!found) throw new Error(`only ${browser.calls.length} calls so far`);
		return found;
	});
}

test("a prompt replaces a waiting autofill, and opens only after that has settled", async () => {
	const browser = scriptBrowser({ answersAborts: false });
	const waiting = autofill();
	const menu = await call(browser, 1);

	const prompt = authenticate();
	expect(menu.options.signal?.aborted).toBe(true);
	await Promise.resolve();
	expect(browser.calls).toHaveLength(1);

	menu.refuse(new DOMException("", "AbortError"));
	expect(await ending(waiting)).toBe("CancelledError");
	(await call(browser, 2)).answer(assertedCredential());
	expect(await ending(prompt)).toBe("success");
});

test("of three prompts in a row the last one opens", async () => {
	const browser = scriptBrowser();
	const first = authenticate();
	const second = authenticate();
	const third = register();
	expect(await ending(first)).toBe("CancelledError");
	expect(await ending(second)).toBe("CancelledError");
	(await call(browser, 2)).answer(attestedCredential());
	expect(await ending(third)).toBe("success");
	expect(browser.calls.map((each) => each.method)).toStrictEqual(["get", "create"]);
});

test("an autofill is cancelled when a prompt is open", async () => {
	const browser = scriptBrowser();
	const prompt = authenticate();
	expect(await ending(autofill())).toBe("CancelledError");
	browser.lastCall().answer(assertedCredential());
	expect(await ending(prompt)).toBe("success");
	expect(browser.calls).toHaveLength(1);
});

test("an autofill is cancelled when a prompt is still waiting to open", async () => {
	const browser = scriptBrowser();
	const menu = autofill();
	await call(browser, 1);
	const prompt = authenticate();
	expect(await ending(autofill())).toBe("CancelledError");
	expect(await ending(menu)).toBe("CancelledError");
	(await call(browser, 2)).answer(assertedCredential());
	expect(await ending(prompt)).toBe("success");
});

test("an autofill started after cancel() waits for the closing prompt and then opens", async () => {
	const browser = scriptBrowser({ answersAborts: false });
	const prompt = authenticate();
	Passkey.cancel();
	const menu = autofill();
	const closing = await call(browser, 1);
	expect(browser.calls).toHaveLength(1);
	closing.refuse(new DOMException("", "AbortError"));
	expect(await ending(prompt)).toBe("CancelledError");
	(await call(browser, 2)).answer(assertedCredential());
	expect(await ending(menu)).toBe("success");
});

test("a newer autofill replaces an older one", async () => {
	const browser = scriptBrowser();
	const older = autofill();
	await call(browser, 1);
	const newer = autofill();
	expect(await ending(older)).toBe("CancelledError");
	(await call(browser, 2)).answer(assertedCredential());
	expect(await ending(newer)).toBe("success");
});

test("an autofill that is cancelled before the support check has ended never opens", async () => {
	const browser = scriptBrowser();
	const menu = autofill();
	Passkey.cancel();
	expect(await ending(menu)).toBe("CancelledError");
	expect(browser.calls).toHaveLength(0);
});

test("cancel() ends the open ceremony; without one it does nothing", async () => {
	const browser = scriptBrowser();
	Passkey.cancel();
	const prompt = authenticate();
	expect(browser.lastCall().options.signal?.aborted).toBe(false);
	Passkey.cancel();
	expect(await ending(prompt)).toBe("CancelledError");
});

test("a waiting prompt that is cancelled never opens", async () => {
	const browser = scriptBrowser({ answersAborts: false });
	const first = authenticate();
	const controller = new AbortController();
	const second = authenticate(controller.signal);
	controller.abort();
	browser.lastCall().refuse(new DOMException("", "AbortError"));
	expect(await ending(first)).toBe("CancelledError");
	expect(await ending(second)).toBe("CancelledError");
	expect(browser.calls).toHaveLength(1);
});

test("a credential that arrives after the abort is not returned", async () => {
	const browser = scriptBrowser({ answersAborts: false });
	const prompt = authenticate();
	Passkey.cancel();
	browser.lastCall().answer(assertedCredential());
	expect(await ending(prompt)).toBe("CancelledError");
});

test("a browser that never answers an abort delays the next prompt by the grace period, no longer", async () => {
	vi.useFakeTimers();
	const browser = scriptBrowser({ answersAborts: false });
	const deaf = authenticate();
	const next = register();
	await vi.advanceTimersByTimeAsync(SETTLE_GRACE_MS - 1);
	expect(browser.calls).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(1);
	expect(await ending(deaf)).toBe("CancelledError");
	expect(browser.calls).toHaveLength(2);
	browser.lastCall().answer(attestedCredential());
	expect(await ending(next)).toBe("success");
	expect(vi.getTimerCount()).toBe(0);
});

test("an abort that is answered in time leaves no timer behind", async () => {
	vi.useFakeTimers();
	scriptBrowser();
	const prompt = authenticate();
	Passkey.cancel();
	expect(await ending(prompt)).toBe("CancelledError");
	expect(vi.getTimerCount()).toBe(0);
});

test("a late answer to an abandoned call changes nothing", async () => {
	vi.useFakeTimers();
	const browser = scriptBrowser({ answersAborts: false });
	const deaf = authenticate();
	Passkey.cancel();
	await vi.advanceTimersByTimeAsync(SETTLE_GRACE_MS);
	expect(await ending(deaf)).toBe("CancelledError");
	const next = authenticate();
	browser.calls[0]?.refuse(new Error("too late"));
	browser.lastCall().answer(assertedCredential());
	expect(await ending(next)).toBe("success");
});

test("a value that is not a signal fails its own ceremony and delays no other", async () => {
	const browser = scriptBrowser();
	expect(await ending(authenticate({} as AbortSignal))).toBe("CeremonyError");
	const next = authenticate();
	(await call(browser, 1)).answer(assertedCredential());
	expect(await ending(next)).toBe("success");
});

test("a signal without removeEventListener delays no other ceremony", async () => {
	const browser = scriptBrowser();
	const endless = authenticate({ addEventListener: () => undefined } as unknown as AbortSignal);
	(await call(browser, 1)).answer(assertedCredential());
	expect(await ending(endless)).toBe("success");
	const next = authenticate();
	(await call(browser, 2)).answer(assertedCredential());
	expect(await ending(next)).toBe("success");
});

test("a signal has no listener after its ceremony has ended", async () => {
	const browser = scriptBrowser();
	const controller = new AbortController();
	const remove = vi.spyOn(controller.signal, "removeEventListener");
	const first = authenticate(controller.signal);
	browser.lastCall().answer(assertedCredential());
	expect(await ending(first)).toBe("success");
	expect(remove).toHaveBeenCalledTimes(1);

	const second = authenticate();
	controller.abort();
	browser.lastCall().answer(assertedCredential());
	expect(await ending(second)).toBe("success");
});

test("in any order of events, at most one call is unanswered and every ceremony ends", async () => {
	const deeds = fc.constantFrom("register", "authenticate", "conditional", "cancel", "answer", "refuse", "turn");
	await fc.assert(
		fc.asyncProperty(fc.array(deeds, { maxLength: 30 }), async (script) => {
			const browser = scriptBrowser();
			const results: Promise<string>[] = [];
			const unanswered = () => browser.calls.filter((each) => !each.isSettled);
			for (const deed of script) {
				if (deed === "register") results.push(ending(register()));
				if (deed === "authenticate") results.push(ending(authenticate()));
				if (deed === "conditional") results.push(ending(autofill()));
				if (deed === "cancel") Passkey.cancel();
				if (deed === "answer") for (const each of unanswered()) each.answer(null);
				if (deed === "refuse") for (const each of unanswered()) each.refuse(new Error("refused"));
				if (deed === "turn") await new Promise(setImmediate);
				expect(unanswered().length).toBeLessThanOrEqual(1);
			}
			Passkey.cancel();
			const endings = await Promise.all(results);
			expect(endings.every((each) => each === "CancelledError" || each === "CeremonyError")).toBe(true);
			expect(unanswered()).toHaveLength(0);
		}),
		{ numRuns: 300 },
	);
});
