/** The account page of a running service names a passkey after what made it, and shows its sign in both themes. */

import { fileURLToPath } from "node:url";
import { PASSKEY_ICON } from "@lapwing/passkey/aaguids";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VirtualAuthenticator } from "../../passkey/e2e/harness/virtual-authenticator.ts";
import { Lapwing } from "../../server/e2e/testing/lapwing.ts";
import { axeSource, violations } from "./axe.ts";
import { connectBrowser } from "./connect-browser.ts";

let browser: Browser;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

const ONE_PASSWORD = "bada5566-a7aa-401f-bd96-45619a55120d";

/** An authenticator in the page that says it is of that model, which Chromium's virtual one can't. */
async function softwareAuthenticator(aaguid: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: {
			contents: `import { installAuthenticator, SoftwareAuthenticator } from "@lapwing/passkey/testing";
				installAuthenticator(new SoftwareAuthenticator({ aaguid: "${aaguid}" }));`,
			resolveDir: fileURLToPath(new URL(".", import.meta.url)),
		},
		bundle: true,
		write: false,
		format: "iife",
		conditions: ["@lapwing/source"],
	});
	return outputFiles.map((each) => each.text).join("");
}

/** Makes the first account of a fresh service, and is on its account page. */
async function openAccount(page: Page, service: Lapwing): Promise<void> {
	const site = service.url.replace("127.0.0.1", "localhost");
	await page.goto(`${site}/welcome#${/\/welcome#(\S+)/.exec(service.welcome)?.[1]}`);
	await page.getByLabel("Your name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill("ada@example.com");
	await page.getByRole("button", { name: "Make my account" }).click();
	await page
		.getByText("Nothing is watched yet")
		.or(page.getByRole("button", { name: "Add a passkey" }))
		.first()
		.waitFor();
	await page.goto(`${site}/account`);
}

async function addPasskey(page: Page): Promise<void> {
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.getByText("The passkey is added.").waitFor();
}

test("a passkey is called what made it, with its sign in light and in dark", async () => {
	await using service = await Lapwing.start();
	const context = await browser.newContext();
	await context.addInitScript({ content: await softwareAuthenticator(ONE_PASSWORD) });
	await context.addInitScript({ content: axeSource });
	const page = await context.newPage();
	await openAccount(page, service);
	await addPasskey(page);

	const row = page.getByRole("group", { name: "Passkeys" }).getByRole("row").last();
	await row.getByText("1Password", { exact: true }).first().waitFor();
	const sign = row.locator("td").first().locator("svg");
	const colours: string[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const [filled, text] = await sign.evaluate((svg) => [
			getComputedStyle(svg).fill,
			getComputedStyle(svg.parentElement ?? svg).color,
		]);
		expect(filled).toBe(text);
		colours.push(filled ?? "");
		expect(await violations(page)).toStrictEqual([]);
	}
	expect(colours[0]).not.toBe(colours[1]);
	expect(await sign.boundingBox()).toMatchObject({ width: 16, height: 16 });

	// The name is the person's to change; what made it stays.
	await row.getByRole("button", { name: "Rename" }).click();
	await page.getByRole("textbox", { name: "Name" }).fill("Work laptop");
	await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
	await row.getByRole("cell", { name: "1Password Work laptop" }).waitFor();
	await row.getByRole("img", { name: "1Password" }).waitFor();
	await context.close();
});

test("a passkey of a model that nobody knows is called after the browser, with a key", async () => {
	await using service = await Lapwing.start();
	const context = await browser.newContext();
	const page = await context.newPage();
	await VirtualAuthenticator.plugInto(page);
	await openAccount(page, service);
	await addPasskey(page);
	const row = page.getByRole("group", { name: "Passkeys" }).getByRole("row").last();
	await row.getByText("Chrome on Linux", { exact: true }).waitFor();
	expect(await row.locator("td").first().locator("path").getAttribute("d")).toBe(PASSKEY_ICON);
	await context.close();
});
