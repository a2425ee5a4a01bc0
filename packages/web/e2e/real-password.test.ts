/** A home network without https, where no passkey works: a password over the service itself, in a name's own origin. */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { axeSource, violations } from "./axe.ts";
import { launchChromium } from "./chromium.ts";

const PASSWORD = "quiet-harbour-at-seven";

let browser: Browser;
beforeAll(async () => {
	browser = await launchChromium("--host-resolver-rules=MAP nas.lan 127.0.0.1");
});
afterAll(() => browser.close());

async function axeFinds(page: Page): Promise<string[]> {
	await page.evaluate(axeSource);
	return violations(page);
}

test("a password is set after a one-time link, signs its owner in, and opens no team that is closed to it", async () => {
	await using service = await Lapwing.start();
	const site = service.url.replace("127.0.0.1", "nas.lan");
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
	await using _ = { [Symbol.asyncDispose]: () => context.close() };
	const page = await context.newPage();
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(String(error)));
	const form = page.getByRole("form", { name: "Sign in with a password" });

	await page.goto(site + /\/welcome#\S+/.exec(service.welcome)?.[0]);
	expect(await page.evaluate(() => isSecureContext)).toBe(false);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByText("Set a password now").waitFor();

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
	expect(errors).toEqual([]);
}, 120_000);
