/** The recipes, each run in its framework and visited over HTTP; all of them compiled. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { run } from "../scripts/run.ts";
import { bringRecipes, RECIPES } from "./harness/bring-recipes.ts";
import { EXPECTED, visitRecipe } from "./harness/visit-recipe.ts";

/** The first time the frameworks are installed, 100 MB of downloads. */
const TIMEOUT_MS = 300_000;

beforeAll(bringRecipes, TIMEOUT_MS);

test("every recipe compiles", { timeout: TIMEOUT_MS }, async () => {
	await run("tsc", ["-p", "."], RECIPES);
});

test.each(["hono", "express", "fastify"])("%s starts by its entry file", async (name) => {
	await using app = await start(RECIPES, (port) => [`--conditions=@lapwing/source`, `${name}/main.ts`, port]);
	expect(await visitRecipe(app.origin)).toStrictEqual(EXPECTED);
});

describe("as an application of its own, built from the published package", { timeout: TIMEOUT_MS }, () => {
	beforeAll(async () => {
		await run("npm", ["run", "--silent", "build"], `${RECIPES}../../result`);
		await run("npm", ["run", "--silent", "build"], `${RECIPES}..`);
	}, TIMEOUT_MS);

	test("Next.js", async () => {
		const directory = `${RECIPES}next`;
		const program = `${RECIPES}node_modules/next/dist/bin/next`;
		await run(process.execPath, [program, "build"], directory);
		await using app = await start(directory, (port) => [program, "start", "--hostname", "127.0.0.1", "--port", port]);
		expect(await visitRecipe(app.origin)).toStrictEqual(EXPECTED);
	});

	test("SvelteKit", async () => {
		const directory = `${RECIPES}sveltekit`;
		const program = `${RECIPES}node_modules/vite/bin/vite.js`;
		await run(process.execPath, [program, "build"], directory);
		await using app = await start(directory, (port) => [program, "preview", "--strictPort", "--port", port]);
		expect(await visitRecipe(app.origin)).toStrictEqual(EXPECTED);
	});
});

/** A program that serves on a port; it is told its origin, and counts as started when it answers. */
async function start(directory: string, args: (port: string) => string[]) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const env = {
		...process.env,
		PORT: String(port),
		PASSKEY_ORIGIN: origin,
		NODE_ENV: "production",
		NEXT_TELEMETRY_DISABLED: "1",
	};
	const child = spawn(process.execPath, args(String(port)), { cwd: directory, env, stdio: "ignore" });
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
