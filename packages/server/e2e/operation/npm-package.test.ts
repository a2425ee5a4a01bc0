/** `npx lapwing serve`: the npm package is made, installed in an empty folder, and serves what bin/up serves. */

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { natsStage } from "../../src/dispatch/nats/testing/stage.ts";
import { writeToken } from "../../src/dispatch/nats/token.ts";
import { apiDocument } from "../../src/http/app.ts";
import { DESCRIPTIONS } from "../../src/http/document/descriptions.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { lapwing, until } from "../testing/lapwing.ts";

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL("../../scripts/npm-package.ts", import.meta.url));

let directory: string;
let installed: string;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing-npm-"));
	const made = join(directory, "made");
	installed = join(directory, "installed");
	await mkdir(made);
	await mkdir(installed);
	await run(process.execPath, [SCRIPT, made]);
	await run("npm", ["pack", "--silent", "--pack-destination", directory], { cwd: made });
	await writeFile(join(installed, "package.json"), '{"private":true}');
	const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
	await run("npm", ["install", ...quiet, join(directory, "lapwing-0.1.0.tgz")], { cwd: installed });
	// What npm has not kept comes from the registry, which may be slow.
}, 300_000);
afterAll(() => rm(directory, { recursive: true, force: true }));

test("what the service answers of its own API is in the package", async () => {
	for (const [name, describe] of Object.entries(DESCRIPTIONS)) {
		const built = await readFile(join(installed, `node_modules/lapwing/server/dist/${name}.json`), "utf8");
		expect(built).toBe(JSON.stringify(describe(apiDocument())));
	}
});

test("npx lapwing serve runs the service and the dashboard, and checks a monitor", async () => {
	const env = { ...process.env, PORT: "0", LAPWING_API_KEY: "lw_a-key-of-the-test-of-the-package" };
	const npx = spawn("npx", ["--no-install", "lapwing", "serve"], { cwd: installed, env, detached: true });
	let output = "";
	for (const stream of [npx.stdout, npx.stderr]) {
		stream.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
	}
	try {
		const url = await until(() => /"url":"(http:[^"]+)","msg":"Lapwing is running"/.exec(output)?.[1], {
			withinMs: 60_000,
			what: "the start",
		});
		expect((await fetch(`${url}/healthz`)).status).toBe(200);
		expect(await optionsOfService()).toContain("--max-semi-space-size=4");
		expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root">');
		expect((await fetch(`${url}/docs`)).status).toBe(200);
		expect(await (await fetch(`${url}/api/v1/openapi.json`)).json()).toMatchObject({ servers: [{ url }] });
		await using target = await startHttpTarget((_request, response) => response.end());
		const cli = { LAPWING_URL: url, LAPWING_API_KEY: env.LAPWING_API_KEY };
		const { stdout } = await lapwing(cli, "monitors", "add", target.url, "--json");
		const { id } = JSON.parse(stdout);
		await until(
			async () => {
				const headers = { authorization: `Bearer ${env.LAPWING_API_KEY}` };
				const answer = await fetch(`${url}/api/v1/monitors/${id}`, { headers });
				const { data } = (await answer.json()) as { data: { status: string } };
				return data.status === "up" ? true : undefined;
			},
			{ what: "the first check" },
		);
	} finally {
		// npx hands signals to a shell: the whole group is ours.
		if (npx.pid !== undefined) process.kill(-npx.pid, "SIGTERM");
		await once(npx, "close");
	}
});

/** Measured: 64 MB at the first heartbeat, of which bare Node is 41, and 0.24 s of CPU until then (bench/README.md). */
const PROBER_AT_REST_KB = 80_000;
/** In starts of Node alone, which a busy machine makes as dear: measured, 4. */
const PROBER_START_CPU = 8;

test("a prober is small at rest, and starts at once", WITH_NATS_SERVER, async () => {
	await using stage = await natsStage();
	stage.control();
	// As in a container, which can't write a compile cache.
	const env = {
		...process.env,
		NODE_DISABLE_COMPILE_CACHE: "1",
		LAPWING_PROBER_TOKEN: writeToken(await stage.token(1)),
	};
	const bin = join(installed, "node_modules/lapwing/bin/lapwing.js");
	const prober = spawn(process.execPath, [bin, "prober"], { env, stdio: "ignore" });
	try {
		await until(() => stage.beats.length > 0 || undefined, { withinMs: 60_000, what: "its first heartbeat" });
		if (process.platform !== "linux") return;
		const fields = (await readFile(`/proc/${prober.pid}/stat`, "utf8")).split(" ");
		// Hundredths of a second in user and kernel mode (proc_pid_stat(5)).
		expect((Number(fields[13]) + Number(fields[14])) * 10).toBeLessThan(PROBER_START_CPU * (await cpuMsOfNode(env)));
		const status = await readFile(`/proc/${prober.pid}/status`, "utf8");
		expect(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])).toBeLessThan(PROBER_AT_REST_KB);
	} finally {
		prober.kill("SIGKILL");
	}
});

/** CPU of a start of Node alone: a busy machine makes both dear. */
async function cpuMsOfNode(env: NodeJS.ProcessEnv): Promise<number> {
	const print = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)";
	return Number((await run(process.execPath, ["--eval", print], { env })).stdout);
}

/** The arguments of the process that serves from the installed package. */
async function optionsOfService(): Promise<readonly string[]> {
	const main = join(installed, "node_modules/lapwing/server/dist/main.js");
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	// Another process may have ended since the folder was read.
	const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
	return texts.map((text) => text.split("\0")).find((args) => args.includes(main)) ?? [];
}

test("npx lapwing check reads a configuration whose types the package brings", async () => {
	const file = join(installed, "lapwing.config.ts");
	const text =
		'import { defineConfig } from "lapwing";\n\nexport default defineConfig({\n\tmonitors: [{ key: "api", URL }],\n});\n';
	await writeFile(file, text.replace("URL", 'url: "https://api.example.com/"'));
	const checked = await run("npx", ["--no-install", "lapwing", "check"], { cwd: installed });
	expect(checked.stdout).toBe("Valid: 1 monitor.\n");

	const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url));
	const args = [tsc, "--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--types", "", file];
	await run(process.execPath, args, { cwd: installed });
	await writeFile(file, text.replace("URL", 'uri: "https://api.example.com/"'));
	const refused = await run(process.execPath, args, { cwd: installed }).catch((error) => error);
	expect(refused.stdout).toMatch(/lapwing\.config\.ts\(4,\d+\): error TS.*uri/);
});

test("an installation has no development's packages and takes at most 50 MB", async () => {
	const { stdout } = await run("du", ["-sk", installed]);
	expect(Number(stdout.split("\t")[0]) / 1024).toBeLessThan(50);
	const { stdout: listed } = await run("npm", ["ls", "--all", "--parseable"], { cwd: installed });
	expect(listed).not.toMatch(/\/(vitest|typescript|biome|vite|react|playwright-core)$/m);
});

test("what was built into the package has its licenses beside it", async () => {
	const licenses = await readFile(join(installed, "node_modules/lapwing/server/dist/licenses.md"), "utf8");
	for (const name of ["hono", "kysely", "zod", "pg"]) expect(licenses).toMatch(new RegExp(`^#+ ${name}\\b.*MIT`, "m"));
	// The documents are made by the build.
	expect(licenses).not.toContain("zod-openapi");
});
