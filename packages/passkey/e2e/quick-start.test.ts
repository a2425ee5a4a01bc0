/**
 * The README's quick start as it stands there: its files in an empty folder, its page bundled, its server started, and
 * a person in Chromium. The lines that an adopter writes are counted here: the README names the number.
 */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../scripts/run.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { examplesOf, layOut } from "./harness/examples.ts";
import { README, runQuickStart, WRITTEN, writtenLines } from "./harness/run-quick-start.ts";
import { countSignIns } from "./harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";

/** The README's comparison has what others take, without renewal, tabs or counters that rivals can't lower. */
const MOST_LINES = 45;

let browser: Awaited<ReturnType<typeof connectBrowser>>;
beforeAll(async () => {
	browser = await connectBrowser();
});
afterAll(() => browser.close());

test("the lines that an adopter writes are as many as the README says", async () => {
	const examples = await examplesOf(README);
	const written = examples.filter((each) => WRITTEN.includes(each.fileName));
	const count = writtenLines(written);
	const text = await readFile(new URL("../README.md", import.meta.url), "utf8");
	expect(written).toHaveLength(2);
	expect(text).toContain(`${count} lines, imports included`);
	expect(count).toBeLessThanOrEqual(MOST_LINES);
	// As many as the formatter of this repository makes of them.
	await using project = await layOut(examples);
	const config = fileURLToPath(new URL("../../../biome.json", import.meta.url));
	await run("biome", ["format", "--vcs-enabled=false", `--config-path=${config}`, ...WRITTEN], project.directory);
});

test("the quick start registers, signs in from the menu of a second tab, and refuses what was used", async () => {
	await using site = await runQuickStart();
	const context = await browser.newContext();
	await countSignIns(context);
	const page = await context.newPage();
	const authenticator = await VirtualAuthenticator.plugInto(page);
	await authenticator.setPresence(false);
	await page.goto(site.origin);
	await page.waitForFunction(() => globalThis.signInsBegun > 0);
	await page.getByRole("button", { name: "Sign up" }).click();
	await page.waitForLoadState();
	await page.goto(site.origin);
	await authenticator.setPresence(true);
	await page.getByRole("button", { name: "Add a passkey" }).click();
	await page.waitForURL("**/account");
	expect(await authenticator.credentials()).toHaveLength(1);

	await context.clearCookies();
	const verified = page.waitForRequest((request) => request.url().endsWith("/passkey/verify"));
	await page.goto(site.origin); // the authenticator picks in the menu at once
	await page.waitForURL("**/account");
	expect(JSON.parse((await page.locator("body").textContent()) ?? "")).toStrictEqual({ accountId: expect.any(String) });
	const replay = await page.request.post(`${site.origin}/passkey/verify`, { data: (await verified).postDataJSON() });
	expect([replay.status(), await replay.json()]).toStrictEqual([400, { error: "rejected" }]);
	await context.close();
});
