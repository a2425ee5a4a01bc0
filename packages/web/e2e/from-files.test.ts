/**
 * Objects that files own, in the dashboard of a real service: each kind says where it comes from, can't be deleted, and
 * its form writes a patch instead of saving. No axe violation. `SCREENSHOTS=FOLDER` keeps pictures.
 */

import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { axeSource, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let service: Lapwing;
let site: string;
let page: Page;
let ids: Map<string, string>;

beforeAll(async () => {
	[browser, service] = await Promise.all([connectBrowser(), Lapwing.start()]);
	site = service.url.replace("127.0.0.1", "localhost");
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	page = await context.newPage();
	await page.goto(`${site}${/\/welcome#[\w-]+/.exec(service.welcome)?.[0]}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByText("You are in.").waitFor();
	const { body: members } = await service.ask("GET", "/api/v1/members");
	const layer = { name: "Week", people: [members.data.members[0].user.id], turnUnit: "weeks", turnLength: 1 };
	const { status, body } = await service.ask("PUT", "/api/v1/config", {
		project: "shop",
		monitors: [
			{ key: "api", name: "API", url: "http://127.0.0.1:1/", enabled: false, dependsOn: ["db"] },
			{ key: "db", type: "tcp", name: "Database", host: "127.0.0.1", port: 1, enabled: false },
		],
		alerts: [
			{ key: "ops", name: "Ops", monitorIds: ["api"], channel: { type: "slack", url: "https://slack.example/x" } },
		],
		schedules: [
			{
				key: "week",
				name: "Week",
				layers: [{ ...layer, handOverTime: "09:00", timeZone: "UTC", startsOn: "2026-01-05" }],
			},
		],
		statusPages: [{ key: "public", name: "Public", slug: "public", sections: [] }],
		maintenance: [
			{
				...{ key: "now", name: "Now", monitorIds: ["db"] },
				...{ startsAt: new Date(Date.now() - 3_600_000), endsAt: new Date(Date.now() + 3_600_000) },
			},
			{
				key: "move",
				name: "Move",
				startsAt: "2030-07-01T22:00:00Z",
				endsAt: "2030-07-01T23:00:00Z",
				monitorIds: ["db"],
			},
		],
	});
	if (status !== 200) throw new Error(JSON.stringify(body));
	ids = new Map(body.data.changes.map(({ key, id }: { key: string; id: string }) => [key, id]));
}, 60_000);
afterAll(async () => {
	await browser.close();
	await service[Symbol.asyncDispose]();
});

const settings = async (path: string) => (await service.ask("GET", path)).body.data;
const remove = () => page.getByRole("button", { name: /^Delete/ });

async function looksGood(name: string): Promise<void> {
	await page.evaluate(axeSource);
	expect(await violations(page), name).toEqual([]);
	const folder = process.env["SCREENSHOTS"];
	if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/** What the dialog has; it is closed. */
async function patch(name: string): Promise<string> {
	await page.getByRole("button", { name: "Copy as patch" }).click();
	const text = await page.getByRole("textbox", { name: "Patch" }).inputValue();
	await looksGood(`${name}-patch`);
	await page.getByRole("button", { name: "Close" }).last().click();
	return text;
}

test("a monitor says where it comes from; its form writes a patch and saves nothing", async () => {
	const path = `/api/v1/monitors/${ids.get("api")}`;
	const before = await settings(path);
	await page.goto(`${site}/monitors/${ids.get("api")}`);
	await page.getByText("from files: shop").waitFor();
	expect(await remove().count()).toBe(0);
	expect(await page.getByRole("button", { name: "Resume" }).count()).toBe(0);
	await looksGood("monitor");
	await page.getByRole("link", { name: "Edit" }).click();
	await page.getByText("From files: project shop, key api.").waitFor();
	await looksGood("monitor-form");
	await page.getByLabel("Name", { exact: true }).fill("The API");
	expect(await patch("monitor-form")).toContain('monitors:\n  - key: api\n    name: "The API"\n');
	expect(await settings(path)).toEqual(before);
});

test.each([
	["ops", "/alerts/", "alerts", "alert"],
	["public", "/status-pages/", "statusPages", "status-page"],
])("the form of %s writes a patch", async (key, path, kind, name) => {
	await page.goto(`${site}${path}${ids.get(key)}`);
	await page.getByText(`From files: project shop, key ${key}.`).waitFor();
	expect(await remove().count()).toBe(0);
	await looksGood(name);
	await page.getByLabel("Name", { exact: true }).first().fill("Another name");
	expect(await patch(name)).toContain(`${kind}:\n  - key: ${key}\n    name: "Another name"\n`);
});

test("so does that of a schedule", async () => {
	await page.goto(`${site}/on-call/${ids.get("week")}`);
	await page.getByRole("button", { name: "Edit" }).click();
	await page.getByText("From files: project shop, key week.").waitFor();
	expect(await remove().count()).toBe(0);
	await page.getByLabel("Name", { exact: true }).first().fill("Weeks");
	expect(await patch("schedule")).toContain('schedules:\n  - key: week\n    name: "Weeks"\n');
});

test("and that of a maintenance window, whose row can't be deleted", async () => {
	await page.goto(`${site}/maintenance`);
	await page.getByRole("button", { name: "Edit Move" }).waitFor();
	expect(await remove().count()).toBe(0);
	expect(await page.getByRole("button", { name: /^End now/ }).count()).toBe(0);
	await looksGood("maintenance");
	await page.getByRole("button", { name: "Edit Move" }).click();
	await page.getByText("From files: project shop, key move.").waitFor();
	await page.getByLabel("Name", { exact: true }).first().fill("The move");
	expect(await patch("maintenance-form")).toContain('maintenance:\n  - key: move\n    name: "The move"\n');
});

test("actions on many monitors leave out those of files, and say so", async () => {
	const hand = await service.ask("POST", "/api/v1/monitors", { name: "Hand", url: "http://127.0.0.1:1/", tags: ["x"] });
	await page.goto(`${site}/`);
	for (const name of ["API", "Hand"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
	const bar = page.getByRole("region", { name: "Selected monitors" });
	await bar.getByText("1 comes from files and stays: api.").waitFor();
	await looksGood("bulk-bar");
	await bar.getByRole("button", { name: "Pause" }).click();
	await page.getByText("1 monitor paused.").waitFor();
	expect(await settings(`/api/v1/monitors/${hand.body.data.id}?view=full`)).toMatchObject({ enabledAt: null });
	await page.getByRole("checkbox", { name: "Select API" }).check();
	expect(await bar.getByRole("button", { name: "Pause" }).isDisabled()).toBe(true);
});
