/** What figures say and how they are drawn: of monitors that are young, slow, down for a while, or never answered. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { iso, MINUTE_MS } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

const DAY_MS = 86_400_000;

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** A year of days, the newest of which are given: checks, those that were degraded, those that were down. */
function yearOf(now: number, ...newest: (readonly [number, number, number])[]) {
	const today = Math.floor(now / DAY_MS) * DAY_MS;
	const points = Array.from({ length: 365 }, (_, index) => {
		const [checks, degradedChecks, downChecks] = newest[index - 365 + newest.length] ?? [1440, 0, 0];
		const at = iso(today - (364 - index) * DAY_MS);
		return { at, checks, degradedChecks, downChecks, p50Ms: 90, p95Ms: 120, maxMs: 300, phases: null, missed: 0 };
	});
	return { from: points[0]?.at, to: iso(today + DAY_MS), stepSeconds: 86_400, points };
}

const anOutage = (from: number, minutes: number, message: string) => ({
	from: iso(from),
	to: iso(from + minutes * MINUTE_MS),
	durationSeconds: minutes * 60,
	worstStatus: "down",
	reason: "timeout",
	phase: "connect",
	message,
	checks: minutes,
	consequenceOf: null,
	consequences: null,
	waitsUntil: null,
	group: null,
	duringMaintenance: false,
	notified: [],
});

test("a day with 40 minutes down is red, and hovering, clicking or reaching it lists its outages", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const [monitor] = fixture.world.monitors;
	const { now } = fixture.world;
	const yesterday = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
	fixture.overrides.set(`GET /monitors/${monitor?.id}/series`, {
		status: 200,
		data: yearOf(now, [1440, 60, 0], [1440, 0, 40], [700, 0, 0]),
	});
	const outages = [
		anOutage(yesterday + 9 * 3_600_000, 30, "No connection within 10 s."),
		anOutage(yesterday + 5 * 3_600_000, 10, "The name was not found."),
	];
	fixture.overrides.set(`GET /monitors/${monitor?.id}/outages`, { status: 200, data: { outages } });
	await visitor.open(`/monitors/${monitor?.id}`, "text=Who is notified");
	const bars = page.getByRole("slider", {
		name: "The last 90 days. 1 day with outages and 1 day slow alone, of 90 days.",
	});
	expect(await bars.locator("rect.fill-down").count()).toBe(1);
	expect(await bars.locator("rect.fill-degraded-shape").count()).toBe(1);

	// What loads later moves the bars away from the pointer.
	await page.locator(".u-over").waitFor();
	await visitor.settled();
	const details = page.getByText("97.22 % available, 97.22 % fast enough", { exact: true });
	const longest = page.getByText("30 min: No connection within 10 s.");
	const box = await bars.boundingBox();
	if (!box) throw new Error("The bars have no place");
	const day = { x: box.width * (88.5 / 90), y: box.height / 2 };
	await bars.hover({ position: day });
	await details.waitFor();
	await longest.waitFor();
	await page.mouse.move(0, 0);
	await details.waitFor({ state: "detached" });

	await bars.click({ position: day });
	await page.mouse.move(0, 0);
	await page.getByText("10 min: The name was not found.").first().waitFor();
	await page.getByRole("heading", { name: "Outages" }).click();
	await details.waitFor({ state: "detached" });

	await bars.focus();
	for (const key of ["End", "ArrowLeft"]) await page.keyboard.press(key);
	expect(await bars.getAttribute("aria-valuetext")).toMatch(/97.22 % available, 97.22 % fast enough$/);
	await page.getByText("10 min: The name was not found.").first().waitFor();
	await page.keyboard.press("Escape");
	await details.waitFor({ state: "detached" });
	expect(visitor.pageErrors).toEqual([]);
});

test("the chart marks every outage of its range, and counts them all", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const [monitor] = fixture.world.monitors;
	const { now } = fixture.world;
	const spans = Array.from({ length: 29 }, (_, index) => ({
		from: iso(now - (index + 1) * DAY_MS),
		to: iso(now - (index + 1) * DAY_MS + 10 * MINUTE_MS),
		worstStatus: "down",
		duringMaintenance: false,
		outages: 40,
	}));
	fixture.overrides.set(`GET /monitors/${monitor?.id}/outage-spans`, {
		status: 200,
		data: {
			from: iso(now),
			to: iso(now),
			outages: 1160,
			downSeconds: 17_400,
			degradedSeconds: 0,
			ongoing: null,
			spans,
		},
	});
	await visitor.open(`/monitors/${monitor?.id}?range=30d`, ".u-over");
	await page.getByText("In this range: 1,160 outages: 4 h 50 min down.").waitFor();
	await expect.poll(() => marksOf(page)).toBe(29);
});

/** How many separate marks in the colour of "down" the chart has along its upper edge. */
function marksOf(page: Page): Promise<number> {
	return page.evaluate(() => {
		const canvas = document.querySelector("canvas");
		const plot = document.querySelector(".u-over");
		if (!canvas || !plot) return 0;
		const top = Math.round((plot.getBoundingClientRect().top - canvas.getBoundingClientRect().top) * devicePixelRatio);
		const { data } = canvas.getContext("2d")?.getImageData(0, top, canvas.width, 1) ?? { data: [] };
		let marks = 0;
		let wasRed = false;
		for (let at = 0; at < data.length; at += 4) {
			const [red = 0, green = 0] = [data[at], data[at + 1]];
			const isRed = (data[at + 3] ?? 0) > 200 && red > 170 && green < 90;
			if (isRed && !wasRed) marks += 1;
			wasRed = isRed;
		}
		return marks;
	});
}

test("the year of reports is read with the keyboard, and leads to the report of a day", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/reports", "text=3 monitors, together");
	const year = page.getByRole("slider", { name: /^The last year of all monitors\. \d+ days? with outages/ });
	await year.focus();
	await page.keyboard.press("ArrowLeft");
	await page.getByText("1 monitor with failed checks.").waitFor();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	const day = iso(visitor.fixture.world.now - DAY_MS).slice(0, 10);
	await expect.poll(() => new URL(page.url()).search).toBe(`?from=${day}&to=${day}`);
	expect(visitor.pageErrors).toEqual([]);
});

/** Answers after so many milliseconds. */
async function startSlowTarget(ms: number): Promise<{ url: string; server: Server } & AsyncDisposable> {
	const server = createServer((_, response) => void setTimeout(() => response.end("ok"), ms));
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		server,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

test("a service that answers slowly is available and not fast enough, and one that never answers has no times", async () => {
	await using slow = await startSlowTarget(1_100);
	await using gone = await startSlowTarget(0);
	await new Promise((resolve) => gone.server.close(resolve));
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const slowId = await service.watch(slow.url, { name: "Slow", degradedAfterMs: 1_000 });
	const goneId = await service.watch(gone.url, { name: "Gone" });
	await service.untilStatus(slowId, "degraded");
	await service.untilStatus(goneId, "down");

	await visitor.open("/", "[data-monitor]");
	const cellsOf = async (name: RegExp) => {
		const texts = await page.getByRole("row", { name }).getByRole("gridcell").allInnerTexts();
		return texts.slice(-3, -1).map((text) => text.replaceAll(/\s+/g, " "));
	};
	expect(await cellsOf(/Slow/)).toEqual([expect.stringMatching(/^100 % 0\.00 % fast enough ?, since \d\d:\d\d$/), "–"]);
	expect(await cellsOf(/Gone/)).toEqual([expect.stringMatching(/^0\.00 % since \d\d:\d\d$/), "–"]);
	await page.getByText(/^available, 0.00 % fast enough, since \d\d:\d\d$/).waitFor();

	await visitor.open(`/monitors/${slowId}`, "text=Reports count what was fast enough.");
	const glance = page.getByRole("region", { name: "At a glance" });
	expect(await figuresIn(page)).toEqual([
		expect.stringMatching(/^24 h, since \d\d:\d\d\n100 % available\n0.00 % fast enough$/),
		"7 d\n–",
		"30 d\n–",
		"90 d\n–",
		"1 y\n–",
		expect.stringMatching(/^p95, 30 d\n1\.\d\d s$/),
	]);
	// The instant at which a check started, not the minute that it was for.
	const { body } = await service.ask("GET", `/api/v1/monitors/${slowId}/results`);
	const started = new Date(body.data.results.at(-1).createdAt);
	const berlin = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone: "Europe/Berlin" }).format(started);
	await page.getByRole("row", { name: new RegExp(`^${berlin} Degraded`) }).waitFor();

	await visitor.open(`/monitors/${goneId}`, "text=nothing answered in 30 d");
	expect((await figuresIn(page)).at(-1)).toBe("p95, 30 d\n–");
	expect(await glance.getByText("0 ms").count()).toBe(0);
	expect(visitor.pageErrors).toEqual([]);
}, 120_000);

/** The cells below the first row of the first card, once they are known. */
async function figuresIn(page: Page): Promise<string[]> {
	const figures = page.getByRole("region", { name: "At a glance" }).locator("dl").nth(1);
	await expect.poll(() => figures.locator(".loading-line").count()).toBe(0);
	return figures.locator(":scope > div").allInnerTexts();
}
