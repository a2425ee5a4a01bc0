/**
 * A monitor from creation to deletion, with the keyboard where possible; refusals of the API are shown at their fields.
 */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("an empty team creates its first monitor with an address and a key, and learns how it answers", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 0 });
	const { page, fixture } = visitor;
	await visitor.open("/", "text=Nothing is watched yet");
	await page.getByLabel("Address to watch").fill("shop.example.com");
	await page.keyboard.press("Enter");
	await page.getByText("shop.example.com answers over https.").waitFor();
	await page.getByRole("heading", { name: "shop.example.com", level: 1 }).waitFor();
	expect(fixture.world.monitors.map(({ name, target }) => ({ name, target }))).toEqual([
		{ name: "shop.example.com", target: "https://shop.example.com" },
	]);
});

test("an address of the empty board that is refused keeps its reason until it is changed", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 0 });
	const { page } = visitor;
	await visitor.open("/", "text=Nothing is watched yet");
	const field = page.getByLabel("Address to watch");
	await field.fill("https://");
	await page.getByRole("button", { name: "Watch it" }).click();
	await page.getByText("Must be an http or https address").waitFor();
	expect(await field.getAttribute("aria-invalid")).toBe("true");
	await field.pressSequentially("shop.example.com");
	await page.getByText("Must be an http or https address").waitFor({ state: "detached" });
	expect(await field.getAttribute("aria-invalid")).toBeNull();
});

test("an address without a scheme is completed by a trial, and the form says how", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/monitors/new", "text=What is watched");
	await page.getByLabel("Address").fill("shop.example.com");
	await page.getByRole("button", { name: "Try it" }).click();
	await page.getByText("shop.example.com answers over https.").waitFor();
	expect(await page.getByLabel("Address").inputValue()).toBe("https://shop.example.com");
});

test("a refusal of the API is shown at its field, and the first such field has the focus", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/monitors/new", "text=What is watched");
	await page.getByLabel("Address").fill("ftp://example.com");
	await page.getByLabel("Down without an answer after").fill("600");
	await page.getByRole("button", { name: "Create monitor" }).click();
	await page.getByText("Must be an integer from 1 to 60.").waitFor();
	expect(await page.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
	expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("ftp://example.com");
	await page.getByLabel("Address").fill("https://example.com");
	await page.getByText("Must be an http or https address").waitFor({ state: "detached" });
	await page.getByText("Must be an integer from 1 to 60.").waitFor();
});

test("a refused content check is shown at its field, and the second attempt creates nothing a second time", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 0 });
	const { page, fixture } = visitor;
	await visitor.open("/monitors/new?target=https%3A%2F%2Fexample.com", "text=What is watched");
	const texts = page.getByLabel("Text", { exact: true });
	await page.getByRole("button", { name: "Add a content check" }).click();
	await texts.fill("Welcome");
	await page.getByRole("button", { name: "Add a content check" }).click();
	await page.getByRole("button", { name: "Create monitor" }).click();
	await page.getByText("Enter a text.").waitFor();
	expect(await page.getByRole("radio", { name: "DNS" }).count(), "its type is settled").toBe(0);
	await texts.last().fill("Goodbye");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByRole("heading", { name: "example.com", level: 1 }).waitFor();
	await page.getByText("contains “Goodbye”").waitFor();
	expect(await page.getByText("contains “Welcome”").count()).toBe(1);
	expect(fixture.world.monitors).toHaveLength(1);
});

test("by keys alone: opened, paused, edited, saved", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const [monitor] = fixture.world.monitors;
	await visitor.open(`/monitors/${monitor?.id}`, "text=Who is notified");
	await page.keyboard.press("p");
	await page.getByText("Nothing is checked and nobody is notified").waitFor();
	expect(monitor?.enabled).toBe(false);
	await page.keyboard.press("e");
	await page.getByLabel("Name", { exact: true }).fill("Till");
	await page.keyboard.press("Enter");
	await page.getByRole("heading", { name: "Till", level: 1 }).waitFor();
	expect(monitor?.name).toBe("Till");
});

test("an outage has its reason in one line, and a click explains the check", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3, outage: true });
	const { page } = visitor;
	await visitor.open(`/monitors/${visitor.fixture.world.monitors[0]?.id}`, "text=Down for");
	await page.getByText("Notified: On call at").waitFor();
	await page.getByRole("link", { name: "Why?" }).first().click();
	const dialog = page.getByRole("dialog", { name: "Why?" });
	await dialog.getByText("2 attempts").waitFor();
	expect(new URL(page.url()).searchParams.has("why")).toBe(true);
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "detached" });
	expect(new URL(page.url()).searchParams.has("why")).toBe(false);
});

test("a check without stored details is explained with the values of the list", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3, outage: true });
	const { page, fixture } = visitor;
	const id = fixture.world.monitors[0]?.id;
	const minute = Math.floor(fixture.world.now / 60_000);
	const error = { code: "NOT_FOUND", message: "There is no such resource." };
	fixture.overrides.set(`GET /monitors/${id}/results/${minute}`, { status: 404, error });
	await visitor.open(`/monitors/${id}?why=${minute}`, "text=Who is notified");
	const dialog = page.getByRole("dialog", { name: "Why?" });
	await dialog.getByText("The response had status 503; 200 was expected.").waitFor();
	expect(await dialog.getByRole("alert").count()).toBe(0);
});

test("dragging across the chart zooms, and Backspace goes back", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(`/monitors/${visitor.fixture.world.monitors[0]?.id}`, ".u-over");
	const box = await page.locator(".u-over").boundingBox();
	if (!box) throw new Error("The chart has no place");
	await page.mouse.move(box.x + 200, box.y + 50);
	await page.mouse.down();
	await page.mouse.move(box.x + 400, box.y + 60, { steps: 5 });
	await page.mouse.up();
	await page.getByRole("button", { name: "Zoom out" }).waitFor();
	expect(new URL(page.url()).searchParams.has("from")).toBe(true);
	await page.keyboard.press("Backspace");
	await page.getByRole("button", { name: "Zoom out" }).waitFor({ state: "detached" });
});

test("the chart is read, selected and zoomed with the keyboard", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(`/monitors/${visitor.fixture.world.monitors[0]?.id}`, ".u-over");
	const chart = page.getByRole("slider", { name: /^Response time: typically/ });
	const read = () => chart.getAttribute("aria-valuetext");
	await chart.focus();
	await page.getByText("Enter zooms in").waitFor();
	await page.keyboard.press("End");
	const last = await read();
	await page.keyboard.press("ArrowLeft");
	await expect.poll(read).not.toBe(last);
	// With its date where midnight lies between.
	expect(await read()).toMatch(
		/^(?:\d+ \w+ )?\d\d:\d\d: median \d+ ms, p95 \d+ ms, 100 % available, 100 % fast enough$/,
	);
	await page.keyboard.press("Enter");
	expect(new URL(page.url()).search).toBe("");
	for (let presses = 0; presses < 2; presses++) await page.keyboard.press("Shift+PageDown");
	await page.keyboard.press("Enter");
	await page.getByRole("button", { name: "Zoom out" }).waitFor();
	const { searchParams } = new URL(page.url());
	const [from, to] = [Number(searchParams.get("from")), Number(searchParams.get("to"))];
	expect(to - from).toBeGreaterThan(7200);
	expect(to - from).toBeLessThan(43_200 / 2);
	await page.keyboard.press("Backspace");
	await page.getByRole("button", { name: "Zoom out" }).waitFor({ state: "detached" });
	expect(visitor.pageErrors).toEqual([]);
});

test("peaks that dwarf all other answers are cut off, counted, and shown whole when asked for", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open(`/monitors/${visitor.fixture.world.monitors[2]?.id}`, "text=/2 points of \\d+ above/");
	await page.getByRole("button", { name: "Show the peaks whole" }).click();
	await page.getByRole("button", { name: "Cut off high peaks" }).waitFor();
	expect(new URL(page.url()).searchParams.get("whole")).toBe("true");
	await page.reload();
	await page.getByRole("button", { name: "Cut off high peaks" }).click();
	await page.getByText(/the highest \d/).waitFor();
	expect(new URL(page.url()).search).toBe("");
});

test("an unreachable service is shown, and a button loads the page again", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	fixture.overrides.set("GET /alerts", {
		status: 503,
		error: { code: "UNAVAILABLE", message: "The database does not answer." },
	});
	await visitor.open("/alerts", "text=The alerts could not be read.");
	await page.getByText("The database does not answer.").waitFor();
	fixture.overrides.clear();
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByText("PagerDuty").first().waitFor();
});
