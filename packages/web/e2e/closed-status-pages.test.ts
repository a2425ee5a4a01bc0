/** Status pages that not everyone may read, over the service itself: chosen in the editor, and read by strangers. */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { axeSource, violations } from "./axe.ts";
import { launchChromium } from "./chromium.ts";

let browser: Browser;
let service: Lapwing;
let site: string;

beforeAll(async () => {
	browser = await launchChromium();
	service = await Lapwing.start();
	site = service.url.replace("127.0.0.1", "localhost");
	for (const [email, role] of [
		["ada@example.com", "owner"],
		["grace@example.com", "viewer"],
	] as const) {
		await lapwing(service.databaseUrl, "users", "add", email, "--team", "default", "--role", role);
	}
});
afterAll(async () => {
	await browser.close();
	await service[Symbol.asyncDispose]();
});

async function open(options: BrowserContextOptions = {}) {
	const context = await browser.newContext({
		viewport: { width: 1280, height: 900 },
		reducedMotion: "reduce",
		...options,
	});
	return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() };
}

/** Opens a one-time link in this tab, as the command line prints it. */
async function signIn(page: Page, email: string): Promise<void> {
	const { stdout } = await lapwing(service.databaseUrl, "users", "link", email);
	await page.goto(`${site}/sign-in/link#${/#(\S+)/.exec(stdout)?.[1]}`);
	await page.getByRole("button", { name: "Sign in" }).click();
}

async function axeFinds(page: Page): Promise<string[]> {
	await page.evaluate(axeSource);
	return violations(page);
}

test("a page gets a password in the editor, opens with it without a script, and asks anew when it is changed", async () => {
	await using owner = await open();
	await signIn(owner.page, "ada@example.com");
	await owner.page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
	await owner.page.goto(`${site}/status-pages/new`);
	await owner.page.getByLabel("Name", { exact: true }).first().fill("Partners");
	await owner.page.getByLabel("Who can read it").selectOption({ label: "Everyone with the password" });
	await owner.page.getByLabel("Password of readers").fill("quiet harbour");
	await owner.page.getByRole("button", { name: "Create status page" }).click();
	await owner.page.getByRole("button", { name: "Publish" }).click();
	await owner.page.getByText("with a password", { exact: true }).waitFor();
	expect(await owner.page.getByLabel("Password of readers").inputValue()).toBe("");
	expect(await owner.page.getByLabel("Password of readers").getAttribute("placeholder")).toBe("unchanged");

	await using reader = await open({ javaScriptEnabled: false, locale: "en" });
	const { page } = reader;
	expect((await page.goto(`${site}/status/partners/history`))?.status()).toBe(401);
	expect(await page.content()).not.toContain("Partners");
	await page.getByLabel("Password").fill("loud harbour");
	await page.getByRole("button", { name: "Open" }).click();
	await page.getByRole("alert").getByText("This password is wrong.").waitFor();
	await page.getByLabel("Password").fill("quiet harbour");
	await page.getByRole("button", { name: "Open" }).click();
	await page.getByRole("link", { name: "Partners" }).waitFor();
	// A wrong attempt does not lose where the reader was going.
	expect(new URL(page.url()).pathname).toBe("/status/partners/history");
	await page.getByRole("link", { name: "JSON" }).click();
	expect(JSON.parse((await page.textContent("body")) ?? "").page.name).toBe("Partners");

	await using stranger = await open();
	await stranger.page.goto(`${site}/status/partners`);
	expect(await axeFinds(stranger.page)).toEqual([]);
	await stranger.page.getByLabel("Password").fill("quiet harbour");
	await stranger.page.keyboard.press("Enter");
	await stranger.page.getByText("No known problems").waitFor();

	await owner.page.getByLabel("Password of readers").fill("another harbour");
	await owner.page.getByRole("button", { name: "Save" }).click();
	await owner.page.getByText("Partners saved.").waitFor();
	await page.goto(`${site}/status/partners`);
	await page.getByLabel("Password").waitFor();
	// The page that is open in a tab closes there by itself, too.
	await stranger.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
	await stranger.page.getByLabel("Password").waitFor();
}, 120_000);

test("a page for members leads through signing in and back, and closes for whoever is removed", async () => {
	const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
	const body = JSON.stringify({ name: "Inside", slug: "inside", isPublished: true, access: "members" });
	expect((await fetch(`${service.url}/api/v1/status-pages`, { method: "POST", headers, body })).status).toBe(201);

	await using reader = await open();
	const { page } = reader;
	await page.goto(`${site}/status/inside/history`);
	await page.getByText("Only members of its team can read it.").waitFor();
	expect(await page.content()).not.toContain("Inside");
	expect(await axeFinds(page)).toEqual([]);
	await page.getByRole("link", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
	await signIn(page, "grace@example.com");
	await page.getByRole("link", { name: "Inside" }).waitFor();
	expect(new URL(page.url()).pathname).toBe("/status/inside/history");

	const members = await (await fetch(`${service.url}/api/v1/members`, { headers })).json();
	const { id } = members.data.members.find(
		(each: { user: { email: string } }) => each.user.email === "grace@example.com",
	);
	const removed = await fetch(`${service.url}/api/v1/members/${id}`, { method: "DELETE", headers });
	expect(removed.status).toBe(204);
	expect((await page.reload())?.status()).toBe(403);
	await page.getByText("who is not a member of its team.").waitFor();
}, 120_000);
