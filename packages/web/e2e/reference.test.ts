/** The API reference at /docs, as the service itself serves it: under its policy, on a desk and on a phone. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { CHANNEL_TYPES } from "../../server/src/domain/alerts/channels.ts";
import { connectBrowser } from "./connect-browser.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Of Redoc's own markup, which no style changes (docs/adr/api/0129-show-the-api-with-redoc.md). */
const REDOCS_OWN = ["heading-order", "label-content-name-mismatch", "page-has-heading-one"];

let browser: Browser;
let service: Lapwing;
beforeAll(async () => {
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start()]);
});
afterAll(async () => {
	await browser.close();
	await service[Symbol.asyncDispose]();
});

/** Opens an operation, and collects what the browser complains of. */
async function open(path: string, { width = 1440, theme = "light" as "light" | "dark" } = {}) {
	const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
	const page = await context.newPage();
	const complaints: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") complaints.push(message.text());
	});
	page.on("pageerror", (error) => complaints.push(String(error)));
	page.on("request", (request) => {
		if (!request.url().startsWith(service.url) && !request.url().startsWith("data:")) complaints.push(request.url());
	});
	await page.goto(`${service.url}/docs${path}`);
	return { page, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Through the developer tools, because the page's policy lets in no script. */
async function violations(page: Page): Promise<string[]> {
	const devtools = await page.context().newCDPSession(page);
	const expression = `${axeSource}; axe.run(document, ${JSON.stringify({
		runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		rules: Object.fromEntries(REDOCS_OWN.map((id) => [id, { enabled: false }])),
	})}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`;
	const { result } = await devtools.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
	return result.value;
}

test.each([
	{ width: 1440, theme: "light" },
	{ width: 390, theme: "dark" },
] as const)("an operation at $width px, $theme: nothing blocked or asked elsewhere, no axe violation", async (look) => {
	await using visit = await open("#/monitors/createmonitor", look);
	const { page, complaints } = visit;
	await page.getByRole("heading", { name: "Create a monitor" }).waitFor();
	expect(await violations(page)).toEqual([]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(look.width);
	// The examples of an error show when its status is chosen. Operations above this one may be drawn meanwhile.
	const operation = page.locator('[data-section-id="/monitors/createmonitor"]');
	await operation.getByText("400", { exact: true }).first().click();
	await operation.getByText("The query failed validation").first().waitFor();
	expect(complaints).toEqual([]);
});

test("the introduction says how to sign in, what an error is, how to page, and how to install the client", async () => {
	await using visit = await open("");
	const { page } = visit;
	for (const title of ["Authentication", "Errors", "Paging", "A client"]) {
		await page.getByRole("heading", { name: title }).first().waitFor();
	}
	await page.getByText("npm install @lapwing/client").first().waitFor();
	expect(await violations(page)).toEqual([]);
});

test("the title stands on one line of a phone", async () => {
	await using opened = await open("", { width: 360, theme: "dark" });
	const title = opened.page.getByRole("heading", { level: 1 }).first();
	await title.waitFor();
	const [height, lineHeight] = await title.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return [range.getBoundingClientRect().height, Number.parseFloat(getComputedStyle(element).lineHeight)];
	});
	expect(height).toBeLessThan(1.5 * (lineHeight ?? 0));
});

test("every channel of an alert and every webhook can be read", async () => {
	await using visit = await open("#/alerts/createalert");
	const { page } = visit;
	await page.getByRole("heading", { name: "Create an alert" }).waitFor();
	const operation = page.locator('[data-section-id="/alerts/createalert"]');
	await operation.getByText("Expand all").first().click();
	// What is out of view is drawn once it comes into view.
	await operation.locator('[id$="path=channel"]').scrollIntoViewIfNeeded();
	await operation
		.getByRole("button")
		.filter({ hasText: /^webhook$/ })
		.first()
		.click();
	const choices = await page.getByRole("menuitem").allTextContents();
	expect(choices).toEqual(expect.arrayContaining([...CHANNEL_TYPES]));
	await page.goto(`${service.url}/docs#/webhooks/onmonitordown`);
	await page.getByText("webhook-signature").first().waitFor();
});
