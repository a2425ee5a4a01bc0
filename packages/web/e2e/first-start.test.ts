/**
 * From the first start of the service to a checked monitor, with a passkey: the steps of the README's "Five minutes".
 */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countSignIns, signInBegun } from "../../passkey/e2e/harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "../../passkey/e2e/harness/virtual-authenticator.ts";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("a browser without WebAuthn is told so, and offered a password in place of a passkey", async () => {
	await using service = await Lapwing.start();
	const site = service.url.replace("127.0.0.1", "localhost");
	const context = await browser.newContext();
	await context.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
	const page = await context.newPage();
	await page.goto(`${site}${/\/welcome#\S+/.exec(service.welcome)?.[0]}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByText("Set a password now: next time it signs you in.").waitFor();
	await page.getByText("This browser has no passkeys. Here a password or a one-time link signs you in.").waitFor();
	await context.close();
}, 120_000);

test("the welcome link creates the first owner, a passkey signs them in again, and a monitor is checked", async () => {
	await using service = await Lapwing.start();
	// Browsers treat localhost as secure, and a passkey can't be bound to an IP address such as 127.0.0.1.
	const site = service.url.replace("127.0.0.1", "localhost");
	const secret = /\/welcome#(\S+)/.exec(service.welcome)?.[1];
	expect(secret, service.welcome).toBeDefined();
	const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
	await countSignIns(context);
	const page = await context.newPage();
	const blocked: string[] = [];
	page.on("console", (message) => {
		if (message.text().includes("Content Security Policy")) blocked.push(message.text());
	});
	const authenticator = await VirtualAuthenticator.plugInto(page);

	await page.goto(`${site}/welcome#${secret}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByText("You are in.").waitFor();
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.getByText("The passkey is added.").waitFor();
	await page.getByText("Passkey added").waitFor();
	await page.getByText("Your passkey signs you in from now on.").waitFor();
	await page
		.getByRole("cell", { name: /Chrome on Linux/ })
		.first()
		.waitFor();

	// Without a user the autofill request waits; the button replaces it. The user is back before the click: a request
	// that reaches the authenticator while nobody is there is never answered.
	await authenticator.setPresence(false);
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.waitForURL("**/sign-in");
	await signInBegun(page.mainFrame());
	await authenticator.setPresence(true);
	await page.getByRole("button", { name: "Sign in with a passkey" }).click();
	await page.getByText("Nothing is watched yet").waitFor();

	// With a user the autofill request is enough.
	await page.goto(`${site}/account`);
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.getByText("Nothing is watched yet").waitFor();
	await page.getByLabel("Address to watch").fill(`${service.url}/healthz`);
	await page.keyboard.press("Enter");
	const name = `${service.url.replace("http://", "")}/healthz`;
	await page.getByRole("heading", { name, level: 1 }).waitFor();
	await page.getByRole("row", { name: /Up 200/ }).waitFor();

	for (const [path, shows] of [
		["/settings/members", "ada@example.com"],
		["/settings/keys", "API keys"],
		["/settings/audit", name],
		["/account", "Chrome on Linux"],
	] as const) {
		await page.goto(site + path);
		await page.getByText(shows).first().waitFor();
		expect(await page.getByRole("alert").count(), path).toBe(0);
	}

	await page.goto(`${site}/welcome#${secret}`);
	await page.getByText("This link is not valid any more").waitFor();
	expect(blocked).toEqual([]);
	await context.close();
}, 120_000);
