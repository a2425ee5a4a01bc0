/** What the operator has not set (PUBLIC_URL, SMTP_URL) is said where somebody meets it, with what to set. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { HOUR_MS, iso, publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("a new alert begins with a channel that works, and says where its links lead", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const channels = page.getByRole("group", { name: "Sent by", exact: true });
	const chosen = channels.locator("input:checked");
	await visitor.open("/alerts/new", "text=Quiet for");
	expect(await chosen.inputValue()).toBe("email");
	expect(await page.getByText("PUBLIC_URL").count()).toBe(0);

	fixture.service = { linkOrigin: "http://localhost:7070", sendsMail: false };
	await visitor.open("/alerts/new", "text=Quiet for");
	expect(await chosen.inputValue()).toBe("slack");
	expect(await channels.locator("label").first().innerText()).toMatch(/^Email\s+\(no mail server is set\)$/);
	await page.getByText("Notices link to http://localhost:7070, which opens on Lapwing's own machine alone.").waitFor();
	expect(visitor.pageErrors).toEqual([]);
});

test("without a mail server a test by email is refused with what creating it is refused with", async () => {
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	await visitor.open("/alerts/new", "text=Quiet for");
	await page.getByRole("radio", { name: /^Email/ }).check({ force: true });
	await page.getByLabel("Recipients").fill("oncall@example.com");
	const refusal = page.getByText("Lapwing has no mail server, so no email can be sent. Set SMTP_URL and SMTP_FROM");
	for (const button of ["Send a test", "Create alert"]) {
		await page.getByRole("button", { name: button }).click();
		await refusal.waitFor();
		// A change of the field takes the message away.
		await page.getByRole("radio", { name: "Slack" }).check({ force: true });
		await refusal.waitFor({ state: "detached" });
		await page.getByRole("radio", { name: /^Email/ }).check({ force: true });
		await page.getByLabel("Recipients").fill("oncall@example.com");
	}
	expect(visitor.pageErrors).toEqual([]);
}, 60_000);

test("a ping address of this machine alone is named as one, and when a report counts is said", async () => {
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const settings = { name: "Backup", type: "cron", schedule: "0 3 * * *", timeZone: "Europe/Berlin" };
	const { id } = (await service.ask("POST", "/api/v1/monitors?view=full", settings)).body.data;
	await visitor.open(`/monitors/${id}`, "text=Only jobs on Lapwing's own machine reach this address.");
	await page.getByText("A report counts from 30 s before a run is due; an earlier one counts for none.").waitFor();
	expect(visitor.pageErrors).toEqual([]);
});

test("maintenance is named once, and to the minute", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const { now, monitors, collections } = fixture.world;
	const ends = Math.ceil(now / HOUR_MS) * HOUR_MS;
	const [window] = collections.get("maintenanceWindows") ?? [];
	if (!window) throw new Error("There is no window");
	const members = { monitorIds: null, endsAt: iso(ends), activeUntil: iso(ends) };
	Object.assign(window, { ...members, id: publicId("mw", 1), name: "Maintenance" });
	await visitor.open(`/monitors/${monitors[1]?.id}`, "text=/^In maintenance until (\\d+ \\w+ )?\\d\\d:\\d\\d\\.$/");
	await visitor.open("/maintenance", "text=In progress");
	// With the day, where one of them is on another one.
	await page.getByRole("cell", { name: /^(.+ )?\d\d:\d\d until (.+ )?\d\d:\d\d$/ }).waitFor();
	expect(visitor.pageErrors).toEqual([]);
});
