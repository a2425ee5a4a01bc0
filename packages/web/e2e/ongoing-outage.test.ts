/** An outage that has just begun: whatever the page says of its length is of one moment, and moves with the clock. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** What is said of the outage at one moment: in the first card, at the chart and the days, in the list. */
function lengthsOn(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const text = document.body.innerText;
		const head = /Down for\s+(.+)/.exec(text)?.[1];
		const sums = [...text.matchAll(/1 outage: (.+?) down/g)].map(([, length]) => length);
		const listed = /(\S.*), ongoing/.exec(text)?.[1]?.split("\t").at(-1);
		return [head, ...sums, listed].map(String);
	});
}

test("head, list and sums agree while it lasts, its day is red at once, and times move by the second", async () => {
	let status = 200;
	const target = createServer((_, response) => void response.writeHead(status).end());
	await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
	await using _ = {
		[Symbol.asyncDispose]: async () => {
			target.closeAllConnections();
			await new Promise((resolve) => target.close(resolve));
		},
	};
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
	const id = await service.watch(url, { name: "Shop", degradedAfterMs: 9_000 });
	await service.untilStatus(id, "up");
	await visitor.open(`/monitors/${id}`, "text=/checked [2-9] s ago/");
	const upFor = page
		.getByRole("region", { name: "At a glance" })
		.getByText(/^\d+ s$/)
		.first();
	const before = await upFor.innerText();
	await expect.poll(() => upFor.innerText()).not.toBe(before);

	status = 503;
	await service.checkAgain(id, 11);
	await page.getByText(", ongoing").waitFor();
	await page
		.getByText(/1 outage: .+ down/)
		.nth(1)
		.waitFor();
	await page.getByText("Down for").waitFor();
	const seen = new Set<string>();
	for (const end = Date.now() + 4_000; Date.now() < end; ) {
		const [head, ...others] = await lengthsOn(page);
		expect(others).toEqual([head, head, head]);
		seen.add(head ?? "");
		await page.waitForTimeout(100);
	}
	expect(seen.size).toBeGreaterThanOrEqual(4);
	await page.getByRole("slider", { name: /^The last 90 days\. 1 day with outages/ }).waitFor({ timeout: 2_000 });

	await page.getByRole("button", { name: "Snooze 1 h" }).click();
	await page.getByText(/snoozed it until/).waitFor();
	const [outage] = (await service.ask("GET", "/api/v1/outages")).body.data.outages;
	await service.ask("POST", `/api/v1/outages/${outage.id}/acknowledge`);
	await page.getByText(/has it, since/).waitFor({ timeout: 3_000 });
	await page.getByRole("link", { name: "Monitors" }).first().click();
	await page.getByRole("row", { name: /Shop.* has it/ }).waitFor();
	await page.goBack();
	await page.getByRole("button", { name: "Take it over" }).click();
	await page
		.getByText(/· taken by/)
		.last()
		.waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 60_000);
