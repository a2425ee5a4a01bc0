/** Reports: the table is searched by name, address and tag, and its figures follow. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("the table shows what is searched for, and the address says so", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12 });
	const { page, fixture } = visitor;
	const [first, second] = fixture.world.monitors;
	if (first) Object.assign(first, { name: "Node 10", tags: ["rack:north"] });
	if (second) Object.assign(second, { name: "Node 2", tags: ["rack:north"] });
	await visitor.open("/reports", "text=12 monitors, together");
	await page.getByLabel("Search name, address or tag").fill("rack:north");
	await page.getByText("2 monitors, together").waitFor();
	const names = await page.getByRole("link", { name: /^Node/ }).allInnerTexts();
	expect(names).toEqual(["Node 2", "Node 10"]);
	expect(new URL(page.url()).searchParams.get("q")).toBe("rack:north");
});
