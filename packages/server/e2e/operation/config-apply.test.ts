/** Files and the service they configure: plan, apply, diff and export, by the commands that people and CI run. */

import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing, RUN_MAIN, until } from "../testing/lapwing.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const ON_CALL = "ann@shop.example.com";
const WEBHOOK = "https://hooks.slack.example.com/services/x";

let folder: string;
let service: Lapwing;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-apply-"));
	// Nothing listens there: the examples have an alert by mail, and nothing fails here.
	service = await Lapwing.start({ env: { SMTP_URL: "smtp://127.0.0.1:1", SMTP_FROM: "lapwing@example.com" } });
});
afterEach(async () => {
	await service[Symbol.asyncDispose]();
	await rm(folder, { recursive: true, force: true });
});

interface Ended {
	readonly code: number;
	readonly stdout: string;
	readonly stderr: string;
}
const on = (at: Pick<Lapwing, "url" | "key">, ...args: string[]): Promise<Ended> =>
	lapwing(
		{
			LAPWING_CALLED_FROM: folder,
			LAPWING_URL: at.url,
			LAPWING_API_KEY: at.key,
			SLACK_URL: WEBHOOK,
			ON_CALL_PERSON: ON_CALL,
		},
		...args,
	).then(
		(output) => ({ code: 0, ...output }),
		(error: Ended) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
	);
const ended = (...args: string[]) => on(service, ...args);
const write = (text: string, name = "lapwing.yaml") => writeFile(join(folder, name), text);
const read = (name = "lapwing.yaml") => readFile(join(folder, name), "utf8");
const SAYS_NOTHING = { code: 0, stdout: expect.stringMatching(/^Nothing to change: /), stderr: "" };

const monitors = (...names: readonly string[]) =>
	`monitors:\n${names.map((name) => `  - { key: ${name}, url: "https://${name}.example.com/" }\n`).join("")}`;

async function monitorNamed(name: string): Promise<{ id: string; name: string }> {
	const { body } = await service.ask("GET", "/api/v1/monitors");
	return body.data.monitors.find((each: { name: string }) => each.name === name);
}

/** A copy of the example, whose schedule names a member of the team. */
async function example(language: "yaml" | "typescript"): Promise<string> {
	await lapwing(service.databaseUrl, "users", "add", ON_CALL, "--role", "editor");
	const copy = join(folder, "copy");
	await cp(join(EXAMPLES, language), copy, { recursive: true });
	return copy;
}

describe("plan and apply", () => {
	test("what the service generates is written beside the files, for this user alone and over no file", async () => {
		const hook = (key: string, secret: string) =>
			`  - { key: ${key}, name: ${key}, monitorIds: [], channel: { type: webhook, url: "https://${key}.example/"${secret} } }\n`;
		await write(`alerts:\n${hook("one", ", secret: { secret: HOOK_SECRET }")}`);
		const first = await ended("apply", "--yes");
		const env = join(folder, "lapwing.yaml.env");
		expect([first.code, first.stderr]).toEqual([0, expect.stringContaining("lapwing.yaml.env: HOOK_SECRET")]);
		expect((await stat(env)).mode & 0o777).toBe(0o600);
		const written = await read("lapwing.yaml.env");
		expect(written).toMatch(/^HOOK_SECRET='whsec_[^']+'\n$/);
		expect(first.stdout + first.stderr).not.toContain("whsec_");
		// The commands read it there, and it is the one that the service has.
		expect(await ended("plan")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Nothing to change/) });

		await write(`alerts:\n${hook("one", ", secret: { secret: HOOK_SECRET }")}${hook("two", "")}`);
		const second = await ended("apply", "--yes", "--json");
		expect(JSON.parse(second.stdout)).toMatchObject({
			totals: { create: 1 },
			secretsFile: `${env.slice(0, -4)}.generated-1.env`,
		});
		expect(second.stdout).not.toContain("whsec_");
		expect(await read("lapwing.yaml.generated-1.env")).toMatch(/^ALERTS_TWO__SECRET='whsec_/);
		expect(await read("lapwing.yaml.env")).toBe(written);
	}, 60_000);

	test.each(["yaml", "typescript"] as const)(
		"the example in %s is applied, and then says nothing",
		async (language) => {
			const file = ["--file", await example(language)];
			const planned = await ended("plan", ...file);
			expect(planned, planned.stderr).toMatchObject({ code: 2 });
			expect(planned.stdout).toMatch(/^\+ create monitor api "API"\n(?: {4}.*\n)* {4}url: "https:.*health"$/m);
			expect(planned.stdout).toContain("\nPlan: 10 to create, 0 unchanged.\n");
			expect(planned.stdout).not.toContain(WEBHOOK);
			expect(await ended("apply", ...file)).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
			expect(await monitorNamed("API")).toBeUndefined();

			const done = await ended("apply", "--yes", ...file);
			expect(done).toMatchObject({ code: 0, stderr: expect.stringContaining("Applied: 10 created.") });
			expect(await ended("plan", ...file)).toMatchObject(SAYS_NOTHING);
			expect(await ended("apply", "--yes", ...file)).toMatchObject(SAYS_NOTHING);
		},
	);

	test("a change in the files is shown by its fields, and is all that is applied", async () => {
		await write(monitors("api", "web"));
		await ended("apply", "--yes");
		await write(monitors("api", "web").replace("web.example.com/", "web.example.com/new"));
		const planned = await ended("plan");
		expect(planned.stdout).toContain("~ change monitor web ");
		expect(planned.stdout).toContain('    url: "https://web.example.com/" → "https://web.example.com/new"\n');
		expect(planned.stdout).toContain("Plan: 1 to change, 1 unchanged.");
		const { changes, digest } = JSON.parse((await ended("plan", "--json")).stdout);
		expect(changes).toHaveLength(1);
		expect(digest).toEqual(expect.any(String));
		expect(await ended("apply", "--yes")).toMatchObject({ code: 0 });
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
	});

	test("faults that the service finds have file, line and column", async () => {
		await write("monitors:\n  - key: api\n    url: https://api.example.com/\n    timeout: 5\n");
		expect(await ended("plan")).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("lapwing.yaml:4:5: timeout: There is no member timeout here."),
		});
		await write("alerts:\n  - key: ops\n    name: Ops\n    channel: { type: slack, url: { secret: NOT_SET } }\n");
		expect(await ended("plan")).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^lapwing\.yaml:4:\d+: .*NOT_SET/),
		});
	});

	test("a secret whose variable is not set any more is kept", async () => {
		await write("alerts:\n  - key: ops\n    name: Ops\n    channel: { type: slack, url: { secret: SLACK_URL } }\n");
		await ended("apply", "--yes");
		await write("alerts:\n  - key: ops\n    name: Ops\n    channel: { type: slack, url: { secret: NOT_SET } }\n");
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
	});

	test("what files say as a secret is printed nowhere, where it is stored open", async () => {
		const file = (more = "") =>
			write(
				`monitors:\n  - { key: db, type: tcp, name: DB, host: db.example.com, port: 1, send: { secret: SEND }${more} }\n`,
			);
		await file();
		await write("SEND=pass hunter2\n", "lapwing.yaml.env");
		for (const command of [["plan"], ["plan", "--json"], ["apply", "--yes"]]) {
			const { code, stdout, stderr } = await ended(...command);
			expect(`${stdout}${stderr}`).toContain("(secret)");
			expect(`${stdout}${stderr}`).not.toContain("hunter2");
			expect(code, stderr).not.toBe(1);
		}
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		await rm(join(folder, "lapwing.yaml.env"));
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		await file(", tags: [x]");
		expect((await ended("plan")).stdout).not.toContain("send");
		await ended("export", "--file", "lapwing.yaml");
		expect(await read()).toMatch(/send: \{ ?secret: SEND ?\}/);
	});

	test("the value of a variable is printed as its name", async () => {
		const file = (accept: string) =>
			write(
				`monitors:\n  - key: web\n    url: https://web.example.com/\n    request:\n      headers:\n` +
					`        - { name: X-Shop, value: "id \${SHOP}" }\n        - { name: Accept, value: ${accept} }\n`,
			);
		await file("text/html");
		await write("SHOP=hunter2\n", "lapwing.yaml.env");
		await ended("apply", "--yes");
		await file("text/plain");
		for (const command of [["plan"], ["plan", "--json"], ["apply", "--yes"]]) {
			const { stdout, stderr } = await ended(...command);
			expect(`${stdout}${stderr}`).toContain("id $\u007bSHOP}");
			expect(`${stdout}${stderr}`).not.toContain("hunter2");
		}
	});

	test("an imported address that lets someone in is checked, and named alone in what Git keeps", async () => {
		const asked: string[] = [];
		await using target = await startHttpTarget((request, response) => {
			asked.push(`${request.headers.authorization ?? ""} ${request.url}`);
			response.end("ok");
		});
		const user = target.url.replace("http://", "http://me:hunter2@");
		const endpoints = [`${target.url}?token=hunter2`, `${user}user`]
			.map((url) => `  - { url: "${url}", interval: 1m, conditions: ["[STATUS] == 200"] }\n`)
			.join("");
		await write(`endpoints:\n${endpoints}`, "gatus.yaml");
		const imported = await ended("import", "gatus", "gatus.yaml", "--file", "lapwing.yaml");
		expect(imported, imported.stderr).toMatchObject({ code: 0 });
		const applied = await ended("apply", "--yes");
		expect(applied, applied.stderr).toMatchObject({ code: 0 });
		await until(() => (new Set(asked).size === 2 ? true : undefined), { what: "checks of both" });
		const basic = `Basic ${Buffer.from("me:hunter2").toString("base64")}`;
		expect([...new Set(asked)].toSorted()).toEqual([" /?token=hunter2", `${basic} /user`]);

		await rm(join(folder, "lapwing.yaml.env"));
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		expect(await ended("export", "--file", "again.yaml", "--adopt")).toMatchObject({ code: 0 });
		const all = [imported, applied, await read(), await read("again.yaml")];
		expect(JSON.stringify(all)).not.toContain("hunter2");

		await using empty = await Lapwing.start();
		const line = (await read()).split("\n").findIndex((each) => each.trim() === "url:") + 1;
		const refused = await on(empty, "plan");
		expect(refused.code).toBe(1);
		expect(refused.stderr).toMatch(
			new RegExp(
				`^lapwing.yaml:${line}:5: url: The variable GATUS_\\w+_URL is not set, and the service keeps none here.`,
			),
		);
	});

	test("prune deletes what left the files, within its limit, and of this project alone", async () => {
		await write(`project: one\n${monitors("a", "b", "c", "d")}`);
		await write(`project: two\n${monitors("a", "z")}`, "two.yaml");
		await ended("apply", "--yes");
		await ended("apply", "--yes", "--file", "two.yaml");

		await write(`project: one\n${monitors("a", "b", "c")}`);
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		const planned = await ended("plan", "--prune");
		expect(planned).toMatchObject({ code: 2 });
		expect(planned.stdout).toMatch(/^- delete monitor d ".*", with its history since \d{4}-\d\d-\d\d$/m);
		await ended("apply", "--prune", "--yes");

		await write(`project: one\n${monitors("a")}`);
		const refused = await ended("apply", "--prune", "--yes");
		expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("--prune-limit N") });
		expect(refused.stdout).toMatch(/^- delete monitor b .*\n- delete monitor c /m);
		expect(await ended("plan", "--prune")).toMatchObject({ code: 1, stdout: refused.stdout, stderr: refused.stderr });
		expect(await ended("apply", "--prune-limit", "2", "--yes")).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("Applied: 2 deleted."),
		});
		expect(await ended("plan", "--prune", "--file", "two.yaml")).toMatchObject(SAYS_NOTHING);
		const none = await ended("apply", "--prune", "--yes", "--file", "nothing/");
		expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("no file or folder") });
	});

	// script(1) gives it a terminal.
	test.skipIf(spawnSync("script", ["--version"]).status !== 0)(
		"whoever answers yes applies the plan that was shown, or nothing",
		async () => {
			const answered = async (meanwhile: () => Promise<unknown>, ...options: string[]) => {
				const env = { ...process.env, LAPWING_CALLED_FROM: folder, LAPWING_URL: service.url };
				const words = [process.execPath, ...RUN_MAIN, "apply", ...options].map((word) => `'${word}'`).join(" ");
				const terminal = spawn("script", ["--quiet", "--return", "--command", words, "/dev/null"], {
					env: { ...env, LAPWING_API_KEY: service.key },
				});
				let output = "";
				terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
					output += text;
				});
				await until(() => (output.includes("Apply this? [y/N]") ? true : undefined), { what: "the question" });
				await meanwhile();
				terminal.stdin.write("y\n");
				const [code] = await once(terminal, "close");
				return { code, output };
			};
			await write(monitors("api"));
			expect(await answered(async () => undefined)).toMatchObject({
				code: 0,
				output: expect.stringContaining("Applied: 1 created."),
			});
			await write(monitors("api").replace("example.com/", "example.com/new"));
			const { id } = await monitorNamed("https://api.example.com/");
			const late = await answered(() => service.ask("PUT", `/api/v1/monitors/${id}`, { tags: ["late"] }));
			expect(late).toMatchObject({ code: 1, output: expect.stringContaining("nothing was applied") });
			const forced = await answered(() => service.ask("PUT", `/api/v1/monitors/${id}`, { tags: ["later"] }), "--force");
			expect(forced).toMatchObject({ code: 0, output: expect.stringContaining("Applied: 1 changed.") });
			expect((await service.ask("GET", `/api/v1/monitors/${id}?view=full`)).body.data).toMatchObject({
				...{ url: "https://api.example.com/new", tags: [] },
			});
			expect(await ended("apply", "--yes")).toMatchObject(SAYS_NOTHING);
		},
	);

	test("more than 20 objects are pruned when their number is given, after a plan that names each", async () => {
		const names = Array.from({ length: 50 }, (_, at) => `m${at}`);
		await write(monitors(...names));
		await ended("apply", "--yes");
		await write(monitors(...names.slice(0, 29)));
		for (const command of [["plan"], ["apply", "--yes"]]) {
			const refused = await ended(...command, "--prune");
			expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("the limit is 20") });
			expect(refused.stderr).toContain("--prune-limit N");
			expect(refused.stdout.match(/^- delete monitor m\d+ .* with its history since /gm)).toHaveLength(21);
		}
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		expect(await ended("apply", "--yes", "--prune-limit", "21")).toMatchObject({
			...{ code: 0, stderr: expect.stringContaining("Applied: 21 deleted.") },
		});
	});

	test("files of less than 16 MiB that are more as JSON are refused in words", async () => {
		// JSON has escapes where YAML has the characters.
		const headline = "\\".repeat(15 * 1024 ** 2);
		await write(`statusPages:\n  - { key: a, name: A, slug: a, headline: '${headline}' }\n`);
		const { code, stderr } = await ended("plan");
		expect([code, stderr]).toEqual([1, expect.stringContaining("The body has more than 16777216 bytes.")]);
	});

	test("a plan for a read key; applying refuses it", async () => {
		await write(monitors("api"));
		const { body } = await service.ask("POST", "/api/v1/keys", { name: "CI", scopes: ["config:read"] });
		const reader = { url: service.url, key: body.data.secret };
		const planned = await on(reader, "plan");
		expect(planned, planned.stderr).toMatchObject({ code: 2 });
		expect(await on(reader, "apply", "--yes")).toMatchObject({ code: 1, stderr: expect.stringContaining("scope") });
	});
});

describe("changed on the service since", () => {
	beforeEach(async () => {
		await write(
			"# Ours.\nmonitors:\n  # The API.\n  - key: api # as in the chart\n    name: API\n    url: https://api.example.com/\n" +
				"  - { key: web, url: 'https://web.example.com/' }\n",
		);
		await ended("apply", "--yes");
		const { id } = await monitorNamed("API");
		await service.ask("PUT", `/api/v1/monitors/${id}`, { url: "https://api.example.com/v2", tags: ["new"] });
	});

	test("plan says so, and apply undoes it", async () => {
		const { stdout } = await ended("plan");
		const undoing = '~ change monitor api "API", undoing what was changed on the service since\n';
		expect(stdout).toContain(undoing);
		const text = await read();
		await write(text.replace("name: API", "name: API\n    timeoutSeconds: 7"));
		expect((await ended("plan")).stdout).toContain(undoing);
		const diff = await ended("diff");
		expect(diff).toMatchObject({
			code: 2,
			stdout: "# monitors api was changed in the files too: lapwing plan shows both.\n",
		});
		await write(text);
		await ended("apply", "--yes");
		expect(await ended("diff")).toMatchObject({ code: 0, stdout: "" });
	});

	test("diff reads the objects of its own project, where another one has the same key", async () => {
		await write(
			"project: other\nmonitors:\n  - { key: api, name: Other, url: 'https://other.example.com/' }\n",
			"other.yaml",
		);
		await ended("apply", "--yes", "--file", "other.yaml");
		const { stdout } = await ended("diff");
		expect(stdout).toContain("https://api.example.com/v2");
		expect(stdout).not.toContain("ther");
		await ended("export", "--file", "lapwing.yaml");
		expect(await read()).toContain("https://api.example.com/v2");
		expect(await read()).not.toContain("ther");
	});

	test("what a program in TypeScript makes is listed by diff, and brought back by apply", async () => {
		await write(
			`import { defineConfig } from "lapwing";
export default defineConfig({
	project: "shop",
	monitors: ["eu", "us"].map((region) => ({ key: region, name: region, url: \`https://\${region}.example.com/\` })),
});
`,
			"lapwing.config.ts",
		);
		const file = ["--file", "lapwing.config.ts"];
		expect(await ended("apply", "--yes", ...file)).toMatchObject({ code: 0 });
		const { id } = await monitorNamed("eu");
		await service.ask("PUT", `/api/v1/monitors/${id}`, { url: "https://elsewhere.example.com/", timeoutSeconds: 7 });
		const lines = [
			'~ change monitor eu "eu", undoing what was changed on the service since',
			'    url: "https://elsewhere.example.com/" → "https://eu.example.com/"',
			"    timeoutSeconds: 7 → 10",
		];
		const planned = await ended("plan", ...file);
		expect(planned.code).toBe(2);
		for (const line of lines) expect(planned.stdout).toContain(`${line}\n`);
		expect(await ended("diff", ...file)).toMatchObject({
			...{ code: 2, stderr: "" },
			stdout:
				"# monitors eu, which a program makes, has now:\n" +
				'    timeoutSeconds: 7\n    url: "https://elsewhere.example.com/"\n',
		});
		expect(await ended("apply", "--yes", ...file)).toMatchObject({ code: 0 });
		expect((await service.ask("GET", `/api/v1/monitors/${id}?view=full`)).body.data).toMatchObject({
			...{ url: "https://eu.example.com/", timeoutSeconds: 10 },
		});
		expect(await ended("plan", ...file)).toMatchObject(SAYS_NOTHING);
		expect(await ended("diff", ...file)).toMatchObject({ code: 0, stdout: "" });
	});

	test("diff is a patch after which plan says nothing", async () => {
		const { code, stdout } = await ended("diff");
		expect(code).toBe(2);
		await write(stdout, "drift.patch");
		await promisify(execFile)("git", ["apply", "drift.patch"], { cwd: folder });
		const text = await read();
		expect(text).toContain("# The API.\n  - key: api # as in the chart\n");
		expect(text).toContain("  - { key: web, url: 'https://web.example.com/' }\n");
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
	});
});

describe("export", () => {
	test("a team that was made by hand is adopted, and made again on an empty service", async () => {
		const made = await service.ask("POST", "/api/v1/monitors", { name: "Shop", url: "https://shop.example.com/" });
		await service.ask("POST", "/api/v1/monitors", { name: "DB", type: "tcp", host: "db.example.com", port: 5432 });
		const channel = { type: "slack", url: WEBHOOK };
		await service.ask("POST", "/api/v1/alerts", { name: "Ops", monitorIds: [made.body.data.id], channel });
		const exported = await ended("export", "--file", "lapwing.yaml", "--adopt");
		expect(exported, exported.stderr).toMatchObject({ code: 0 });
		expect(await read()).not.toContain(WEBHOOK);
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);

		await using empty = await Lapwing.start();
		const name = /secret: (ALERTS_\w+)/.exec(await read())?.[1];
		await write(`${name}=${WEBHOOK}\n`, "lapwing.yaml.env");
		const applied = await on(empty, "apply", "--yes");
		expect(applied, applied.stderr).toMatchObject({ code: 0 });
		expect(await on(empty, "plan")).toMatchObject(SAYS_NOTHING);
		expect(await on(empty, "export", "--file", "again.json")).toMatchObject({ code: 0 });
		expect(JSON.parse(await read("again.json")).monitors).toHaveLength(2);
	});

	test("what shares a name is written, not adopted, and named", async () => {
		for (const url of ["https://a.example.com/", "https://b.example.com/"]) {
			await service.ask("POST", "/api/v1/monitors", { name: "Shop", url });
		}
		const refused = await ended("export", "--file", "lapwing.yaml", "--adopt");
		expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("nothing was adopted") });
		expect(refused.stderr).toMatch(/monitor \S+ \(create\), monitor \S+ \(create\)/);
		expect(await read()).toContain("https://b.example.com/");
	});

	test("a folder gets a file, --project only what that project owns", async () => {
		await write(`project: one\n${monitors("a")}`);
		await write(`project: two\n${monitors("b")}`, "two.yaml");
		for (const file of ["lapwing.yaml", "two.yaml"]) {
			expect(JSON.parse((await ended("apply", "--yes", "--json", "--file", file)).stdout).totals.create).toBe(1);
		}
		expect(await ended("export", "--file", "new/", "--project", "two")).toMatchObject({ code: 0 });
		const text = await read("new/lapwing.yaml");
		expect(text).toContain("project: two");
		expect(text).not.toContain("a.example.com");
		expect(await ended("plan", "--prune", "--file", "new")).toMatchObject(SAYS_NOTHING);
	});

	test("a file that exists keeps comments, order, variables and its own defaults", async () => {
		const text = `# Ours.
defaults:
  monitors: { timeoutSeconds: 5 }
monitors:
  # Second in the alphabet.
  - { key: web, name: Web, url: 'https://web.example.com/' }
  - key: api # as in the chart
    name: API
    url: https://api.example.com/
alerts:
  - { key: ops, name: Ops, channel: { type: slack, url: { secret: SLACK_URL } } }
`;
		await write(text);
		await ended("apply", "--yes");
		expect(await ended("export", "--file", "lapwing.yaml")).toMatchObject({ code: 0 });
		expect(await read()).toBe(text);

		const { id } = await monitorNamed("API");
		await service.ask("PUT", `/api/v1/monitors/${id}`, { timeoutSeconds: 10, name: "The API" });
		await service.ask("POST", "/api/v1/monitors", { name: "New", url: "https://new.example.com/" });
		await service.ask("DELETE", `/api/v1/monitors/${(await monitorNamed("Web")).id}`);
		expect(await ended("export", "--file", "lapwing.yaml", "--adopt")).toMatchObject({ code: 0 });
		const after = await read();
		expect(after).toMatch(/^# Ours\.\n/);
		expect(after).toContain("  - key: api # as in the chart\n    name: The API\n");
		expect(after).toContain("    timeoutSeconds: 10\n");
		expect(after).toContain("{ secret: SLACK_URL }");
		expect(after).not.toContain("web.example.com");
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
	});
});

describe("what the service has in place of an object that the files have as a default", () => {
	beforeEach(async () => {
		await write(`defaults:
  monitors:
    request: { headers: [{ name: X-Shop, value: one }] }
  alerts:
    tags: { any: [shop] }
    hours: { timeZone: Europe/Berlin, spans: [{ days: [monday], from: "08:00", to: "18:00" }], outside: hold }
    escalation: { steps: [{ afterMinutes: 5, channels: [{ type: email, to: [ops@example.com] }] }] }
  maintenance:
    recurrence: { rrule: FREQ=DAILY, startsAt: "2026-07-05T02:00", timeZone: UTC, durationMinutes: 60 }
monitors:
  - { key: api, name: API, url: "https://api.example.com/" }
  - { key: db, name: DB, type: tcp, host: db.example.com, port: 5432 }
alerts:
  - { key: ops, name: Ops, channel: { type: slack, url: { secret: SLACK_URL } } }
maintenance:
  - { key: upgrade, name: Upgrade, monitorIds: [api] }
`);
		const applied = await ended("apply", "--yes");
		expect(applied, applied.stderr).toMatchObject({ code: 0 });
		const { id } = await monitorNamed("API");
		const idOf = async (path: string, list: string) => (await service.ask("GET", path)).body.data[list][0].id;
		const alert = `/api/v1/alerts/${await idOf("/api/v1/alerts", "alerts")}`;
		const maintenance = "/api/v1/maintenance-windows";
		const window = `${maintenance}/${await idOf(maintenance, "maintenanceWindows")}`;
		const once = { startsAt: "2027-07-01T22:00:00Z", endsAt: "2027-07-01T23:00:00Z" };
		for (const { status, body } of [
			await service.ask("PUT", `/api/v1/monitors/${id}`, { request: { headers: [] } }),
			await service.ask("PUT", alert, { hours: null, tags: null, escalation: null }),
			await service.ask("PUT", window, { recurrence: null, ...once }),
		]) {
			expect([status, body]).toEqual([200, expect.anything()]);
		}
	});

	test("is in the patch of diff", async () => {
		const { code, stdout } = await ended("diff");
		expect(code).toBe(2);
		await write(stdout, "drift.patch");
		await promisify(execFile)("git", ["apply", "drift.patch"], { cwd: folder });
		for (const word of ["hours", "tags", "escalation", "recurrence"]) expect(await read()).toContain(`${word}: null`);
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
	});

	test("is exported, of objects that were not in the files as well", async () => {
		const addAlert = async (name: string) => {
			const channel = { type: "slack", url: WEBHOOK };
			const { status } = await service.ask("POST", "/api/v1/alerts", { name, monitorIds: [], channel });
			expect(status).toBe(201);
		};
		await addAlert("New");
		const exported = await ended("export", "--file", "lapwing.yaml", "--adopt");
		expect(exported, exported.stderr).toMatchObject({ code: 0 });
		expect(await ended("plan")).toMatchObject(SAYS_NOTHING);
		// No plan knows which object is which of these.
		for (const name of ["Twin", "Twin"]) await addAlert(name);
		expect(await ended("export", "--file", "lapwing.yaml")).toMatchObject({ code: 0 });
		for (const word of ["hours", "tags", "escalation"]) expect((await read()).split(`${word}: null`)).toHaveLength(5);
	});
});

test("1,000 monitors are planned and applied within seconds", async () => {
	const names = Array.from({ length: 1_000 }, (_, index) => `m${index}`);
	await write(monitors(...names));
	const timed = async (...args: string[]) => {
		const before = performance.now();
		const output = await ended(...args);
		return { ...output, ms: Math.round(performance.now() - before) };
	};
	const start = await timed("plan", "--help");
	const first = await timed("plan");
	const applied = await timed("apply", "--yes");
	const again = await timed("plan");
	expect([first.code, applied.code, again.code]).toEqual([2, 0, 0]);
	// Wide of the figures of a machine of its own: other tests run beside this one.
	expect(again.ms - start.ms).toBeLessThan(5_000);
	expect(applied.ms - start.ms).toBeLessThan(20_000);
});
