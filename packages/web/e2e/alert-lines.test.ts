/**
 * What the dashboard says of consequences and of how noisy an alert was, and that the forms of escalations and rotas
 * fit from a small phone to a wide screen, in both themes. `SHOTS` names a folder for pictures of them.
 */

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectBrowser } from "./connect-browser.ts";
import { iso, MINUTE_MS, publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

const WIDTHS = [320, 360, 768, 1024, 1440] as const;
const { SHOTS } = process.env;

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** The page fits at every width, in both themes. */
async function fits(page: Page, name: string): Promise<void> {
	for (const theme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme: theme });
		for (const width of WIDTHS) {
			await page.setViewportSize({ width, height: 900 });
			const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
			await expect.poll(widest, { message: `${name}, ${theme}, ${width} px` }).toBe(width);
			if (SHOTS !== undefined && (width === 320 || width === 1440)) {
				await page.screenshot({ path: join(SHOTS, `${name}-${theme}-${width}.png`), fullPage: true });
			}
		}
	}
}

const monitorNames = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ id: publicId("mon", 100 + index), name: `Shop ${index + 1}` }));

test("an outage says how many monitors that depend on it failed, and which", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const [monitor] = fixture.world.monitors;
	const { now } = fixture.world;
	const outage = (minutesAgo: number, consequences: object | null, group: object) => ({
		id: publicId("out", minutesAgo),
		causeId: publicId("cau", minutesAgo),
		from: iso(now - minutesAgo * MINUTE_MS),
		to: iso(now - (minutesAgo - 5) * MINUTE_MS),
		durationSeconds: 300,
		worstStatus: "down",
		reason: "timeout",
		phase: "connect",
		message: "No connection within 10 s.",
		checks: 5,
		consequenceOf: null,
		consequences,
		waitsUntil: null,
		group: { ...group, shared: null, value: null },
		duringMaintenance: false,
		acknowledgement: null,
		snooze: null,
		notified: [],
	});
	const outages = [
		outage(60, { count: 29, monitors: monitorNames(29) }, { others: 29, independent: 0 }),
		// One of which failed twice.
		outage(120, { count: 1, monitors: monitorNames(1) }, { others: 4, independent: 2 }),
	];
	fixture.overrides.set(`GET /monitors/${monitor?.id}/outages`, { status: 200, data: { outages } });
	await visitor.open(`/monitors/${monitor?.id}`, "text=Who is notified");
	const card = page.getByRole("region", { name: "Outages" });
	const texts = async () => (await card.getByRole("row").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "));
	await expect
		.poll(texts)
		.toContainEqual(
			expect.stringContaining("29 monitors that depend on it failed, too: Shop 1, Shop 2, Shop 3, and 26 more."),
		);
	const all = (await texts()).join("\n");
	expect(all).toContain("1 monitor that depends on it failed, too: Shop 1. One cause with 2 other outages.");
	expect(all).not.toContain("29 other outages");
	await fits(page, "monitor-consequences");
	expect(visitor.pageErrors).toEqual([]);
}, 120_000);

test("an alert says how much it sent, and how much of it was soon over", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const alert = publicId("alt", 1);
	const figures = (messages: number, outages: number, shortOutages: number) => {
		const data = { messages, outages, shortOutages, notices: {} };
		fixture.overrides.set(`GET /alerts/${alert}/figures`, { status: 200, data });
	};
	figures(1_204, 311, 57);
	await visitor.open(`/alerts/${alert}`, "text=In the last 30 days");
	await page.getByText("it sent 1,204 messages about 311 outages. 57 of them were over within two minutes").waitFor();
	await fits(page, "alert-figures");
	figures(2, 1, 1);
	await visitor.open(`/alerts/${alert}`, "text=In the last 30 days");
	await page.getByText("it sent 2 messages about 1 outage. 1 of them was over within two minutes").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 120_000);

test("the form of an escalation and those of a rota and of its swaps fit at every width", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page } = visitor;
	await visitor.open("/alerts/new", "text=Quiet for");
	await page.getByRole("button", { name: "Add a step" }).click();
	await page.getByRole("button", { name: /Add (a|another) step/ }).click();
	await visitor.settled();
	await fits(page, "alert-escalation");
	await visitor.open("/on-call/new", "text=Days that begin");
	await fits(page, "schedule-new");
	await visitor.open(`/on-call/${publicId("sch", 1)}`, "text=In your time zone");
	await fits(page, "schedule");
	await page.getByRole("button", { name: "Swap a day" }).click();
	await page.getByRole("dialog", { name: "Swap a day" }).waitFor();
	await fits(page, "schedule-swap");
	await page.keyboard.press("Escape");
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.keyboard.press("e");
	await page.getByRole("form", { name: "Edit schedule" }).waitFor();
	await fits(page, "schedule-edit");
	expect(visitor.pageErrors).toEqual([]);
}, 180_000);
