/** Status pages that not everyone may read, over the service itself: chosen in the editor, and read by strangers. */

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { unusedPort } from "../../server/src/probe/targets/listening.ts";
import { axeSource, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";

const DOMAIN = "status.acme.test";

let browser: Browser;
let service: Lapwing;
let site: string;

beforeAll(async () => {
	browser = await connectBrowser();
	const port = await unusedPort();
	site = `http://localhost:${port}`;
	service = await Lapwing.start({ env: { PORT: String(port), PUBLIC_URL: site } });
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

/** As the API has it, by a key of the team. */
async function create(page: object): Promise<void> {
	const made = await service.ask("POST", "/api/v1/status-pages", { isPublished: true, ...page });
	expect(made.status).toBe(201);
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
	await create({ name: "Inside", slug: "inside", access: "members" });

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

	const { body } = await service.ask("GET", "/api/v1/members");
	const { id } = body.data.members.find((each: { user: { email: string } }) => each.user.email === "grace@example.com");
	expect((await service.ask("DELETE", `/api/v1/members/${id}`)).status).toBe(204);
	expect((await page.reload())?.status()).toBe(403);
	await page.getByText("who is not a member of its team.").waitFor();
}, 120_000);

test("on a page's own domain a member is led to Lapwing and back, and no session goes there", async () => {
	await create({ name: "Crew", slug: "crew", access: "members", domain: DOMAIN });
	await lapwing(service.databaseUrl, "status-pages", "allow-domain", DOMAIN);
	const { port } = new URL(site);
	const address = `http://${DOMAIN}:${port}`;
	await using reader = await open();
	const { page } = reader;
	// The service learns of it within a second.
	await expect.poll(async () => (await page.goto(`${address}/history`))?.status()).toBe(401);
	await page.getByText("Only members of its team can read it.").waitFor();
	await page.getByRole("link", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
	await signIn(page, "ada@example.com");
	await page.getByRole("link", { name: "Crew" }).waitFor();
	expect(page.url()).toBe(`${address}/history`);
	const cookies = await page.context().cookies(address);
	expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]).toSorted()).toEqual([
		["lapwing_reader", true, "Lax"],
		["lapwing_visitor", true, "Lax"],
	]);

	await page.goto(`${site}/account`);
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
	await page.goto(address);
	await page.getByText("Only members of its team can read it.").waitFor();
}, 120_000);
