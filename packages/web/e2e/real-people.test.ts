/**
 * People over the service itself, each in a browser of their own: an invitation, a provider, a session that is ended
 * elsewhere, a removal.
 */

import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { OpenIdProvider } from "../../server/src/identity/testing/openid-provider.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
let provider: OpenIdProvider;
let service: Lapwing;
let site: string;
let owner: Page;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
	browser = await connectBrowser();
	provider = await OpenIdProvider.listen();
	service = await Lapwing.start({
		env: {
			OIDC_ISSUER: provider.issuer,
			OIDC_CLIENT_ID: "lapwing",
			OIDC_CLIENT_SECRET: "secret",
			OIDC_ALLOWED_DOMAINS: "example.com",
		},
	});
	site = service.url.replace("127.0.0.1", "localhost");
	provider.serve({ redirectUri: `${site}/api/v1/sign-in/oidc/callback`, conformIdTokenClaims: true });
	owner = await newBrowser();
	await owner.goto(site + addressOf(service.welcome));
	await owner.getByLabel("Your name").fill("Ada Lovelace");
	await owner.getByLabel("Email").fill("ada@example.com");
	await owner.getByRole("button", { name: "Make my account" }).click();
	await owner.getByText("You are in.").waitFor();
});
afterAll(async () => {
	for (const context of contexts) await context.close();
	await browser.close();
	await service[Symbol.asyncDispose]();
	await provider[Symbol.asyncDispose]();
});

async function newBrowser(): Promise<Page> {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	contexts.push(context);
	return context.newPage();
}

/** The path of a printed link, with its secret. */
function addressOf(printed: string): string {
	return /\/(?:welcome|sign-in\/link|invitation)#[\w-]+/.exec(printed)?.[0] ?? "";
}

async function signInByLink(page: Page, email: string): Promise<void> {
	const { stdout } = await lapwing(service.databaseUrl, "users", "link", email);
	await page.goto(site + addressOf(stdout));
	await page.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
}

test("an invitation is made, handed over, accepted, and its reader removed again while they look on", async () => {
	await owner.goto(`${site}/settings/members`);
	await owner.getByRole("button", { name: "Invite someone" }).click();
	await owner.getByRole("dialog").getByLabel("Email").fill("grace@example.com");
	await owner.getByRole("button", { name: "Invite", exact: true }).click();
	const link = await owner.getByLabel("Invitation link").inputValue();
	await owner.keyboard.press("Escape");

	const grace = await newBrowser();
	await grace.goto(site + addressOf(link));
	await grace.getByText("You join the team").waitFor();
	await grace.getByLabel("Your name").fill("Grace Hopper");
	await grace.getByRole("button", { name: "Join" }).click();
	await grace.getByText("You are in.").waitFor();
	await grace.goto(site);
	await grace
		.getByText(/· editor/)
		.first()
		.waitFor();
	await grace.getByText("0 monitors · live").first().waitFor();

	await owner.reload();
	await owner.getByRole("button", { name: "Remove Grace Hopper" }).click();
	await owner.getByRole("button", { name: "Remove from the team" }).click();
	await owner.getByRole("button", { name: "Remove Grace Hopper" }).waitFor({ state: "detached" });
	await grace.getByText("You are in no team").waitFor({ timeout: 20_000 });
}, 120_000);

test("a session that is ended in one browser ends in the other, on the page that is open", async () => {
	const second = await newBrowser();
	await signInByLink(second, "ada@example.com");
	await second
		.getByText(/monitors? · live/)
		.first()
		.waitFor();
	await owner.goto(`${site}/account`);
	await owner.getByRole("button", { name: "End all others" }).click();
	await owner.getByText("All other sessions ended.").waitFor();
	await second.getByRole("heading", { name: "Sign in", level: 1 }).waitFor({ timeout: 20_000 });
	await owner.goto(site);
	await owner.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
}, 120_000);

test("somebody whom the provider knows joins as a viewer, and comes back to where they were going", async () => {
	provider.people.set("alan", { email: "alan@example.com", email_verified: true, name: "Alan Turing" });
	provider.next = "alan";
	const alan = await newBrowser();
	await alan.goto(`${site}/reports`);
	await alan.getByRole("link", { name: /Continue with/ }).click();
	await alan.getByRole("heading", { name: "Reports", level: 1 }).waitFor();
	await alan
		.getByText(/· viewer/)
		.first()
		.waitFor();
	expect(await alan.getByRole("link", { name: "Alan Turing" }).count()).toBeGreaterThan(0);
}, 120_000);

test("a person of a domain that is not allowed gets the reason on the sign-in page", async () => {
	provider.people.set("eve", { email: "eve@elsewhere.example", email_verified: true, name: "Eve" });
	provider.next = "eve";
	const eve = await newBrowser();
	await eve.goto(`${site}/sign-in`);
	await eve.getByRole("link", { name: /Continue with/ }).click();
	await eve.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
	expect(new URL(eve.url()).searchParams.get("error")).toBe("oidc_not_allowed");
	await eve
		.getByRole("alert")
		.getByText(/not allowed/)
		.waitFor();
}, 120_000);
