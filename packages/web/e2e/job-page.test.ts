/** The page of a job, with a real service: it shows how to report, and charts only of what was reported. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
let service: Lapwing;
beforeAll(async () => {
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start()]);
});
afterAll(async () => {
	await browser?.close();
	await service?.[Symbol.asyncDispose]();
});

test.each<[what: string, reports: readonly string[], charts: readonly string[]]>([
	["nothing", [], []],
	["the end of a run", [""], ["90 days"]],
	["the start and the end of a run", ["/start", ""], ["Duration", "90 days"]],
])("of a job that reported %s the page shows the snippets unfolded and no empty chart", async (_, reports, charts) => {
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const settings = { name: "Backup", type: "cron", every: 3600 };
	const { id, pingUrl } = (await service.ask("POST", "/api/v1/monitors", settings)).body.data;
	const { pathname } = new URL(pingUrl);
	for (const report of reports) expect((await fetch(`${service.url}${pathname}${report}`)).status).toBe(200);
	if (reports.length > 0) await service.untilStatus(id, "up");
	await visitor.open(`/monitors/${id}`, "text=The job");
	const snippet = page.getByRole("region", { name: "Snippets to copy" }).locator("pre");
	await snippet.waitFor();
	expect(await snippet.innerText()).toContain(pingUrl);
	await visitor.settled();
	const headings = page.getByRole("heading", { level: 2, name: /^(Duration|Response time|\d+ days)$/ });
	await expect.poll(() => headings.allInnerTexts()).toEqual(charts);
	expect(visitor.pageErrors).toEqual([]);
});
