/** A terminal is enough: monitors over the API, help and completion, and a log for people. */

import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing, until } from "../testing/lapwing.ts";

type Failure = { code: number; stdout: string; stderr: string };

describe("monitors and status", () => {
	let service: Lapwing;
	let target: Awaited<ReturnType<typeof startHttpTarget>>;
	let status = 200;
	beforeAll(async () => {
		target = await startHttpTarget((_request, response) => response.writeHead(status, { "x-length": "0" }).end());
		service = await Lapwing.start();
	});
	afterAll(async () => {
		await service[Symbol.asyncDispose]();
		await target[Symbol.asyncDispose]();
	});

	const run = async (...args: string[]) => {
		const { stdout } = await lapwing({ LAPWING_URL: service.url, LAPWING_API_KEY: service.key }, ...args);
		return stdout;
	};
	const json = async (...args: string[]) => JSON.parse(await run(...args, "--json"));
	const failing = (...args: string[]): Promise<Failure> =>
		run(...args).then(
			() => expect.unreachable(),
			(error) => error,
		);

	test("a monitor is tried, added, listed, paused, resumed and removed, by name or by id", async () => {
		expect(await run("monitors", "try", target.url)).toMatch(/^up in \d+ ms\n.* · first byte [<\d. ]+ ms/);
		const settings = '{"degradedAfterMs":2000}';
		const options = ["--name", "Shop", "--tag", "prod,team:web", "--interval", "90", "--settings", settings];
		const made = await json("monitors", "add", target.url, ...options);
		expect(made).toMatchObject({
			name: "Shop",
			tags: ["prod", "team:web"],
			intervalSeconds: 90,
			degradedAfterMs: 2000,
		});
		await service.untilStatus(made.id, "up");
		expect(await json("monitors", "list", "--status", "up")).toMatchObject([{ id: made.id, target: target.url }]);
		expect(await run("monitors", "list", "--tag", "other")).toBe("No monitors.\n");
		expect(await run("monitors", "results", "Shop")).toMatch(/ up +200 +\d+ ms\n$/);
		expect(await run("monitors", "pause", "Shop")).toBe(`Paused Shop (${made.id}).\n`);
		expect(await run("monitors", "list")).toMatch(/ paused +Shop /);
		expect(await json("monitors", "resume", made.id)).toMatchObject([{ id: made.id }]);
		expect(await json("monitors", "remove", "Shop")).toEqual({ removed: [made.id] });
		expect(await failing("monitors", "pause", "Shop")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("monitors list"),
		});
	});

	test("monitors are listed in natural order, and those of a tag are paused and resumed at once", async () => {
		const ids = [];
		for (const name of ["API 10", "API 2"]) {
			ids.push((await json("monitors", "add", target.url, "--name", name, "--tag", "api")).id);
		}
		for (const id of ids) await service.untilStatus(id, "up");
		expect(await run("monitors", "list", "--tag", "api")).toMatch(/ API 2 .*\n.* API 10 /);
		expect(await run("monitors", "pause", "--tag", "api")).toBe("Paused the 2 monitors with the tag api.\n");
		expect(await run("status")).toMatch(/^0 of 2 monitors up, 0 degraded, 0 down, 2 paused\.\n/);
		expect(await json("monitors", "resume", "--tag", "api")).toEqual({ count: 2 });
		expect(await run("status")).toMatch(/^2 of 2 monitors up, 0 degraded, 0 down\.\n/);
		const both = await failing("monitors", "pause", "API 2", "--tag", "api");
		expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("either monitors or a --tag")]);
		await run("monitors", "remove", ...ids);
	});

	test("a flow is tried step by step and added from a file, which begins as the example", async () => {
		const file = join(service.directory, "flow.json");
		const example = JSON.parse(await run("monitors", "example", "flow"));
		expect(example).toMatchObject({ type: "flow", steps: [{ name: "Log in" }, { name: "Account" }] });
		const save = [{ name: "length", from: "header", value: "X-Length" }];
		const [first, second] = [{ save }, { url: `${target.url}{{length}}` }];
		const step = { name: "First", url: target.url };
		const steps = [
			{ ...step, ...first },
			{ ...step, name: "Second", ...second },
		];
		await writeFile(file, JSON.stringify({ ...example, steps }));
		const tried = await run("monitors", "try", "--settings", `@${file}`);
		const lines = /^up in [\d.]+ ms\n.*\n1\. First: 200 in [\d.]+ ms\n {3}length = 0\n2\. Second: 200 in [\d.]+ ms\n$/;
		expect(tried).toMatch(lines);
		const made = await json("monitors", "add", "--name", "Checkout", "--settings", `@${file}`);
		expect(made).toMatchObject({ type: "flow", name: "Checkout", intervalSeconds: 300 });
		await run("monitors", "remove", "Checkout");
	});

	test("a job is added with the address that it reports to", async () => {
		const added = await run("monitors", "add", "--settings", '{"type":"cron","name":"Backup","schedule":"0 2 * * *"}');
		const [, pingUrl = ""] = /reports each run at (\S+)\n$/.exec(added) ?? [];
		expect((await fetch(pingUrl, { method: "POST" })).status).toBe(200);
		await run("monitors", "remove", "Backup");
	});

	test("status exits with 1 while a monitor is down, and names it", async () => {
		status = 503;
		expect(await failing("monitors", "try", target.url)).toMatchObject({
			code: 1,
			stdout: expect.stringMatching(/^down in .*503/),
		});
		const { id } = await json("monitors", "add", target.url, "--name", "Broken");
		await service.untilStatus(id, "down");
		expect(await failing("status")).toMatchObject({ code: 1, stdout: expect.stringMatching(/1 down\.\n.*Broken/s) });
		const failed = await failing("status", "--json");
		expect(JSON.parse(failed.stdout)).toMatchObject({ monitors: { total: 1, down: 1 }, down: [{ id }], degraded: [] });
		await run("monitors", "remove", id);
		expect(await run("status")).toMatch(/^0 of 0 monitors up/);
	});

	test("whoever is on call is named, until when, and who is next", async () => {
		expect(await run("on-call")).toBe("There is no schedule.\n");
		const database = { DATABASE_URL: `sqlite:${join(service.directory, "lapwing.db")}` };
		for (const [name, address] of [
			["Ada", "ada@example.com"],
			["Bob", "bob@example.com"],
		] as const) {
			await lapwing(database, "users", "add", address, "--team", "default", "--role", "editor", "--name", name);
		}
		const people = JSON.parse((await lapwing(database, "users", "list", "--json")).stdout);
		const layer = { people: people.map(({ id }: { id: string }) => id), startsOn: "2025-06-02", timeZone: "UTC" };
		await service.ask("POST", "/api/v1/schedules", { name: "Core", layers: [layer] });
		expect(await run("on-call")).toMatch(/^SCHEDULE +ON CALL +UNTIL .* NEXT\nCore +(Ada|Bob) .* (Ada|Bob)\n$/);
		expect(await json("on-call")).toMatchObject({ onCall: [{ schedule: { name: "Core" } }] });
	});

	test("an outage is listed, acknowledged and snoozed", async () => {
		expect(await run("outages", "list")).toBe("Nothing fails.\n");
		status = 503;
		const { id } = await json("monitors", "add", target.url, "--name", "Broken");
		await service.untilStatus(id, "down");
		const [outage] = await json("outages", "list");
		// What depends on it stands below it, although it fell later.
		const behind = { id: await service.watch(target.url, { name: "Behind", dependsOn: [id] }) };
		await service.untilStatus(behind.id, "down");
		expect(await run("outages", "list")).toMatch(/ Broken +nobody has it\n.* Behind +depends on Broken\n$/);
		await run("monitors", "remove", behind.id);
		expect(await run("outages", "list")).toMatch(/ Broken +nobody has it\n$/);
		expect(await run("outages", "acknowledge", outage.id)).toMatch(/^Broken: acknowledged by First key, \S+Z\n$/);
		expect(await run("outages", "snooze", outage.id, "30")).toMatch(
			/^Broken: acknowledged by .*; snoozed until \S+Z\n$/,
		);
		const [{ acknowledgement, snooze }] = await json("outages", "list");
		expect(Date.parse(snooze.until) - Date.parse(snooze.at)).toBe(30 * 60_000);
		expect(acknowledgement.by.kind).toBe("key");
		expect(await run("outages", "snooze", outage.id, "0")).not.toContain("snoozed");
		expect(await failing("outages", "snooze", outage.id, "soon")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("whole number from 0"),
		});
		expect(await json("outages", "snooze", outage.id, "5")).toMatchObject({ id: outage.id, snooze: { by: {} } });
		expect(await json("outages", "acknowledge", outage.id)).toMatchObject({
			id: outage.id,
			acknowledgement: { by: {} },
		});
		await run("monitors", "remove", id);
		status = 200;
	});

	test("mistakes are answered with what to do", async () => {
		const unknown: [string[], string][] = [
			[
				["outages", "acknowledge", "out_none"],
				"There is no outage out_none. `lapwing outages list` shows those that last.",
			],
			[
				["outages", "snooze", "out_none", "5"],
				"There is no outage out_none. `lapwing outages list` shows those that last.",
			],
			[
				["incidents", "resolve", "inc_none"],
				"There is no incident inc_none. `lapwing incidents list --all` shows them.",
			],
			[["monitors", "results", "mon_none"], 'There is no monitor "mon_none". `lapwing monitors list` shows them.'],
		];
		for (const [args, message] of unknown) {
			expect(await failing(...args)).toMatchObject({ code: 2, stderr: `lapwing: ${message}\n` });
		}
		const refused = await failing("monitors", "add", target.url, "--settings", '{"interval":60}');
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/\/interval: .*intervalSeconds/) });
		expect((await failing("monitors", "add", "shop.example")).stderr).toContain("https://");
		const keyless = await lapwing({ LAPWING_URL: service.url, LAPWING_API_KEY: "" }, "status").catch((error) => error);
		expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining("keys create") });
		const away = { LAPWING_URL: "http://127.0.0.1:1", LAPWING_API_KEY: service.key };
		const silent = await lapwing(away, "monitors", "add", target.url).catch((error) => error);
		expect(silent).toMatchObject({ code: 1, stderr: expect.stringContaining("LAPWING_URL") });
	});
});

test("-h, -v and help with several words", async () => {
	const { stdout: version } = await lapwing({}, "-v");
	expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
	const { stdout: short } = await lapwing({}, "monitors", "add", "-h");
	expect(short).toContain("Usage: lapwing monitors add");
	expect((await lapwing({}, "help", "monitors", "add")).stdout).toBe(short);
	const wrong = await lapwing({}, "help", "monitors", "fly").catch((error: Failure) => error);
	expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("list, add, try") });
});

test("scopes are listed with commas, or the option is given again", async () => {
	await using service = await Lapwing.start();
	const create = ["keys", "create", "--team", "default", "--name", "x", "--json"];
	const scopes = ["--scope", "monitors:read,reports:read", "--scope", "alerts:read"];
	const { stdout } = await lapwing(service.databaseUrl, ...create, ...scopes);
	expect(JSON.parse(stdout).scopes).toEqual(["monitors:read", "reports:read", "alerts:read"]);
});

describe("completion", () => {
	const has = (shell: string) =>
		promisify(execFile)(shell, ["-c", "true"]).then(
			() => true,
			() => false,
		);

	test("bash completes commands below commands, and options", async () => {
		const { stdout: script } = await lapwing({}, "completion", "bash");
		const complete = async (...words: string[]) => {
			const asked = `COMP_WORDS=(lapwing ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}`;
			const source = `${script}\n${asked}\n_lapwing\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
			const { stdout } = await promisify(execFile)("bash", ["-c", source]);
			return stdout.trim().split("\n");
		};
		expect(await complete("mon")).toEqual(["monitors"]);
		expect(await complete("monitors", "re")).toEqual(["resume", "remove", "results"]);
		expect(await complete("monitors", "list", "--s")).toEqual(["--status", "--search"]);
	});

	/** The words that each shell offers after a command line, its own completion being asked. */
	const OFFERED: Readonly<Record<string, (script: string, words: readonly string[]) => string>> = {
		// compadd takes what is offered; what does not begin as the word does is left out by zsh itself.
		zsh: (script, words) => `compdef() { : }
			compadd() { shift; print -l -- "$@" }
			${script}
			words=(lapwing ${words.join(" ")}); CURRENT=${words.length + 1}; _lapwing`,
		fish: (script, words) => `${script}\ncomplete -C 'lapwing ${words.join(" ")}'`,
	};

	test.for(["zsh", "fish"])("%s completes commands below commands, and their arguments", async (shell, context) => {
		if (!(await has(shell))) context.skip(`${shell} is not installed: apt-get install ${shell}`);
		const { stdout: script } = await lapwing({}, "completion", shell);
		const complete = async (...words: string[]) => {
			const { stdout } = await promisify(execFile)(shell, ["-c", OFFERED[shell]?.(script, words) ?? ""]);
			const begun = words.at(-1) ?? "";
			return stdout.split("\n").filter((word) => word !== "" && word.startsWith(begun));
		};
		expect(await complete("mon")).toEqual(["monitors"]);
		expect((await complete("monitors", "re")).sort()).toEqual(["remove", "results", "resume"]);
		expect((await complete("monitors", "list", "--s")).sort()).toEqual(["--search", "--status"]);
		expect(await complete("completion", "ba")).toEqual(["bash"]);
	});
});

test("the log is text where LOG_FORMAT says so, and JSON where nobody looks", async () => {
	await using people = await Lapwing.start({ env: { LOG_FORMAT: "text" } });
	await until(() => (people.log.includes("Lapwing is running") ? true : undefined), { what: "the first line" });
	expect(people.log).toMatch(/^\[\d\d:\d\d:\d\d\] INFO: .*\n/);
	await using programs = await Lapwing.start();
	await until(() => (programs.log.includes("Lapwing is running") ? true : undefined), { what: "the first line" });
	expect(JSON.parse(programs.log.split("\n")[0] ?? "")).toMatchObject({ level: 30 });
});

test("an incident is opened, updated and resolved by the command line", async () => {
	await using service = await Lapwing.start();
	const cli = async (...args: string[]) =>
		(await lapwing({ LAPWING_URL: service.url, LAPWING_API_KEY: service.key }, "incidents", ...args)).stdout;
	const refusal = (...args: string[]) =>
		cli(...args).then(
			() => expect.unreachable(),
			({ stderr }) => stderr as string,
		);
	const sections = [{ name: "", components: [{ name: "Checkout" }, { name: "a=b" }] }];
	const page = { name: "Acme", slug: "acme", isPublished: true, sections };
	await service.ask("POST", "/api/v1/status-pages", page);
	const template = { name: "Slow", title: "{{component}} is slow", body: "We look into it.", status: "identified" };
	await service.ask("POST", "/api/v1/incident-templates", template);

	expect(await cli("list")).toBe("No incident is open.\n");
	const made = await cli("open", "Orders fail", "--component", "Checkout=degraded", "--component", "a=b=major_outage");
	const id = /^inc_\w+/.exec(made)?.[0] ?? "";
	expect(made).toBe(`${id}: Orders fail (investigating).\n`);
	expect(await cli("update", id, "It was the **cache**.", "--status", "identified", "--quiet")).toContain("identified");
	expect(await cli("update", id, "We wait.")).toContain("identified");
	expect(await cli("list")).toMatch(new RegExp(`^ID .*\n${id} +\\S+ +identified +critical +Orders fail\n$`));
	expect(await cli("resolve", id, "All is well.")).toBe(`${id}: Orders fail (resolved).\n`);
	const { data } = (await service.ask("GET", `/api/v1/incidents/${id}`)).body;
	expect(data.components.map((each: Record<string, string>) => [each["name"], each["state"]])).toEqual([
		["Checkout", "degraded"],
		["a=b", "major_outage"],
	]);
	expect(data.updates.map((each: Record<string, unknown>) => [each["body"], each["notifySubscribers"]])).toEqual([
		["All is well.", true],
		["We wait.", true],
		["It was the **cache**.", false],
	]);

	const draft = JSON.parse(await cli("open", "--template", "Slow", "--page", "acme", "--draft", "--json"));
	expect(draft).toMatchObject({ title: "our service is slow", status: "identified", isDraft: true });
	expect(await cli("approve", draft.id)).toBe(`${draft.id}: our service is slow (identified).\n`);
	expect(await cli("resolve", draft.id)).toContain("(resolved)");
	expect(await cli("list", "--all")).toContain("Orders fail");

	expect(await refusal("open")).toContain("Give it a title, or a --template.");
	expect(await refusal("open", "x", "--component", "Search=degraded")).toContain('There is no component "Search".');
	expect(await refusal("open", "x", "--component", "Checkout=slow")).toContain("It is NAME=STATE");
	expect(await refusal("update", "inc_unknown", "x")).not.toContain("    at ");
});
