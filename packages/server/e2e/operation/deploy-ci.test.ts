/** The templates for CI in deploy/: their rules, and their scripts, which are run here as a runner runs them. */

import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { Lapwing, RUN_MAIN } from "../testing/lapwing.ts";

const deploy = fileURLToPath(new URL("../../../../deploy/", import.meta.url));
const textOf = (path: string) => readFile(join(deploy, path), "utf8");

interface Step {
	readonly name?: string;
	readonly uses?: string;
	readonly run?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly with?: Readonly<Record<string, string>>;
}

let folder: string;
let service: Lapwing;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-ci-"));
	service = await Lapwing.start();
	// What the runner would have installed.
	const bin = join(folder, "lapwing/node_modules/.bin");
	await mkdir(bin, { recursive: true });
	const words = [process.execPath, ...RUN_MAIN].map((word) => `'${word}'`).join(" ");
	await writeFile(join(bin, "lapwing"), `#!/bin/sh\nexec ${words} "$@"\n`);
	await chmod(join(bin, "lapwing"), 0o755);
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await rm(folder, { recursive: true, force: true });
});

/** What a pull request has. */
async function readKey(): Promise<string> {
	const { body } = await service.ask("POST", "/api/v1/keys", { name: "CI", scopes: ["config:read"] });
	return body.data.secret;
}

function bash(script: string, env: Readonly<Record<string, string>>) {
	return new Promise<{ code: number; output: string }>((resolve) => {
		// As GitHub runs `shell: bash`.
		const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
		execFile("bash", args, { cwd: folder, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
			resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` }),
		);
	});
}

describe("GitHub", () => {
	const action = async () => parse(await textOf("github/action.yml"));
	const steps = async (): Promise<readonly Step[]> => (await action()).runs.steps;
	const script = async (name: string) => (await steps()).find((step) => step.name === name)?.run ?? "";

	test("no input of others is put into a script, and each variable of a step is used", async () => {
		for (const { run, env = {}, name } of await steps()) {
			expect(run ?? "", name).not.toContain("${{");
			// GH_TOKEN is for gh, LAPWING_… for lapwing.
			const named = Object.keys(env).filter((variable) => !/^(GH_TOKEN|LAPWING_)/.test(variable));
			for (const variable of named) expect(run, name).toContain(`$${variable}`);
		}
	});

	test("every input that is used exists, and the key reaches the steps alone that need it", async () => {
		const text = await textOf("github/action.yml");
		const declared = Object.keys((await action()).inputs);
		const used = new Set(Array.from(text.matchAll(/inputs\.(\w+)/g), ([, name]) => name));
		expect([...used].toSorted()).toEqual(declared.toSorted());
		const withKey = (await steps()).filter(({ env }) => env?.["LAPWING_API_KEY"] !== undefined);
		expect(withKey.map(({ name }) => name)).toEqual(["Plan", "Apply"]);
		const withToken = (await steps()).filter(({ env }) => env?.["GH_TOKEN"] !== undefined);
		expect(withToken.map(({ name }) => name)).toEqual(["Comment"]);
	});

	test("the workflow never runs on pull_request_target, and plans with the key that can read alone", async () => {
		const text = await textOf("github/workflow.yml");
		const workflow = parse(text);
		expect(Object.keys(workflow.on).toSorted()).toEqual(["pull_request", "push"]);
		expect(text).not.toContain("pull_request_target");
		expect(workflow.permissions).toEqual({ contents: "read" });
		const ofJob = (job: string): Step => workflow.jobs[job].steps.find(({ uses }: Step) => uses?.startsWith("./"));
		expect(ofJob("plan").with).toMatchObject({
			command: "plan",
			key: expect.stringContaining("secrets.LAPWING_READ_KEY "),
		});
		expect(ofJob("apply").with).toMatchObject({
			command: "apply",
			key: expect.stringContaining("secrets.LAPWING_API_KEY "),
		});
		expect(workflow.jobs.apply).toMatchObject({ environment: "lapwing", if: "github.event_name == 'push'" });
		const inputs = Object.keys((await action()).inputs);
		for (const job of ["plan", "apply"]) {
			for (const name of Object.keys(ofJob(job).with ?? {})) expect(inputs).toContain(name);
		}
	});

	test("its steps check, plan with a key that only reads, comment and apply", async () => {
		const name = "~~~~ and `more`";
		await writeFile(
			join(folder, "lapwing.yaml"),
			`monitors: [{ key: api, name: "${name}", url: https://a.example/ }]\n`,
		);
		const env = {
			RUNNER_TEMP: folder,
			GITHUB_OUTPUT: join(folder, "output"),
			LAPWING_CALLED_FROM: folder,
			FILES: "lapwing.yaml\n",
			OPTIONS: "--adopt",
			LAPWING_URL: service.url,
			LAPWING_API_KEY: await readKey(),
		};
		expect(await bash(await script("Check"), env)).toEqual({ code: 0, output: "Valid: 1 monitor.\n" });
		const fork = await bash(await script("Plan"), { ...env, LAPWING_API_KEY: "" });
		expect(fork).toMatchObject({ code: 0, output: expect.stringContaining("nothing is planned") });
		const planned = await bash(await script("Plan"), env);
		expect(planned).toMatchObject({ code: 0, output: expect.stringContaining("Plan: 1 to create") });
		expect(await readFile(join(folder, "output"), "utf8")).toBe("planned=yes\n");

		// GitHub's own program is not here: what stands for it writes down what it is asked.
		await writeFile(join(folder, "gh"), '#!/bin/sh\necho "$@" >>"$RUNNER_TEMP/asked"\n');
		await chmod(join(folder, "gh"), 0o755);
		const there = { ...env, PATH: `${folder}:${process.env["PATH"]}`, GITHUB_REPOSITORY: "shop/shop", NUMBER: "7" };
		expect(await bash(await script("Comment"), there)).toMatchObject({ code: 0 });
		expect(await readFile(join(folder, "asked"), "utf8")).toContain("POST repos/shop/shop/issues/7/comments");
		const comment = await readFile(join(folder, "comment.md"), "utf8");
		expect(comment.split("\n").filter((line) => /^ {0,3}~~~~/.test(line))).toEqual(["~~~~text", "~~~~"]);

		expect(await bash(await script("Apply"), env)).toMatchObject({ code: 1, output: expect.stringContaining("scope") });
		expect(await bash(await script("Apply"), { ...env, LAPWING_API_KEY: service.key })).toMatchObject({ code: 0 });
		expect(await bash(await script("Plan"), env)).toMatchObject({
			output: expect.stringContaining("Nothing to change"),
		});
		await writeFile(join(folder, "lapwing.yaml"), "monitors: [{ key: api, url: 1 }]\n");
		expect(await bash(await script("Plan"), env)).toMatchObject({ code: 1 });
	});
});

describe("GitLab", () => {
	const jobs = async () => parse(await textOf("gitlab/lapwing.yml"));

	test("each key is of one environment, and applying is of the default branch alone", async () => {
		const { "lapwing-plan": plan, "lapwing-comment": comment, "lapwing-apply": apply } = await jobs();
		const ofMerges = { if: '$CI_PIPELINE_SOURCE == "merge_request_event"' };
		expect([plan.rules, comment.rules]).toEqual([[ofMerges], [ofMerges]]);
		expect(apply.rules).toEqual([expect.objectContaining({ if: "$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH" })]);
		expect([plan.environment.name, comment.environment.name, apply.environment]).toEqual([
			"lapwing-plan",
			"lapwing-comment",
			"lapwing",
		]);
	});

	test("its jobs check, plan with a key that only reads, and apply", async () => {
		const repository = join(folder, "gitlab");
		await mkdir(repository);
		const file = join(repository, "lapwing.yaml");
		await writeFile(file, "project: gitlab\nmonitors: [{ key: web, url: https://web.example/ }]\n");
		// A runner runs the lines of a job one after another, and ends with the first that fails.
		const run = async (job: string, more: Readonly<Record<string, string>> = {}) => {
			const { script } = (await jobs())[`lapwing-${job}`];
			const env = { LAPWING_CALLED_FROM: repository, LAPWING_URL: service.url, LAPWING_FILES: "--file lapwing.yaml" };
			const path = `${join(folder, "lapwing/node_modules/.bin")}:${process.env["PATH"]}`;
			return bash(script.join("\n"), { LAPWING_OPTIONS: "", ...env, PATH: path, ...more });
		};
		const [reader, writer] = [{ LAPWING_API_KEY: await readKey() }, { LAPWING_API_KEY: service.key }];
		expect(await run("check")).toEqual({ code: 0, output: "Valid: 1 monitor.\n" });
		const fork = await run("plan", { LAPWING_API_KEY: "" });
		expect(fork).toMatchObject({ code: 0, output: expect.stringContaining("nothing is planned") });
		const planned = await run("plan", reader);
		expect(planned).toMatchObject({ code: 0, output: expect.stringContaining("Plan: 1 to create") });
		expect(await readFile(join(folder, "plan.txt"), "utf8")).toBe(planned.output);
		expect(await run("apply", reader)).toMatchObject({ code: 1, output: expect.stringContaining("scope") });
		expect(await run("apply", writer)).toMatchObject({ code: 0, output: expect.stringContaining("1 created") });
		expect(await run("plan", reader)).toMatchObject({ code: 0, output: expect.stringContaining("Nothing to change") });

		await writeFile(file, "project: gitlab\nmonitors: []\n");
		const prunes = { LAPWING_OPTIONS: "--prune-limit 1" };
		expect(await run("plan", { ...reader, ...prunes })).toMatchObject({
			...{ code: 0, output: expect.stringContaining("- delete monitor web") },
		});
		expect(await run("apply", { ...writer, ...prunes })).toMatchObject({ code: 0 });
		await writeFile(file, "monitors: [{ key: web, url: 1 }]\n");
		for (const job of ["check", "plan", "apply"]) expect([job, (await run(job, writer)).code]).toEqual([job, 1]);
	});

	test("its plan becomes one comment, which the next plan changes", async () => {
		const asked: { method: string; url: string; body: string; token: string }[] = [];
		const gitlab = createServer((request, response) => {
			let body = "";
			request.setEncoding("utf8").on("data", (part: string) => {
				body += part;
			});
			request.on("end", () => {
				const { method = "", url = "", headers } = request;
				asked.push({ method, url, body, token: String(headers["private-token"]) });
				const notes = asked
					.filter((each) => each.method === "POST")
					.map((each) => ({ id: 5, ...JSON.parse(each.body) }));
				response.end(JSON.stringify(method === "GET" ? notes : {}));
			});
		});
		await new Promise<void>((resolve) => gitlab.listen(0, "127.0.0.1", resolve));
		try {
			await writeFile(join(folder, "plan.txt"), "Plan: 1 to create, 0 unchanged.\n");
			const { port } = gitlab.address() as AddressInfo;
			const env = {
				...{ CI_API_V4_URL: `http://127.0.0.1:${port}/api/v4`, CI_PROJECT_ID: "3", CI_MERGE_REQUEST_IID: "7" },
				LAPWING_COMMENT_TOKEN: "secret",
			};
			const [script] = (await jobs())["lapwing-comment"].script;
			expect(await bash(script, env)).toEqual({ code: 0, output: "" });
			expect(await bash(script, env)).toEqual({ code: 0, output: "" });
			const notes = "/api/v4/projects/3/merge_requests/7/notes";
			expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
				`GET ${notes}?sort=asc&per_page=100`,
				`POST ${notes}`,
				`GET ${notes}?sort=asc&per_page=100`,
				`PUT ${notes}/5`,
			]);
			expect(asked.every(({ token }) => token === "secret")).toBe(true);
			expect(asked[1]?.body).toContain("Plan: 1 to create");
		} finally {
			gitlab.close();
		}
	});
});
