/** A checkout is built anew while its service runs, as by a command after `git pull`. */

import { execFile, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { Lapwing } from "../testing/lapwing.ts";

const CHECKOUT = fileURLToPath(new URL("../../../../", import.meta.url));
const COPIED = ["bin", "package.json", "package-lock.json", "tsconfig.base.json", ".tools/installed", "packages"];
const LEFT_OUT = new Set(["node_modules", "dist.new", "e2e", "recipes", ".compile-cache"]);

/** A checkout of its own, without a built service, that shares the installed packages of this one. */
async function copyCheckout(): Promise<AsyncDisposable & { readonly path: string }> {
	const path = await mkdtemp(join(tmpdir(), "lapwing-rebuild-"));
	const filter = (from: string) => !LEFT_OUT.has(basename(from)) && !from.includes("packages/server/dist");
	for (const name of COPIED) await cp(join(CHECKOUT, name), join(path, name), { recursive: true, filter });
	for (const name of ["", "packages/client", "packages/server"]) {
		await symlink(join(CHECKOUT, name, "node_modules"), join(path, name, "node_modules"));
	}
	return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** The names of tools, from code that is loaded with the first request for them. */
async function toolsOf({ url, key }: Lapwing): Promise<readonly string[]> {
	const client = new Client({ name: "test", version: "1.0.0" });
	const headers = { authorization: `Bearer ${key}` };
	await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } }));
	const { tools } = await client.listTools();
	await client.close();
	return tools.map(({ name }) => name);
}

/** Five builds take ten seconds of CPU each. */
const OPTIONS = { skip: spawnSync("flock", ["--version"]).status !== 0, timeout: 300_000 };

test(
	"a service loads what it needs from its own build, however often its checkout is built again",
	OPTIONS,
	async () => {
		await using checkout = await copyCheckout();
		const server = join(checkout.path, "packages/server");
		const tools = join(server, "src/mcp/tools.ts");
		const source = await readFile(tools, "utf8");
		expect(source).toContain("\tfind_monitors: findMonitors,");
		/** Builds the service with another name of a tool: the folder of the build. */
		const build = async (name: string) => {
			await writeFile(tools, source.replace("find_monitors: findMonitors", `${name}: findMonitors`));
			await promisify(execFile)(join(checkout.path, "bin/setup"));
			return readlink(join(server, "dist"));
		};
		const start = () => Lapwing.start({ bin: join(checkout.path, "bin/lapwing") });
		const kept = async () => (await readdir(server)).filter((name) => name.startsWith("dist-")).sort();

		const first = await build("first");
		const service = await start();
		await build("second");
		const third = await build("third");
		const fourth = await build("fourth");
		expect(await kept()).toEqual([first, third, fourth].sort());
		expect(await toolsOf(service)).toContain("first");

		await service[Symbol.asyncDispose]();
		const fifth = await build("fifth");
		expect(await kept()).toEqual([fourth, fifth].sort());
		await using restarted = await start();
		expect(await toolsOf(restarted)).toContain("fifth");
	},
);
