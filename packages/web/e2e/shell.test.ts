/** What stands around every page: the way on from a wrong address, and a lost connection that comes back. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("a wrong address has the sidebar, a main part and a title", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/no/such/page", "text=There is nothing here");
	await page.getByRole("main").getByText("There is nothing here").waitFor();
	expect(await page.title()).toBe("Not found · Lapwing");
	await page.getByRole("navigation").getByRole("link", { name: "Reports" }).click();
	await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
});

test("a page whose files could not be loaded is shown once the connection is back, without a click", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/", "[data-monitor]");
	await visitor.settled();
	await page.context().setOffline(true);
	await page.keyboard.press("g");
	await page.keyboard.press("r");
	await page.getByText("Lapwing was updated, or does not answer").waitFor();
	await page.context().setOffline(false);
	await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
	await page.getByText("monitors, together").waitFor();
});
