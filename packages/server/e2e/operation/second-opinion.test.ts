/** docs/operate/second-opinion.md, followed as it stands there, with nothing but addresses and folders replaced. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freePort, WITH_NATS_SERVER } from "../../src/dispatch/nats/testing/nats-server.ts";
import { answerOk, startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { RUN_MAIN, until } from "../testing/lapwing.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/operate/second-opinion.md");
const FIVE_MINUTES_MS = 300_000;
const KEY = "lpw_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL";

test("the page leads from one machine to a check from another location within five minutes", {
	...WITH_NATS_SERVER,
	timeout: FIVE_MINUTES_MS,
}, async () => {
	const startedAt = performance.now();
	await using stack = new AsyncDisposableStack();
	const folder = await mkdtemp(join(tmpdir(), "lapwing-page-"));
	stack.defer(() => rm(folder, { recursive: true, force: true }));
	const page = await readFile(PAGE, "utf8");
	const blocks = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, text = ""]) => text.trim().split("\n"));
	expect(blocks.map((block) => block.length)).toEqual([3, 1, 1, 1]);
	const [[install = "", init = "", server = ""] = [], [serve = ""] = [], [add = ""] = [], [list = ""] = []] = blocks;
	expect(install).toBe("apt-get install nats-server");

	const quoted = [process.execPath, ...RUN_MAIN].map((word) => `'${word}'`).join(" ");
	await writeFile(join(folder, "lapwing"), `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
	const [nats, http] = [await freePort(), await freePort()];
	const env: Record<string, string | undefined> = {
		...process.env,
		PATH: `${folder}:${process.env["PATH"]}`,
		DATABASE_URL: `sqlite:${join(folder, "lapwing.db")}`,
		PORT: String(http),
		HOST: "127.0.0.1",
		LAPWING_API_KEY: KEY,
		// In the place of the proxy's wss://…/nats.
		PROBER_URL: `ws://127.0.0.1:${nats + 1}`,
	};
	const own = (line: string) =>
		line
			.replaceAll("/var/lib/lapwing/nats", join(folder, "nats"))
			.replace(/^(lapwing nats init .*)$/, `$1 --port ${nats}`);
	/** Runs a line of the page, or one that it printed. */
	const start = (line: string, settings = env): ChildProcess => {
		const child = spawn("bash", ["-c", `env ${own(line)}`], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
		stack.defer(() => void child.kill("SIGKILL"));
		return child;
	};
	const outputOf = async (line: string) => {
		const child = start(line);
		let text = "";
		child.stdout?.setEncoding("utf8").on("data", (part: string) => {
			text += part;
		});
		const [code] = await once(child, "close");
		expect({ line, code }).toEqual({ line, code: 0 });
		return text.trim();
	};

	for (const setting of (await outputOf(init)).split("\n")) {
		const [name = "", value] = setting.split("=");
		env[name] = value;
	}
	start(server);
	let log = "";
	start(serve)
		.stdout?.setEncoding("utf8")
		.on("data", (part: string) => {
			log += part;
		});
	await until(() => log.includes("Connected to NATS") || undefined, { withinMs: 60_000, what: "Connected to NATS" });

	// Another machine: it has nothing of the first one's settings.
	const prober = start(await outputOf(add), { PATH: env["PATH"], HOME: folder });
	let said = "";
	prober.stdout?.setEncoding("utf8").on("data", (part: string) => {
		said += part;
	});
	const line = await until(async () => /^pro_.* connected .*$/m.exec(await outputOf(list))?.[0], {
		withinMs: 30_000,
		what: "the prober to be connected",
	});

	const doctor = await outputOf("lapwing doctor --location frankfurt || true");
	expect(doctor).toMatch(
		/^ok {5}NATS: nats:\S+ is 2\.[\d.]+; a message came back after \d+ ms, its clock is -?\d+ ms off\.$/m,
	);
	expect(doctor).toMatch(/^ok {5}Probers: frankfurt-1 in frankfurt is connected\.$/m);
	expect(doctor).toMatch(/^ok {5}Location frankfurt: frankfurt-1 answered in \d+ ms\.$/m);

	await using target = await startHttpTarget(answerOk);
	const ask = async (method: string, path: string, body?: object) => {
		const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
		const answer = await fetch(`http://127.0.0.1:${http}/api/v1/${path}`, {
			method,
			headers,
			...(body && { body: JSON.stringify(body) }),
		});
		return ((await answer.json()) as { data: { id: string; results: object[] } }).data;
	};
	const located = JSON.parse(`{ ${/`("locations": \[.*?\])`/.exec(page)?.[1]} }`);
	const { id } = await ask("POST", "monitors", { name: "watched", url: target.url, ...located });
	const [result] = await until(
		async () => {
			const { results } = await ask("GET", `monitors/${id}/results`);
			return results.length > 0 ? results : undefined;
		},
		{ withinMs: 60_000, what: "a check from frankfurt" },
	);
	expect(result).toMatchObject({ location: "frankfurt", responseStatus: 200 });
	const tookMs = performance.now() - startedAt;
	expect(tookMs).toBeLessThan(FIVE_MINUTES_MS);
	process.stdout.write(`A second opinion took ${(tookMs / 1000).toFixed(1)} s, without reading and typing.\n`);

	const ended = once(prober, "close");
	const remove = /`(lapwing probers remove) pro_…`/.exec(page)?.[1];
	await outputOf(`${remove} ${line.split(" ")[0]}`);
	expect(await ended).toEqual([78, null]);
	expect(said).toMatch(/^revoked$/m);
});
