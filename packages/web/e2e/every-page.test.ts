/**
 * What holds for every page: axe finds nothing in either theme, the policy blocks nothing, a phone scrolls no page
 * sideways.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { Visitor } from "./harness.ts";
import { VISITS, type Visit } from "./pages.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser.close());

async function visit(visitor: Visitor, { path, shows, signedOut, opens }: Visit): Promise<void> {
	visitor.fixture.signedIn = !signedOut;
	await visitor.open(path, shows);
	await opens?.(visitor.page);
	await visitor.settled();
}

async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axeSource);
	return page.evaluate(async () => {
		const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
		const { violations } = await axe.run(document, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
		});
		return violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
		);
	});
}

test.each(VISITS)(
	"$name: no axe violation in light, dark and on a phone, nothing blocked, no sideways scrolling",
	async (page) => {
		await using visitor = await Visitor.arrive(browser, { monitors: 40, outage: true }, { theme: "light" });
		await visit(visitor, page);
		expect.soft(await violations(visitor.page), "light").toEqual([]);
		await visitor.page.emulateMedia({ colorScheme: "dark" });
		expect.soft(await violations(visitor.page), "dark").toEqual([]);
		await visitor.page.setViewportSize({ width: 360, height: 740 });
		await expect
			.poll(() => visitor.page.evaluate(() => document.documentElement.scrollWidth), { message: "width at 360 px" })
			.toBe(360);
		expect.soft(await violations(visitor.page), "360 px").toEqual([]);
		expect(visitor.pageErrors).toEqual([]);
	},
);

describe("an empty team", () => {
	test.each(VISITS.filter(({ needsMonitors, signedOut }) => !needsMonitors && !signedOut))(
		"has no axe violation: $name",
		async (page) => {
			await using visitor = await Visitor.arrive(browser, { monitors: 0 });
			await visit(visitor, page);
			expect.soft(await violations(visitor.page)).toEqual([]);
		},
	);
});
