/**
 * The standing autofill in Chromium, with options that are good for two seconds and challenges for three: it must
 * outlive them in every way in which a page can be left alone. Who comes back picks a passkey from the offer that
 * stands at that time, with the challenge that it was made with.
 */

import type { Browser, CDPSession } from "playwright-core";
import { afterAll, beforeAll, test, vi } from "vitest";
import { type RunningHost, startHost } from "../example/start-host.ts";
import { launchChromium } from "./harness/chromium.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { Visitor } from "./harness/visitor.ts";

const TIMEOUT_MS = 2_000;
const LIFETIMES = { timeout: TIMEOUT_MS, challengeLifetimeMs: 3_000 };

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** Somebody with a passkey, who has left the page signed out and alone, and how they come back. */
async function away(host: RunningHost, from: Browser = browser) {
	const visitor = await Visitor.arrive(from, host);
	await visitor.enroll("ada");
	return Object.assign(visitor, { comeBack: await visitor.leaveForLong() });
}

const offers = (visitor: Visitor) => visitor.page.evaluate(() => globalThis.signInsBegun);

/** Waits for `count` more offers of the page. */
async function moreOffers(visitor: Visitor, count: number): Promise<void> {
	const before = await offers(visitor);
	await vi.waitUntil(async () => (await offers(visitor)) >= before + count, { timeout: 10_000 });
}

test.concurrent("an offer that has stood for more than three lifetimes signs in", async ({ expect }) => {
	const warnings: string[] = [];
	await using host = await startHost({ ...LIFETIMES, warn: (_event, { reason }) => warnings.push(reason) });
	await using visitor = await away(host);
	const since = Date.now();
	await moreOffers(visitor, 6);
	expect(Date.now() - since).toBeGreaterThan(3 * TIMEOUT_MS);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
	expect(warnings).toStrictEqual([]);
});

test.concurrent("an offer comes back after a prompt that the person cancelled", async ({ expect }) => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	const before = await offers(visitor);
	await visitor.click("Sign in with a passkey");
	await expect.poll(() => offers(visitor)).toBe(before + 1); // the prompt: the offer stands aside
	await visitor.click("Cancel");
	await moreOffers(visitor, 1);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

test.concurrent("an offer that was dismissed is made again", async () => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	await visitor.page.evaluate(() => {
		const get = navigator.credentials.get.bind(navigator.credentials);
		let isFirst = true;
		navigator.credentials.get = (options) => {
			const answer = get(options);
			if (!isFirst) return answer;
			isFirst = false;
			return Promise.race([answer, Promise.reject(new DOMException("dismissed", "NotAllowedError"))]);
		};
	});
	await moreOffers(visitor, 3);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

test.concurrent("an answer that the server refused is followed by a new offer", async ({ expect }) => {
	const warnings: string[] = [];
	await using host = await startHost({ ...LIFETIMES, warn: (_event, { reason }) => warnings.push(reason) });
	await using visitor = await away(host);
	const refusal = visitor.answerTo("/passkey/verify");
	await visitor.authenticator.misbehave({ isBogusSignature: true });
	await visitor.comeBack();
	expect((await refusal).status()).toBe(400);
	await visitor.authenticator.misbehave({ isBogusSignature: false });
	await visitor.sees("Signed in as ada");
	expect(new Set(warnings)).toStrictEqual(new Set(["SignatureError"]));
});

test.concurrent("an offer outlives a time without network", async ({ expect }) => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	const failed = visitor.page.waitForEvent("requestfailed");
	await visitor.page.context().setOffline(true);
	await failed;
	const before = await offers(visitor);
	await visitor.page.context().setOffline(false);
	await expect.poll(() => offers(visitor)).toBeGreaterThan(before);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

test.concurrent("an offer outlives a server that answers errors for a while", async ({ expect }) => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	let refused = 0;
	await visitor.page.route("**/passkey/challenge", (route) => {
		refused += 1;
		return refused <= 2 ? route.fulfill({ status: 503, json: { error: "busy" } }) : route.continue();
	});
	await expect.poll(() => refused).toBeGreaterThan(2);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

test.concurrent("a page that was frozen for more than its challenge's lifetime offers with a new one", async () => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	const devtools = await visitor.page.context().newCDPSession(visitor.page);
	await frozen(devtools, 2 * LIFETIMES.challengeLifetimeMs);
	await devtools.send("Page.setWebLifecycleState", { state: "active" });
	await moreOffers(visitor, 1);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

/** Freezes the page, as a laptop that sleeps does, until the machine's clock has gone on by `ms`. */
async function frozen(devtools: CDPSession, ms: number): Promise<void> {
	await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
	const until = Date.now() + ms;
	await vi.waitUntil(() => Date.now() > until, { interval: 200, timeout: ms + 10_000 });
}

test.concurrent("a page that comes back from the back/forward cache still offers", async ({ expect }) => {
	// Playwright switches the cache off by default.
	await using cached = Object.assign(await launchChromium({ hasBackForwardCache: true }), {
		async [Symbol.asyncDispose]() {
			await cached.close();
		},
	});
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host, cached);
	await visitor.page.evaluate(() => {
		globalThis.addEventListener("pageshow", ({ persisted }) => {
			document.title = persisted ? "from the cache" : "loaded anew";
		});
	});
	await visitor.page.goto("about:blank");
	await visitor.page.goBack({ waitUntil: "commit" });
	await expect.poll(() => visitor.page.title()).toBe("from the cache");
	await moreOffers(visitor, 2);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
});

test.concurrent("two tabs of one session offer side by side, and either of them signs in", async ({ expect }) => {
	const warnings: string[] = [];
	await using host = await startHost({ ...LIFETIMES, warn: (_event, { reason }) => warnings.push(reason) });
	await using visitor = await away(host);
	// The second tab has its own authenticator, which nobody answers: it only renews, and takes nothing of the first.
	const second = await visitor.page.context().newPage();
	await second.goto(host.origin);
	await second.waitForFunction(() => globalThis.signInsBegun > 2);
	await visitor.page.bringToFront();
	await moreOffers(visitor, 2);
	await visitor.comeBack();
	await visitor.sees("Signed in as ada");
	expect(warnings).toStrictEqual([]);
});

test.concurrent("the offer ends when its signal aborts, and brings nothing any more", async ({ expect }) => {
	await using host = await startHost(LIFETIMES);
	await using visitor = await away(host);
	await visitor.openDoor();
	const outcome = await visitor.page.evaluate(async () => {
		const controller = new AbortController();
		let brought = 0;
		const bring = () => {
			brought += 1;
			return fetch("/passkey/challenge", { method: "POST" });
		};
		const result = door.Passkey.autofill(bring, { signal: controller.signal });
		while (brought < 3) await new Promise((resolve) => setTimeout(resolve, 50));
		controller.abort();
		const settled = await result;
		const atTheEnd = brought;
		await new Promise((resolve) => setTimeout(resolve, 3_000));
		return [settled.status === "failure" && settled.error.name, brought - atTheEnd];
	});
	expect(outcome).toStrictEqual(["CancelledError", 0]);
});
