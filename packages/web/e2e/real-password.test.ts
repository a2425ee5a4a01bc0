/** A home network without https, where no passkey works: a password over the service itself, in a name's own origin. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing, lapwing } from "../../server/e2e/testing/lapwing.ts";
import { unusedPort } from "../../server/src/probe/targets/listening.ts";
import { axeSource, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";

const PASSWORD = "quiet-harbour-at-seven";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

/** The browser of the tests is a client of this machine, and no proxy on it. */
const NO_PROXY = { TRUSTED_PROXIES: "192.0.2.1" };

async function open() {
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error)));
	return { page, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** The first owner, who has just got an account. */
async function becomeOwner(page: Page, service: Lapwing, site: string): Promise<void> {
	await page.goto(site + /\/welcome#\S+/.exec(service.welcome)?.[0]);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
}

async function axeFinds(page: Page): Promise<string[]> {
	// Who signs out is led to the sign-in page by what was asked meanwhile, too: it loads twice.
	for (let times = 0; ; times += 1) {
		await page.waitForLoadState("load");
		try {
			await page.evaluate(axeSource);
			return await violations(page);
		} catch (error) {
			if (times === 3 || !String(error).includes("Execution context was destroyed")) throw error;
		}
	}
}

test("a password is set after a one-time link, signs its owner in, and opens no team that is closed to it", async () => {
	await using service = await Lapwing.start({ env: NO_PROXY });
	const site = service.url.replace("127.0.0.1", "nas.lan");
	await using opened = await open();
	const { page, errors } = opened;
	const form = page.getByRole("form", { name: "Sign in with a password" });

	await becomeOwner(page, service, site);
	await page.getByText("Set a password now").waitFor();
	await expect.poll(() => page.evaluate(() => isSecureContext).catch(() => null)).toBe(false);

	// What the service says of a weak one stands at the field.
	await page.getByRole("button", { name: "Set a password" }).click();
	const dialog = page.getByRole("dialog", { name: "Set a password" });
	const chosen = dialog.getByLabel("New password", { exact: true });
	await chosen.fill("lovelace-ada-1");
	await dialog.getByRole("button", { name: "Set a password" }).click();
	await chosen.and(page.locator("[aria-invalid=true]")).waitFor();
	await dialog.getByText("Choose one without your name").waitFor();
	await dialog.getByRole("button", { name: "Show what is typed" }).click();
	expect(await chosen.getAttribute("type")).toBe("text");
	expect(await axeFinds(page)).toEqual([]);
	await chosen.fill(PASSWORD);
	await dialog.getByRole("button", { name: "Set a password" }).click();
	await page.getByText("All other sessions of your account have ended.").waitFor();
	await page.getByRole("cell", { name: "Password set" }).waitFor();
	await page.getByText("Your password signs you in from now on.").waitFor();
	expect(await axeFinds(page)).toEqual([]);

	await page.getByRole("button", { name: "Sign out" }).click();
	await page.getByText("Passkeys need https or localhost. Here a password or a one-time link signs you in").waitFor();
	expect(await axeFinds(page)).toEqual([]);
	await form.getByLabel("Email").fill("ada@example.com");
	await form.getByLabel("Password", { exact: true }).fill("quiet-harbour-at-eight");
	await form.getByRole("button", { name: "Sign in" }).click();
	await form.getByRole("alert").getByText("The address or the password is wrong.").waitFor();
	await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await form.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();

	// A session that began with a password sets none.
	await page.goto(`${site}/account`);
	await page.getByRole("cell", { name: /Signed in with the password · Chrome on Linux/ }).waitFor();
	await page
		.getByText("To change it, sign in by a one-time link first: then you have 15 minutes to do it here.")
		.waitFor();
	await page.getByRole("button", { name: "Remove", exact: true }).click();
	await page.getByRole("button", { name: "Remove the password" }).click();
	await page.getByRole("alert").getByText("You could not sign in without this password.").waitFor();
	await page.keyboard.press("Escape");

	// The owner closes the team to passwords, and is out of it themselves.
	await page.goto(`${site}/settings/team`);
	await page.getByLabel("Passwords may be used").uncheck();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByRole("heading", { name: /is closed to passwords/ }).waitFor();
	expect(await axeFinds(page)).toEqual([]);
	await page.goto(`${site}/reports`);
	await page.getByRole("heading", { name: /is closed to passwords/ }).waitFor();
	await page.getByRole("link", { name: "Your account" }).click();
	await page.getByRole("button", { name: "Sign in again" }).click();
	await form.waitFor();
	expect(new URL(page.url()).searchParams.get("return")).toBe("/account");

	// A link of the command line leads where this tab was going, and its session opens the team to passwords again.
	const { stdout } = await lapwing(service.databaseUrl, "users", "link", "ada@example.com");
	await page.goto(`${site}/sign-in/link#${/#(\S+)/.exec(stdout)?.[1]}`);
	await page.getByRole("button", { name: "Sign in" }).click();
	await page
		.getByRole("cell", { name: /Signed in with a one-time link · Chrome on Linux/ })
		.first()
		.waitFor();
	expect(new URL(page.url()).pathname).toBe("/account");
	await page.goto(`${site}/settings/team`);
	await page.getByLabel("Passwords may be used").check();
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await page.getByText("Passwords may be used.", { exact: true }).waitFor();
	await page.goto(`${site}/account`);
	await page.getByRole("button", { name: "Sign out" }).click();
	await form.getByLabel("Email").fill("ada@example.com");
	await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await form.getByRole("button", { name: "Sign in" }).click();
	await page.getByRole("heading", { name: "Monitors", level: 1 }).waitFor();
	expect(errors).toEqual([]);
}, 120_000);

test("a password is changed and removed, and after ten wrong ones the form says when to try again", async () => {
	const port = await unusedPort();
	const site = `http://nas.lan:${port}`;
	// Where links can be mailed, a password is not the last way in. No mail is sent.
	const mail = { SMTP_URL: "smtp://127.0.0.1:9", SMTP_FROM: "lapwing@example.com" };
	await using service = await Lapwing.start({ env: { ...NO_PROXY, ...mail, PORT: String(port), PUBLIC_URL: site } });
	await using opened = await open();
	const { page, errors } = opened;
	await becomeOwner(page, service, site);
	for (const [button, chosen] of [
		["Set a password", PASSWORD],
		["Change", "another-harbour-at-nine"],
	] as const) {
		await page.getByRole("button", { name: button, exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("New password", { exact: true }).fill(chosen);
		await dialog.locator("button[type=submit]").click();
		await dialog.waitFor({ state: "detached" });
	}
	await page.getByRole("cell", { name: "Password changed" }).waitFor();

	await using elsewhere = await open();
	await elsewhere.page.goto(`${site}/sign-in`);
	const form = elsewhere.page.getByRole("form", { name: "Sign in with a password" });
	await form.getByRole("button", { name: "Sign in" }).click();
	await form.getByText("Enter an email address.").waitFor();
	await form.getByLabel("Email").fill("ada@example.com");
	await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
	for (let turn = 0; turn < 10; turn += 1) {
		const answered = elsewhere.page.waitForResponse((response) => response.url().endsWith("/sign-in/password"));
		await form.getByRole("button", { name: "Sign in" }).click();
		expect((await answered).status()).toBe(401);
		await form.getByRole("alert").getByText("The address or the password is wrong.").waitFor();
	}
	await form.getByRole("button", { name: "Sign in" }).click();
	await form
		.getByRole("alert")
		.getByText(/Try again in \d+ s\.$/)
		.waitFor();
	expect(await axeFinds(elsewhere.page)).toEqual([]);

	await page.getByRole("button", { name: "Remove", exact: true }).click();
	await page.getByRole("button", { name: "Remove the password" }).click();
	await page.getByText("The password is removed.").waitFor();
	await page.getByText("None yet. Where passkeys can't be used").waitFor();
	await page.getByRole("cell", { name: "Password removed" }).waitFor();
	expect([...errors, ...elsewhere.errors]).toEqual([]);
}, 120_000);
