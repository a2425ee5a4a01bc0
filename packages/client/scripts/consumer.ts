/**
 * A project that has nothing but the tarballs: they install offline, their types compile under both of the module
 * resolutions in use, with the DOM's types and with Node's, and a request runs.
 */

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Packed } from "../../passkey/scripts/pack.ts";
import { run } from "../../passkey/scripts/run.ts";

const main = `
import { ApiError, Client, type DataOf, type ErrorCode } from "@lapwing/client";
import { isFailure } from "@lapwing/result";

const answer = (request: Request) =>
	Promise.resolve(new Response(JSON.stringify({ data: { id: new URL(request.url).pathname, statusSince: null } })));
const lapwing = new Client({ baseUrl: "https://status.example.com", key: "lw_key", fetch: answer });

const query = { view: "full" } as const;
const result = await lapwing.get("/api/v1/monitors/{id}", { path: { id: "mon_1" }, query });
if (isFailure(result)) {
	const code: ErrorCode = result.error.code;
	throw result.error instanceof ApiError ? new Error(code) : result.error;
}
const full: DataOf<"GET", "/api/v1/monitors/{id}", "full"> = result.data;
if (full.id !== "/api/v1/monitors/mon_1" || full.statusSince !== null) throw new Error("another answer came back");
`;

const strict = { strict: true, noEmit: true, exactOptionalPropertyTypes: true, target: "es2022" };
const projects = {
	"tsconfig.page.json": {
		compilerOptions: { ...strict, types: [], lib: ["es2022", "dom"], module: "preserve", moduleResolution: "bundler" },
		files: ["main.ts"],
	},
	"tsconfig.node.json": {
		compilerOptions: { ...strict, types: ["node"], lib: ["es2022"], module: "nodenext", skipLibCheck: true },
		files: ["main.ts"],
	},
};

export async function checkAsConsumer(packages: readonly Packed[], directory: string): Promise<void> {
	await mkdir(directory);
	const write = (name: string, contents: unknown) =>
		writeFile(join(directory, name), typeof contents === "string" ? contents : JSON.stringify(contents));
	await write("package.json", { name: "consumer", private: true, type: "module" });
	const tarballs = packages.map((each) => each.tarball);
	await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", ...tarballs], directory);
	const modules = fileURLToPath(new URL("../../../node_modules/", import.meta.url));
	await mkdir(join(directory, "node_modules/@types"));
	for (const name of ["@types/node", "undici-types"]) {
		await symlink(join(modules, name), join(directory, "node_modules", name));
	}
	await write("main.ts", main);
	for (const [name, contents] of Object.entries(projects)) {
		await write(name, contents);
		await run("tsc", ["-p", name], directory);
	}
	await run("tsc", ["-p", "tsconfig.node.json", "--noEmit", "false", "--outDir", "out"], directory);
	await run(process.execPath, [join(directory, "out/main.js")], directory);
}
