/**
 * The recipes as those have them who install the published package: laid out from the tarball in an empty folder,
 * installed by `npm ci`, type-checked, built, started and driven in Chromium, with an authenticator. What was built of
 * the same tarball is not built again.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { broughtRecipes, RECIPES_ENV } from "../scripts/lay-out-recipes.ts";
import { run } from "../scripts/run.ts";
import { bringRuntime } from "../src/server/testing/runtimes/bring-runtimes.ts";
import { openDrizzle, openLibsql, openPrisma, openRedis, REDIS_SERVER } from "./harness/brought-stores.ts";
import { connectBrowser } from "./harness/connect-browser.ts";
import { madeOnce } from "./harness/made-once.ts";
import { countSignIns, signInBegun } from "./harness/sign-ins-begun.ts";
import { type Stores, testStores } from "./harness/store-suite.ts";
import { VirtualAuthenticator } from "./harness/virtual-authenticator.ts";
import { EXPECTED, visitRecipe } from "./harness/visit-recipe.ts";

/** Where nothing has been installed yet: 850 MB, most of it Next.js and Prisma. */
const TIMEOUT_MS = 600_000;

let recipes = "";
let browser: Browser;
beforeAll(async () => {
	recipes = await broughtRecipes();
	browser = await connectBrowser();
}, TIMEOUT_MS);
afterAll(() => browser.close());

interface Application {
	/** The arguments of Node.js that start it, in its folder. */
	start(port: string): string[];
	/** The Node.js that runs it. Default: this one. */
	node?: () => Promise<string>;
	/** What checks its types, where the build doesn't. */
	check?: true;
}

const bin = (name: string, path: string) => join(recipes, "node_modules", name, path);
const built = (name: string): Application => ({ start: () => [`dist/${name}/main.js`] });

const APPLICATIONS: Record<string, Application> = {
	express: built("express"),
	fastify: built("fastify"),
	hono: built("hono"),
	"node-20": { ...built("node-20"), node: () => bringRuntime("node20") },
	next: { start: (port) => [bin("next", "dist/bin/next"), "start", "--hostname", "127.0.0.1", "--port", port] },
	sveltekit: {
		start: (port) => [bin("vite", "bin/vite.js"), "preview", "--strictPort", "--port", port],
		check: true,
	},
};

describe.concurrent.each(Object.entries(APPLICATIONS))("%s", (name, application) => {
	test("compiles, builds, starts, and signs people in", { timeout: TIMEOUT_MS }, async () => {
		const directory = join(recipes, name);
		if (application.check) await madeOnce(directory, "check");
		await madeOnce(directory, "build");
		await using app = await start(directory, application);
		expect(await visitRecipe(app.origin)).toStrictEqual(EXPECTED);
		await signInByPage(app.origin);
	});
});

test.each(["jest/commonjs", "jest/esm"])("%s passes its own tests", { timeout: TIMEOUT_MS }, async (name) => {
	await run("npm", ["run", "--silent", "check"], join(recipes, name), RECIPES_ENV);
});

describe.each([
	["libSQL", true, openLibsql],
	["Drizzle", true, openDrizzle],
	["Prisma", true, openPrisma],
	["Redis", REDIS_SERVER !== undefined, openRedis],
] as const)("the stores on %s", (name, isThere, open) => {
	if (!isThere) {
		test.skip(`need a ${name} server on the PATH: apt-get install redis-server`, () => {});
		return;
	}
	let stores: Stores;
	beforeAll(async () => {
		if (name === "Prisma") await madeOnce(join(recipes, "stores"), "check");
		stores = await open(recipes);
	}, TIMEOUT_MS);
	afterAll(() => stores[Symbol.asyncDispose]());
	testStores(() => stores);
});

/** Goes through the four routes with the recipe's own page: registers, signs in by the button, then from the menu. */
async function signInByPage(origin: string): Promise<void> {
	const context = await browser.newContext();
	try {
		await countSignIns(context);
		const page = await context.newPage();
		const status = (text: string) => page.locator("#status", { hasText: text }).waitFor();
		const click = (name: string) => page.getByRole("button", { name, exact: true }).click();
		const authenticator = await VirtualAuthenticator.plugInto(page);
		await authenticator.setPresence(false);
		await page.goto(origin);
		await status("Signed out");
		await signInBegun(page.mainFrame());
		await click("Sign up");
		await status("Signed in as ada");
		await authenticator.setPresence(true);
		const registered = page.waitForResponse("**/passkey/register/verify");
		const redirected = page.waitForEvent("framenavigated");
		await click("Add a passkey");
		expect((await registered).status()).toBe(200);
		await redirected;
		expect(await authenticator.credentials()).toHaveLength(1);

		await authenticator.setPresence(false);
		await context.clearCookies();
		await page.goto(origin);
		await status("Signed out");
		await signInBegun(page.mainFrame());
		await authenticator.setPresence(true);
		await click("Sign in with a passkey");
		await status("Signed in as ada");

		// The authenticator picks in the menu at once.
		await context.clearCookies();
		const verified = page.waitForResponse("**/passkey/verify");
		await page.goto(origin);
		expect((await verified).status()).toBe(200);
		await status("Signed in as ada");
	} finally {
		await context.close();
	}
}

/** A program that serves on a port; it is told its origin, and counts as started when it answers. */
async function start(directory: string, application: Application) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const env = { ...RECIPES_ENV, PORT: String(port), PASSKEY_ORIGIN: origin, NODE_ENV: "production" };
	const node = (await application.node?.()) ?? process.execPath;
	const child = spawn(node, application.start(String(port)), { cwd: directory, env, stdio: "ignore" });
	await answers(child, origin);
	return {
		origin,
		async [Symbol.asyncDispose]() {
			child.kill();
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
		},
	};
}

async function answers(child: ChildProcess, origin: string): Promise<void> {
	while (child.exitCode === null) {
		const response = await fetch(`${origin}/account`).catch(() => undefined);
		if (response?.status === 401) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`the program ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, "close");
	return port;
}
