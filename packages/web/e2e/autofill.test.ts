/** The sign-in page of a running service, left alone for longer than its options are good for. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSignIns } from "../../passkey/e2e/harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "../../passkey/e2e/harness/virtual-authenticator.ts";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { launchChromium } from "./chromium.ts";

/** In place of the service's five minutes. */
const TIMEOUT_MS = 2_000;

let browser: Browser;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser.close());

const offers = (page: Page) => page.evaluate(() => globalThis.signInsBegun);

test("a passkey in the field's menu signs in after three lifetimes of its options and a time offline", async () => {
	await using service = await Lapwing.start();
	const site = service.url.replace("127.0.0.1", "localhost");
	const secret = /\/welcome#(\S+)/.exec(service.welcome)?.[1];
	const context = await browser.newContext();
	await countSignIns(context);
	const page = await context.newPage();
	await VirtualAuthenticator.plugInto(page);
	await page.route("**/api/v1/sign-in/passkey/options", async (route) => {
		const response = await route.fetch().catch(() => undefined);
		if (!response) return route.abort();
		const { data, ...others } = await response.json();
		await route.fulfill({ response, json: { ...others, data: { options: { ...data.options, timeout: TIMEOUT_MS } } } });
	});

	await page.goto(`${site}/welcome#${secret}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.getByText("The passkey is added.").waitFor();

	await page.addInitScript(() => {
		globalThis.personComesBack = new Promise((resolve) => addEventListener("comes-back", () => resolve()));
	});
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.waitForURL("**/sign-in");
	await expect.poll(() => offers(page), { timeout: 20_000 }).toBeGreaterThan(5);
	await context.setOffline(true);
	await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
	await context.setOffline(false);
	const before = await offers(page);
	await expect.poll(() => offers(page)).toBeGreaterThan(before);
	await page.evaluate(() => void dispatchEvent(new Event("comes-back")));
	await page.getByText("Nothing is watched yet").waitFor();
	await context.close();
});
