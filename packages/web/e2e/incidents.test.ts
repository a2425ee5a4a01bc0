/** Incidents: opened, told and ended over the service itself; and what the pages do when a part of it is missing. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";
import { answer } from "./fixture/routes.ts";
import { publicId } from "./fixture/world/seeds.ts";
import { Visitor } from "./harness.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("an incident is opened from the palette, told, changed, resolved and deleted", async () => {
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const dialog = page.getByRole("dialog");

	await visitor.open("/incidents", "text=No incident so far");
	await page.keyboard.press("Control+k");
	await page.getByRole("combobox", { name: "Search places" }).waitFor();
	await page.keyboard.type("open an inc");
	await page.keyboard.press("Enter");
	await dialog.getByLabel("Message").fill("We are **looking**.");
	await dialog.getByRole("button", { name: "Open the incident" }).click();
	// The API refuses it at the field.
	await dialog.getByLabel("Title").and(page.locator("[aria-invalid=true]")).waitFor();
	await dialog.getByLabel("Title").fill("Orders fail");
	await dialog.getByLabel("Impact").selectOption("Critical");
	await dialog
		.getByRole("region", { name: "What readers will see" })
		.locator("strong", { hasText: "looking" })
		.waitFor();
	await dialog.getByRole("button", { name: "Open the incident" }).click();
	await page.getByRole("heading", { name: "Orders fail", level: 1 }).waitFor();
	await page.locator("li strong", { hasText: "looking" }).waitFor();

	await page.getByLabel("Message").fill("A disk is full.");
	await page.getByLabel("Status").selectOption("Identified");
	await page.getByRole("button", { name: "Post the update" }).click();
	await page.getByRole("listitem").filter({ hasText: "A disk is full." }).getByText("Identified").waitFor();
	expect(await page.getByLabel("Message").inputValue()).toBe("");
	await page.getByRole("heading", { level: 1 }).getByText("Identified").waitFor();

	await page.getByRole("button", { name: /^Edit the update “Identified”/ }).click();
	await dialog.getByLabel("Message").fill("A disk was full.");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByRole("listitem").filter({ hasText: "A disk was full." }).waitFor();

	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await dialog.getByLabel("Title").fill("No orders");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByRole("heading", { name: "No orders", level: 1 }).waitFor();

	await page.getByRole("button", { name: "Resolve", exact: true }).click();
	await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
	await page.getByRole("heading", { level: 1 }).getByText("Resolved").waitFor();

	await page.keyboard.press("g");
	await page.keyboard.press("i");
	await page.getByText("None. All is well.").waitFor();
	await page.getByRole("row", { name: /Resolved No orders/ }).waitFor();
	await page.getByRole("link", { name: "No orders" }).click();
	await page.getByRole("button", { name: "Delete", exact: true }).click();
	await dialog.getByRole("button", { name: "Delete the incident" }).click();
	await page.getByText("No incident so far").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 90_000);

test("components, a template, a draft and a postmortem go their way over the service itself", async () => {
	await using service = await Lapwing.start();
	await using visitor = await Visitor.arrive(browser, { monitors: 0, upstream: service });
	const { page } = visitor;
	const dialog = page.getByRole("dialog");
	const sections = [{ name: "", components: [{ name: "Checkout" }, { name: "Search" }] }];
	await service.ask("POST", "/api/v1/status-pages", { name: "Public", slug: "public", sections });

	await visitor.open("/incidents/templates", "text=No template so far");
	await page.getByRole("button", { name: "New template" }).first().click();
	await dialog.getByLabel("Name").fill("Slow");
	await dialog.getByLabel("Title").fill("{{component}} is slow");
	await dialog.getByLabel("Message").fill("**{{component}}** is slow.");
	await dialog.getByRole("button", { name: "Save" }).click();
	await page.getByRole("row", { name: /^Slow/ }).waitFor();

	await page.getByRole("link", { name: "Incidents" }).first().click();
	await page.getByRole("button", { name: "Open an incident" }).first().click();
	await dialog.getByLabel("Search").selectOption("Partial outage");
	await dialog.getByLabel("Template").selectOption("Slow");
	expect(await dialog.getByLabel("Title").inputValue()).toBe("Search is slow");
	await dialog
		.getByRole("region", { name: "What readers will see" })
		.locator("strong", { hasText: "Search" })
		.waitFor();
	expect(await dialog.getByRole("checkbox", { name: "Public" }).isChecked()).toBe(true);
	await dialog.getByText("More", { exact: true }).click();
	await dialog.getByLabel("Save as a draft").check();
	expect(await dialog.getByLabel("Notify subscribers").count()).toBe(0);
	await dialog.getByRole("button", { name: "Save the draft" }).click();
	await page.getByText("This is a draft").waitFor();
	await page.getByText("Partial outage").waitFor();
	await page.getByText("by its components").waitFor();

	await page.getByRole("button", { name: "Approve" }).click();
	await dialog.getByLabel("Notify subscribers").uncheck();
	await dialog.getByRole("button", { name: "Approve" }).click();
	await page.getByText("This is a draft").waitFor({ state: "detached" });

	await page.getByRole("button", { name: "Resolve", exact: true }).click();
	await dialog.getByRole("button", { name: "Resolve", exact: true }).click();
	await page.getByRole("button", { name: "Write a postmortem" }).click();
	await dialog.getByLabel("Text").fill("An index was missing.");
	await dialog.getByLabel("Show it on status pages").check();
	await dialog.getByRole("button", { name: "Publish" }).click();
	await page.getByText(/^Published/).waitFor();
	await page.getByText("An index was missing.").waitFor();
	expect(visitor.pageErrors).toEqual([]);
}, 90_000);

test("what others post meanwhile takes nothing of an update that is being written", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	const id = publicId("inc", 1);
	await visitor.open(`/incidents/${id}`, "text=Lasts for");
	await page.getByLabel("Message").fill("Half a sen");
	const posted = { method: "POST", path: `/incidents/${id}/updates`, query: new URLSearchParams() };
	answer(fixture.world, { ...posted, body: { body: "It was a disk.", status: "resolved" } });
	// After a change everything is read again.
	await page.getByRole("button", { name: "Edit", exact: true }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
	await page.getByRole("listitem").filter({ hasText: "It was a disk." }).waitFor();
	expect(await page.getByLabel("Message").inputValue()).toBe("Half a sen");
	expect(await page.getByLabel("Status").inputValue()).toBe("resolved");
});

test("who may only read sees the updates, and no button that would be refused", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3, role: "viewer" });
	const { page } = visitor;
	await visitor.open("/incidents?open=true", "text=Orders can't be placed");
	expect(await page.getByRole("button", { name: "Open an incident" }).count()).toBe(0);
	expect(await page.getByRole("dialog").count()).toBe(0);
	await page.getByRole("link", { name: "Orders can't be placed" }).click();
	await page.getByText("Carts and searches work.").waitFor();
	for (const name of ["Change", "Resolve", "Delete", "Post the update"])
		expect([name, await page.getByRole("button", { name, exact: true }).count()]).toEqual([name, 0]);
});

test("a list that can't be read says so, and is read again", async () => {
	await using visitor = await Visitor.arrive(browser, { monitors: 3 });
	const { page, fixture } = visitor;
	// A refusal, because faults of the service are asked for again before they are shown.
	const error = { code: "BAD_REQUEST", message: "The cursor is malformed or belongs to another list." };
	fixture.overrides.set("GET /incidents", { status: 400, error });
	await visitor.open("/incidents", "text=The incidents could not be read.");
	fixture.overrides.delete("GET /incidents");
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByRole("link", { name: "Orders can't be placed" }).waitFor();

	// So does the choice of components, which is a list too.
	fixture.overrides.set("GET /status-pages", { status: 400, error });
	await visitor.open("/incidents?open=true", "text=The components could not be read.");
	fixture.overrides.delete("GET /status-pages");
	await page.getByRole("button", { name: "Try again" }).click();
	await page.getByRole("dialog").getByLabel("Checkout").first().selectOption("Major outage");
});
