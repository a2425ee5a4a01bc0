/** Probers and locations: made, changed and deleted over the service itself; and how the pages show those that fail. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
let directory: string;
beforeAll(async () => {
	[browser, directory] = await Promise.all([connectBrowser(), mkdtemp(join(tmpdir(), "lapwing-nats-"))]);
});
afterAll(async () => {
	await browser.close();
	await rm(directory, { recursive: true });
});

test("a prober is added with its line, its location is edited and named by a monitor, and both are deleted", async () => {
	// Tokens need NATS's keys, not NATS itself.
	const { stdout } = await lapwing(
		"sqlite::memory:",
		"nats",
		"init",
		await mkdtemp(join(directory, "nats-")),
		"--json",
	);
	await using service = await Lapwing.start({ env: JSON.parse(stdout) });
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const dialog = page.getByRole("dialog");

	await visitor.open("/probers", "text=A second opinion in five minutes");
	await page.getByRole("button", { name: "Add a prober" }).click();
	await dialog.getByLabel("Name").fill("frankfurt-1");
	await dialog.getByLabel("Location").fill("Frankfurt am Main");
	await dialog.getByRole("button", { name: "Make the line" }).click();
	await dialog.getByLabel("Location").and(page.locator("[aria-invalid=true]")).waitFor();
	await dialog.getByLabel("Location").fill("frankfurt");
	await dialog.getByRole("button", { name: "Make the line" }).click();
	const line = await dialog.getByLabel("Line that runs the prober").inputValue();
	expect(line).toMatch(/^LAPWING_PROBER_TOKEN=\S{100,} lapwing prober$/);
	await dialog.getByRole("button", { name: "Done" }).click();
	await page
		.getByRole("row", { name: /frankfurt-1/ })
		.getByText("Not seen yet")
		.waitFor();

	await page.getByRole("button", { name: "Edit frankfurt", exact: true }).click();
	await dialog.getByLabel("Name").fill("The cellar");
	await dialog.getByLabel("Region").selectOption("weur");
	await dialog.getByLabel("Checks from here may reach private addresses").uncheck();
	await dialog.getByRole("button", { name: "Save" }).click();
	const row = page.getByRole("row", { name: /The cellar frankfurt/ });
	for (const shown of ["Western Europe", "refused"]) await row.getByText(shown, { exact: true }).waitFor();

	await visitor.open("/monitors/new", "text=What is watched");
	await page.getByLabel("Address").fill("https://example.com/");
	await page.getByText("from where Lapwing runs").first().click();
	const choice = page.getByRole("checkbox", { name: /^frankfurt The cellar Away/ });
	await choice.check();
	await page.getByText("checks from here are missed until one is connected").waitFor();
	await page.getByLabel("The nearest location may take the place").check();
	await page.getByText("the nearest location takes its place").waitFor();
	await page.getByRole("button", { name: "Create monitor" }).click();
	await page.getByRole("heading", { name: "example.com", level: 1 }).waitFor();
	const { body } = await service.ask("GET", "/api/v1/monitors?view=full");
	expect(body.data.monitors).toMatchObject([{ locations: ["frankfurt"], fallback: true }]);

	await visitor.open("/probers", "text=The cellar");
	await page.getByRole("button", { name: "Delete The cellar" }).click();
	await dialog.getByText("1 monitor would have nowhere to be checked from.").waitFor();
	await dialog.getByRole("button", { name: "Delete the location" }).click();
	await dialog.getByRole("alert").getByText("1 monitor names this location.").waitFor();
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await page.getByRole("button", { name: "Remove frankfurt-1" }).click();
	await dialog.getByRole("button", { name: "Remove the prober" }).click();
	await page.getByText("None. What is bound to the locations below").waitFor();
	await service.ask("DELETE", `/api/v1/monitors/${body.data.monitors[0].id}`);
	await page
		.getByRole("row", { name: /The cellar/ })
		.getByRole("cell", { name: "0", exact: true })
		.waitFor();
	await page.getByRole("button", { name: "Delete The cellar" }).click();
	await dialog.getByRole("button", { name: "Delete the location" }).click();
	await page.getByText("A second opinion in five minutes").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 180_000);

test("each state has a word, and a prober that goes away shows as away without a reload", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	await visitor.open("/probers", "text=frankfurt-1");
	const stateOf = (name: string, word: string) => page.getByRole("row", { name: new RegExp(name) }).getByText(word);
	await stateOf("frankfurt-1", "Connected").waitFor();
	await stateOf("sydney-1", "Away").waitFor();
	await stateOf("virginia-1", "Set aside").waitFor();
	await stateOf("in-the-cellar", "Not seen yet").waitFor();
	await stateOf("office", "No prober").waitFor();
	// What the installation owns is changed by its operator.
	expect(await page.getByRole("button", { name: /virginia/ }).count()).toBe(0);
	Object.assign(fixture.world.collections.get("probers")?.[0] ?? {}, { state: "away" });
	await stateOf("frankfurt-1", "Away").waitFor();
});

test("a monitor says from where it fails, since when, and which of its locations checks nothing now", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 12 });
	const { page } = visitor;
	await visitor.open(`/monitors/${publicId("mon", 5)}`, "text=Fails from frankfurt since");
	const locations = page.getByRole("region", { name: "Locations" });
	await locations.getByRole("listitem").filter({ hasText: "sydney" }).getByText("Away").waitFor();
	await page
		.getByRole("row", { name: /Up .* Down from frankfurt\./ })
		.first()
		.waitFor();
});

test("who may not change probers sees them, without buttons", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	visitor.fixture.role = "viewer";
	await visitor.open("/probers", "text=frankfurt-1");
	expect(await visitor.page.getByRole("button", { name: /^(Add|Remove|Edit|Delete)/ }).count()).toBe(0);
});
