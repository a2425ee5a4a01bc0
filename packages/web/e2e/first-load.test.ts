/** The size of a first visit's scripts. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

const MAX_SCRIPT_BYTES = 150 * 1024;

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("the first load of the board brings at most 150 KB of compressed script", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 300 });
	const devtools = await visitor.page.context().newCDPSession(visitor.page);
	await devtools.send("Network.enable");
	const scripts = new Set<string>();
	let bytes = 0;
	devtools.on("Network.responseReceived", ({ requestId, type }) => {
		if (type === "Script") scripts.add(requestId);
	});
	devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		if (scripts.has(requestId)) bytes += encodedDataLength;
	});
	await visitor.open("/", "[data-monitor]");
	await visitor.settled();
	expect(bytes).toBeGreaterThan(10_000);
	expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test("of ten thousand monitors only the visible rows are rendered", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 10_000 });
	await visitor.open("/", "[data-monitor]");
	expect(await visitor.page.locator("[data-monitor]").count()).toBeLessThan(80);
	await visitor.page.evaluate(() => scrollTo(0, 200_000));
	await expect.poll(() => visitor.page.locator("[data-monitor]").first().innerText()).not.toContain("Berlin billing");
	expect(await visitor.page.locator("[data-monitor]").count()).toBeLessThan(80);
});
