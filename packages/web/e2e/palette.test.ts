/** The command palette: everything that it offers does what it says. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const headed = (name: string) => (page: Page) => page.getByRole("heading", { name, level: 1 }).waitFor();
const dialogNamed = (name: string) => async (page: Page) => {
	await page.getByRole("dialog", { name }).waitFor();
	await page.keyboard.press("Escape");
	await page.getByRole("dialog").waitFor({ state: "detached" });
	// No button opened it, so something in the page gets the focus, and not the first link of the frame.
	await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("page");
};
const themed = (theme: string | null) => (page: Page) =>
	expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe(theme);

/** What each action leads to, in the order in which they are tried: who has signed out can't go on. */
const ACTIONS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
	"New monitor": headed("New monitor"),
	"New alert": headed("New alert"),
	"Open an incident": dialogNamed("Open an incident"),
	"Plan maintenance": dialogNamed("Plan maintenance"),
	"Account, passkeys and sessions": headed("Account"),
	"Theme: light": themed("light"),
	"Theme: dark": themed("dark"),
	"Theme: as the system": themed(null),
	"Sign out": headed("Sign in"),
};

async function openPalette(page: Page): Promise<void> {
	await page.keyboard.press("Control+k");
	// What is typed at once is not lost.
	await page.getByRole("combobox", { name: "Search places" }).waitFor();
}

async function run(page: Page, label: string): Promise<void> {
	await openPalette(page);
	await page.keyboard.type(label);
	await expect.poll(() => page.getByRole("option", { selected: true }).innerText()).toContain(label);
	await page.keyboard.press("Enter");
	await page.getByRole("combobox", { name: "Search places" }).waitFor({ state: "detached" });
}

test("every place and every action is reached by typing its name", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/account", "h1");
	await page.getByRole("button", { name: "Sign out" }).focus();
	await openPalette(page);
	const offered = await page.getByRole("option").allInnerTexts();
	const named = (kind: string) =>
		offered.filter((text) => text.endsWith(kind)).map((text) => text.slice(0, -kind.length).trim());
	expect(named("Action").toSorted()).toEqual(Object.keys(ACTIONS).toSorted());
	await page.keyboard.press("Escape");
	await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Sign out");

	for (const place of named("Place")) {
		await run(page, place);
		await headed(place)(page);
	}
	for (const [action, leads] of Object.entries(ACTIONS)) {
		await run(page, action);
		await leads(page);
	}
	expect(visitor.pageErrors).toEqual([]);
});

test("monitors are found by name and address, and the arrows choose between them", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12 });
	const { page } = visitor;
	await visitor.open("/", "[data-monitor]");
	await openPalette(page);
	await page.keyboard.type("shop.example");
	await expect.poll(() => page.getByRole("option").allInnerTexts()).toHaveLength(2);
	await page.keyboard.press("ArrowDown");
	const chosen = await page.getByRole("option", { selected: true }).innerText();
	await page.keyboard.press("Enter");
	await headed(chosen.split("\n")[0] ?? "")(page);
	await openPalette(page);
	await page.keyboard.type("nothing-like-this");
	await page.getByText("Nothing matches “nothing-like-this”.").waitFor();
});
