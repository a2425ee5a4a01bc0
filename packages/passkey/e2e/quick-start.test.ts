/**
 * The README's quick start as it stands there: its files in an empty folder, its page bundled, its server started, and
 * a person in Chromium. The lines that an adopter writes are counted here: the README names the number.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../scripts/run.ts";
import { launchChromium } from "./harness/chromium.ts";
import { examplesOf, layOut } from "./harness/examples.ts";
import { countSignIns } from "./harness/sign-ins-begun.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";

const README = "packages/passkey/README.md";
/** What an adopter writes; the other files stand in for what they have. */
const WRITTEN = ["passkeys.ts", "page.ts"];
/** SimpleWebAuthn takes 80 and passwordless-id 64, without renewal, tabs or counters that rivals can't lower. */
const MOST_LINES = 45;

let browser: Awaited<ReturnType<typeof launchChromium>>;
beforeAll(async () => {
	browser = await launchChromium();
});
afterAll(() => browser.close());

test("the lines that an adopter writes are as many as the README says", async () => {
	const examples = await examplesOf(README);
	const written = examples.filter((each) => WRITTEN.includes(each.fileName)).map((each) => each.code);
	const lines = written.join("\n").split("\n");
	const count = lines.filter((line) => !/^(\/\/|\/\*\*|\*|$)/.test(line.trim())).length;
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
	await using site = await quickStart();
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

async function quickStart() {
	const examples = await examplesOf(README);
	const port = await freePort();
	const project = await layOut(examples.map((each) => ({ ...each, code: each.code.replaceAll("3000", String(port)) })));
	const html = examples.find((each) => each.language === "html")?.code ?? "";
	await writeFile(join(project.directory, "index.html"), html);
	const bundle = ["page.ts", "--bundle", "--format=esm", "--outfile=page.js", "--conditions=@lapwing/source"];
	await run("esbuild", bundle, project.directory);
	const args = ["--conditions=@lapwing/source", "main.ts"];
	const child = spawn(process.execPath, args, { cwd: project.directory, stdio: "ignore" });
	const origin = `http://localhost:${port}`;
	await answers(child, origin);
	return {
		origin,
		async [Symbol.asyncDispose]() {
			child.kill();
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			await project[Symbol.asyncDispose]();
		},
	};
}

async function answers(child: ChildProcess, origin: string): Promise<void> {
	while (child.exitCode === null) {
		if ((await fetch(origin).catch(() => undefined))?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`the server ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	return typeof address === "object" && address ? address.port : 0;
}
