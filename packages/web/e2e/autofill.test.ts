/** The sign-in page of a running service, left alone for longer than its options are good for. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSignIns } from "../../passkey/e2e/harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "../../passkey/e2e/harness/virtual-authenticator.ts";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";

/** In place of the service's five minutes. */
const TIMEOUT_MS = 2_000;

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const offers = (page: Page) => page.evaluate(() => globalThis.signInsBegun);

/** Somebody with a passkey on the sign-in page, who has left it alone: `comeBack` picks from the offer that stands. */
async function leftAlone(service: Lapwing) {
	const site = service.url.replace("127.0.0.1", "localhost");
	const secret = /\/welcome#(\S+)/.exec(service.welcome)?.[1];
	const context = await browser.newContext();
	await countSignIns(context);
	const page = await context.newPage();
	await VirtualAuthenticator.plugInto(page);
	await context.route("**/api/v1/sign-in/passkey/options", async (route) => {
		const response = await route.fetch().catch(() => undefined);
		if (!response) return route.abort();
		// The page may be gone by now.
		const answer = await response.json().catch(() => undefined);
		if (!answer) return route.abort().catch(() => {});
		const { data, ...others } = answer;
		await route.fulfill({ response, json: { ...others, data: { options: { ...data.options, timeout: TIMEOUT_MS } } } });
	});

	await page.goto(`${site}/welcome#${secret}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.getByText("The passkey is added.").waitFor();

	await context.addInitScript(() => {
		globalThis.personComesBack = new Promise((resolve) => addEventListener("comes-back", () => resolve()));
	});
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.waitForURL("**/sign-in");
	const comeBack = () => page.evaluate(() => void dispatchEvent(new Event("comes-back")));
	return { context, page, comeBack, [Symbol.asyncDispose]: () => context.close() };
}

const moreOffers = async (page: Page, count: number) => {
	const before = await offers(page);
	await expect.poll(() => offers(page), { timeout: 20_000 }).toBeGreaterThanOrEqual(before + count);
};

test("a passkey in the field's menu signs in after three lifetimes of its options and a time offline", async () => {
	await using service = await Lapwing.start();
	await using visit = await leftAlone(service);
	const { context, page } = visit;
	await moreOffers(page, 6);
	await context.setOffline(true);
	await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
	await context.setOffline(false);
	await moreOffers(page, 1);
	await visit.comeBack();
	await page.getByText("Nothing is watched yet").waitFor();
});

test("it signs in after a time asleep, a dismissed menu, a dismissed prompt and with a second tab open", async () => {
	await using service = await Lapwing.start();
	await using visit = await leftAlone(service);
	const { context, page } = visit;
	await moreOffers(page, 1);
	const devtools = await context.newCDPSession(page);
	await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
	const awake = Date.now() + 3 * TIMEOUT_MS;
	await expect.poll(() => Date.now(), { interval: 200 }).toBeGreaterThan(awake);
	await devtools.send("Page.setWebLifecycleState", { state: "active" });
	await moreOffers(page, 1);

	await page.evaluate(() => {
		const get = navigator.credentials.get.bind(navigator.credentials);
		let isDismissed = false;
		navigator.credentials.get = (options) => {
			const isMenu = options?.mediation === "conditional";
			if (isMenu && isDismissed) return get(options);
			isDismissed ||= isMenu;
			return Promise.reject(new DOMException("dismissed", "NotAllowedError"));
		};
	});
	await moreOffers(page, 1);
	await page.getByRole("button", { name: "Sign in with a passkey" }).click();
	await moreOffers(page, 1);

	const second = await context.newPage();
	await second.goto(page.url());
	await moreOffers(second, 2);
	await page.bringToFront();
	await moreOffers(page, 1);
	await visit.comeBack();
	await page.getByText("Nothing is watched yet").waitFor();
});
