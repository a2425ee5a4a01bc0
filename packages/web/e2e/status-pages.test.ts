/** The page editor: components and sections are moved by keys and by dragging, and saved in that order. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

const PAGE = `/status-pages/${publicId("sp", 1)}`;

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** What the page has as it is saved: sections with their components. */
async function savedOrder(page: Page): Promise<readonly string[]> {
	const [request] = await Promise.all([
		page.waitForRequest((each) => each.method() === "PUT"),
		page.getByRole("button", { name: "Save" }).click(),
	]);
	const { sections } = request.postDataJSON() as {
		sections: readonly { name: string; components: readonly { name: string }[] }[];
	};
	return sections.map(({ name, components }) => `${name}: ${components.map((each) => each.name).join(", ")}`);
}

test("components and sections move by the arrow keys on their handles, and keep the focus", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(PAGE, "text=Add a section");
	const checkout = page.getByRole("button", { name: "Move Checkout", exact: true });
	await checkout.press("ArrowUp");
	await page.getByText("It is 1 of 2 in Shop now.").waitFor({ state: "attached" });
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await page.getByText("It is 1 of 2 in Platform now.").waitFor({ state: "attached" });
	expect(await checkout.evaluate((handle) => handle === document.activeElement)).toBe(true);
	await page.getByRole("button", { name: "Move Platform", exact: true }).press("ArrowUp");
	expect(await savedOrder(page)).toEqual(["Platform: Checkout, API", "Shop: Website"]);
	expect(visitor.pageErrors).toEqual([]);
});

test("a component is dragged to another section; Escape leaves it where it was", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(PAGE, "text=Add a section");
	const website = page.getByRole("button", { name: "Move Website", exact: true });
	const api = page.getByRole("button", { name: "Move API", exact: true });
	const drag = async () => {
		await website.scrollIntoViewIfNeeded();
		await website.hover();
		await page.mouse.down();
		const box = await api.boundingBox();
		await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 60, { steps: 5 });
	};
	await drag();
	await page.keyboard.press("Escape");
	await page.mouse.up();
	await drag();
	await page.mouse.up();
	await page.getByText("It is 2 of 2 in Platform now.").waitFor({ state: "attached" });
	expect(await savedOrder(page)).toEqual(["Shop: Checkout", "Platform: API, Website"]);
});

test("the preview follows what is typed, and stands in the theme and width that are chosen", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(PAGE, "text=Add a section");
	const frame = page.frameLocator("iframe[title='Preview of the page']");
	await frame.getByRole("heading", { name: "Public services" }).waitFor();
	await page.getByLabel("Name", { exact: true }).fill("Acme");
	await frame.getByRole("heading", { name: "Acme" }).waitFor();
	const root = frame.locator("html");
	expect(await root.getAttribute("data-scheme")).toBe("light");
	await page.getByRole("group", { name: "Theme" }).getByRole("button", { name: "Dark" }).click();
	await expect.poll(() => root.getAttribute("data-scheme")).toBe("dark");
	await page.getByRole("button", { name: "Phone" }).click();
	await expect.poll(() => root.evaluate(() => innerWidth)).toBe(390);
	expect(visitor.pageErrors).toEqual([]);
});

test("a page is published at once, and unpublished after a question", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(PAGE, "text=Add a section");
	await page.getByRole("button", { name: "Unpublish", exact: true }).click();
	await page.getByRole("button", { name: "Unpublish the page" }).click();
	await page.getByText("not published", { exact: true }).waitFor();
	expect(await page.getByRole("link", { name: "Open the page" }).count()).toBe(0);
	await page.getByRole("button", { name: "Publish", exact: true }).click();
	await page.getByRole("link", { name: "Open the page" }).waitFor();
});
