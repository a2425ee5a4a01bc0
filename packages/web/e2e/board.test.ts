/** The board as people use it: by keys, live, filtered by its address, several monitors at once. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import type { FixtureMonitor } from "./fixture/world/monitors.ts";
import { publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const focused = (page: Page) =>
	page.evaluate(() => document.activeElement?.querySelector("a")?.textContent ?? document.activeElement?.tagName);

function change(monitor: FixtureMonitor | undefined, status: string, now: number) {
	if (!monitor) throw new Error("There is no such monitor");
	const minute = Math.floor(now / 60_000);
	const since = Math.floor(now / 1000);
	const mark = status === "down" ? "d" : "u";
	return { id: monitor.id, status, since, enabled: true, responseTimeMs: null, minute, mark, regionalSince: null };
}

describe("by keys alone", () => {
	test("finds a monitor, opens it and comes back", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 30 });
		const { page } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.keyboard.press("/");
		await page.keyboard.type("postgres");
		await page.getByRole("row", { name: /PostgreSQL primary/ }).waitFor();
		await expect.poll(() => page.locator("[data-monitor]").count()).toBe(1);
		await page.keyboard.press("Enter");
		await expect.poll(() => focused(page)).toBe("PostgreSQL primary");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "PostgreSQL primary", level: 1 }).waitFor();
		await page.goBack();
		await page.locator("[data-monitor]").first().waitFor();
		expect(new URL(page.url()).searchParams.get("q")).toBe("postgres");
	});

	test("j and k go from row to row, x selects, Escape clears, ? lists the keys", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 300 });
		const { page } = visitor;
		await visitor.open("/", "[data-monitor]");
		const names = await page.locator("[data-monitor] a").allInnerTexts();
		await page.keyboard.press("j");
		await expect.poll(() => focused(page)).toBe(names[0]);
		await page.keyboard.press("j");
		await expect.poll(() => focused(page)).toBe(names[1]);
		await page.keyboard.press("x");
		await page.keyboard.press("k");
		await expect.poll(() => focused(page)).toBe(names[0]);
		await page.keyboard.press("x");
		await page.getByText("2 monitors selected").waitFor();
		await page.keyboard.press("Escape");
		await page.getByText("2 monitors selected").waitFor({ state: "detached" });
		await page.keyboard.press("?");
		await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
	});

	test("g and a letter open a page without other effects", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 3 });
		const { page } = visitor;
		await visitor.open(`/monitors/${visitor.fixture.world.monitors[0]?.id}`, "h1");
		await page.keyboard.press("g");
		await page.keyboard.press("p");
		await page.getByRole("heading", { name: "Status pages", level: 1 }).waitFor();
		// `p` alone would have paused the monitor.
		expect(visitor.fixture.world.monitors[0]?.enabled).toBe(true);
	});

	test("moves far down a long list without losing the focus", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 300 });
		const { page } = visitor;
		await visitor.open("/", "[data-monitor]");
		for (let step = 0; step < 60; step++) {
			const before = await focused(page);
			await page.keyboard.press("j");
			await expect.poll(() => focused(page), { interval: 5 }).not.toBe(before);
		}
		const row = page.locator("[data-monitor]:focus");
		expect(await row.getAttribute("aria-rowindex")).toBe("61");
	});
});

describe("live", () => {
	test("an outage shows without a reload: in the row, in the counts, in the tab", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 20 });
		const { page, fixture } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.getByText("20 monitors · live").first().waitFor();
		const monitor = fixture.world.monitors.find(({ name }) => name === "Shop");
		fixture.sendLive("change", { monitors: [change(monitor, "down", Date.now())], removed: [], added: false });
		await page.getByText("Needs attention").waitFor();
		await page.getByRole("row", { name: /Down Shop/ }).waitFor();
		await expect.poll(() => page.title()).toBe("(1) Monitors · Lapwing");
		expect(await page.locator("link[rel=icon]").getAttribute("href")).toBe("/icon-trouble.svg");
		fixture.sendLive("change", { monitors: [change(monitor, "up", Date.now())], removed: [], added: false });
		await page.getByText("Needs attention").waitFor({ state: "detached" });
		await expect.poll(() => page.title()).toBe("Monitors · Lapwing");
	});

	test("a new monitor shows, and a removed one goes", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 12 });
		const { page, fixture } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.getByText("12 monitors · live").first().waitFor();
		const gone = fixture.world.monitors.find(({ name }) => name === "Mail");
		fixture.sendLive("change", { monitors: [], removed: [gone?.id], added: false });
		await page.getByText("11 monitors · live").first().waitFor();
		await page.getByRole("link", { name: "Mail" }).waitFor({ state: "detached" });
		const [first] = fixture.world.monitors;
		if (first) fixture.world.monitors.push({ ...first, id: publicId("mon", 999), name: "Letters" });
		fixture.sendLive("change", { monitors: [], removed: [], added: true });
		await page.getByText("12 monitors · live").first().waitFor();
		await page.getByRole("link", { name: "Letters" }).waitFor();
	});

	test("a lost connection is shown, and recovers by itself", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 5 });
		const { page, fixture } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.getByText("5 monitors · live").first().waitFor();
		fixture.closeLive();
		await page.getByText("The live connection is lost.").waitFor();
		await page.getByText("The live connection is lost.").waitFor({ state: "detached", timeout: 30_000 });
		await page.getByText("5 monitors · live").first().waitFor();
	});
});

test.each([1024, 1280, 1440])("every column stands within the list, %d px wide", async (width) => {
	await using visitor = await Visitor.arrive(browser, { monitors: 30, outage: true }, { width });
	await visitor.open("/", "[data-monitor]");
	const beyond = await visitor.page.getByRole("grid").evaluate((list) => {
		const edge = list.getBoundingClientRect().right;
		return [...list.querySelectorAll("[role=columnheader], [role=gridcell] > *")].filter(
			(part) => part.getBoundingClientRect().right > edge,
		).length;
	});
	expect(beyond).toBe(0);
});

test("while live streams are refused, nothing is requested repeatedly", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 5 });
	const { page, fixture } = visitor;
	fixture.refusesLive = true;
	await visitor.open("/", "[data-monitor]");
	await page.getByText("The live connection is lost.").waitFor();
	const streams = () => fixture.requests.filter((each) => each === "GET /live").length;
	await expect.poll(streams, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
	expect(fixture.requests.filter((each) => each === "GET /board")).toHaveLength(1);
	fixture.refusesLive = false;
	await page.getByText("5 monitors · live").first().waitFor({ timeout: 20_000 });
	await expect.poll(() => fixture.requests.filter((each) => each === "GET /board").length).toBe(2);
});

test("being offline is shown, and recovers by itself", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 5 });
	const { page, fixture } = visitor;
	await visitor.open("/", "[data-monitor]");
	await page.context().setOffline(true);
	await page.getByRole("link", { name: "Maintenance" }).first().click();
	await page
		.getByText(/could not be read|could not be shown|does not answer/)
		.first()
		.waitFor({ timeout: 30_000 });
	await page.context().setOffline(false);
	await page.getByText("In progress").waitFor();
	expect(fixture.requests).toContain("GET /maintenance-windows");
});

describe("on a phone", () => {
	test("the menu reaches every page, and a row opens its monitor", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 30, outage: true }, { width: 390, height: 844 });
		const { page } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.getByRole("link", { name: "Checkout" }).click();
		await page.getByText(/Down for/).waitFor();
		await page.getByRole("button", { name: "Menu" }).click();
		await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Reports" }).click();
		await page.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
		await page.getByRole("dialog", { name: "Menu" }).waitFor({ state: "hidden" });
	});

	test("the field for the first address has the height of a finger", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 0 }, { width: 390, height: 844 });
		await visitor.open("/", "text=Nothing is watched yet");
		const box = await visitor.page.getByLabel("Address to watch").boundingBox();
		expect(box?.height).toBeGreaterThanOrEqual(40);
	});
});

describe("its address", () => {
	test("contains the view, so that a link shows the same", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 40, outage: true });
		const { page } = visitor;
		await visitor.open("/?group=team&tag=env%3Aprod&sort=response", "[data-monitor]");
		await page.getByRole("button", { name: "Remove the filter tag: env:prod" }).waitFor();
		expect(await page.getByLabel("Group by").inputValue()).toBe("team");
		expect(await page.getByLabel("Sort").inputValue()).toBe("response");
		await page.getByText("team:platform").first().waitFor();
	});

	test("changes with the filters", async () => {
		await using visitor = await Visitor.arrive(browser, { monitors: 40, outage: true });
		const { page } = visitor;
		await visitor.open("/", "[data-monitor]");
		await page.getByRole("button", { name: "Down" }).click();
		await page.getByLabel("Group by").selectOption("type");
		await expect.poll(() => new URL(page.url()).search).toBe("?status=down&group=type");
		await expect.poll(() => page.locator("[data-monitor]").count()).toBe(1);
	});
});

test("several monitors are tagged, paused and deleted at once", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12 });
	const { page, fixture } = visitor;
	await visitor.open("/?q=team%3Aplatform", "[data-monitor]");
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	await page.getByRole("button", { name: "Select all 4" }).click();
	await page.getByRole("button", { name: "Tag", exact: true }).click();
	await page.getByRole("textbox", { name: "Tags" }).fill("env:prod");
	await page.getByRole("button", { name: "Tag 4 monitors" }).click();
	await page.getByText("4 monitors tagged.").waitFor();
	expect(fixture.world.monitors.filter(({ tags }) => tags.includes("team:platform")).map(({ tags }) => tags)).toEqual(
		Array(4).fill(["team:platform", "env:prod"]),
	);
	await page.locator("[data-monitor]").first().focus();
	await page.keyboard.press("x");
	await page.getByRole("button", { name: "Delete" }).click();
	await page.getByRole("button", { name: "Delete 1 monitor" }).click();
	await page.getByText("1 monitor deleted.").waitFor();
	expect(fixture.world.monitors).toHaveLength(11);
});

test("a viewer sees everything and can change nothing", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12, role: "viewer" });
	const { page } = visitor;
	await visitor.open("/", "[data-monitor]");
	expect(await page.getByRole("link", { name: "New monitor" }).count()).toBe(0);
	expect(await page.getByRole("checkbox").count()).toBe(0);
	await visitor.open("/settings/keys", "text=API keys can be seen by others of your team");
	await visitor.open("/monitors/new", "text=Monitors can be changed by others of your team");
});
