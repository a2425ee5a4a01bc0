/**
 * Tests for every page: no axe violation in either theme, nothing blocked by the policy, no sideways scrolling on a
 * phone. Every rule runs twice: wide and light, and on a phone, which lays the pages out in another way, in dark. Wide
 * pages are tested for contrast in dark, too: the theme changes nothing but colours. An owner sees every part, and no
 * message of a failure.
 */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, test } from "vitest";
import { axeSource, drawn, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";
import type { Visitor } from "./harness.ts";
import { FORBIDDEN, FORM_VISITS, STATE_VISITS, VISITS, type Visit } from "./pages.ts";
import { VisitorPool } from "./visitor-pool.ts";

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

async function visit(visitor: Visitor, { path, shows, signedOut, given, opens }: Visit): Promise<void> {
	await visitor.page.emulateMedia({ colorScheme: "light" });
	await visitor.page.setViewportSize(WIDE);
	visitor.fixture.reset();
	visitor.fixture.signedIn = !signedOut;
	given?.(visitor.fixture);
	await visitor.open(path, shows);
	await opens?.(visitor.page);
	await visitor.settled();
	await visitor.page.evaluate(axeSource);
}

/** Fails where the page scrolls sideways. */
async function becomesDarkPhone(page: Page, expect: ExpectStatic): Promise<void> {
	await page.emulateMedia({ colorScheme: "dark" });
	await page.setViewportSize(PHONE);
	// What a phone alone shows has the style of the theme before until it is drawn.
	await page.evaluate(drawn);
	const width = () => page.evaluate(() => document.documentElement.scrollWidth);
	await expect.poll(width, { message: "width at 360 px" }).toBe(PHONE.width);
}

/** The main actions of a page; of its dialog, where one is open. */
async function strongButtons(page: Page): Promise<number> {
	const dialog = page.getByRole("dialog");
	const place = (await dialog.count()) > 0 ? dialog : page.locator("body");
	return place.locator("button.bg-text, main a.bg-text").count();
}

/** The length of the longest animation, with its repetitions. Every visitor has asked for reduced motion. */
async function movingMs(page: Page): Promise<number> {
	return page.evaluate(() => {
		const lengths = document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration));
		return Math.max(0, ...lengths);
	});
}

describe.concurrent("a team with monitors", () => {
	let visitors: VisitorPool;
	beforeAll(async () => {
		visitors = await VisitorPool.open(browser, { monitors: 12, outage: true });
	});
	afterAll(() => visitors[Symbol.asyncDispose]());

	test.for([...VISITS, ...FORM_VISITS])(
		"$name: no axe violation in light, dark and on a phone, nothing blocked, no sideways scrolling",
		async (page, { expect }) => {
			await visitors.use(async (visitor) => {
				await visit(visitor, page);
				expect.soft(await visitor.page.getByText(FORBIDDEN).count(), "forbidden parts").toBe(0);
				if (!page.opens) expect.soft(await visitor.page.getByRole("alert").count(), "failures").toBe(0);
				expect.soft(await strongButtons(visitor.page), "strong buttons").toBeLessThanOrEqual(1);
				expect.soft(await violations(visitor.page), "light").toEqual([]);
				await visitor.page.emulateMedia({ colorScheme: "dark" });
				expect.soft(await violations(visitor.page, ["color-contrast"]), "dark").toEqual([]);
				await becomesDarkPhone(visitor.page, expect);
				expect.soft(await violations(visitor.page), "dark, 360 px").toEqual([]);
				expect(visitor.pageErrors).toEqual([]);
			});
		},
	);

	test.for(STATE_VISITS)(
		"has no axe violation, and stands still for who asked for it: $name",
		async (page, { expect }) => {
			await visitors.use(async (visitor) => {
				await visit(visitor, page);
				expect.soft(await movingMs(visitor.page), "longest animation").toBeLessThan(1);
				expect.soft(await strongButtons(visitor.page), "strong buttons").toBeLessThanOrEqual(1);
				expect.soft(await violations(visitor.page), "light").toEqual([]);
				await becomesDarkPhone(visitor.page, expect);
				expect(await violations(visitor.page), "dark, 360 px").toEqual([]);
			});
		},
	);
});

describe.concurrent("an empty team", () => {
	let visitors: VisitorPool;
	beforeAll(async () => {
		visitors = await VisitorPool.open(browser, { monitors: 0 });
	});
	afterAll(() => visitors[Symbol.asyncDispose]());

	test.for(VISITS.filter(({ differsEmpty }) => differsEmpty))(
		"has no axe violation: $name",
		async (page, { expect }) => {
			await visitors.use(async (visitor) => {
				await visit(visitor, page);
				expect.soft(await strongButtons(visitor.page), "strong buttons").toBeLessThanOrEqual(1);
				expect(await violations(visitor.page)).toEqual([]);
			});
		},
	);
});
