import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing, spawnLapwing } from "../testing/lapwing.ts";

let directory: string;
let url: string;
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "lapwing-cli-"));
	url = `sqlite:${join(directory, "lapwing.db")}`;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const failing = (...args: string[]) =>
	lapwing(url, ...args).then(
		() => expect.unreachable(),
		(error: { code: number; stdout: string; stderr: string }) => error,
	);

describe("lapwing", () => {
	test("lists every command in its help and, with serve, every setting", async () => {
		const { stdout } = await lapwing(url, "--help");
		for (const command of ["serve", "migrate", "backup", "restore", "teams", "users", "keys", "doctor", "demo"])
			expect(stdout).toContain(`  ${command}`);
		const serve = await lapwing(url, "serve", "--help");
		for (const name of [
			"PORT",
			"HOST",
			"DATABASE_URL",
			"PUBLIC_URL",
			"LAPWING_API_KEY",
			"LOG_LEVEL",
			"PROBE_PRIVATE_TARGETS",
			"RATE_LIMIT_PER_MINUTE",
		]) {
			expect(serve.stdout).toContain(name);
		}
	});

	test("offers --json of every command, but of those that run until they are stopped or that print or write files", async () => {
		const { stdout } = await lapwing(url, "completion", "bash");
		const words = new Map(
			[...stdout.matchAll(/^\t\t'(lapwing[^']*)'\) offered='([^']*)' ;;$/gm)].map(([, path = "", offered = ""]) => [
				path,
				offered.split(" "),
			]),
		);
		const single = [...words].filter(([path]) => ![...words.keys()].some((other) => other.startsWith(`${path} `)));
		const without = single.filter(([, offered]) => !offered.includes("--json")).map(([path]) => path.slice(8));
		const running = ["discover docker", "discover kubernetes", "mcp", "prober", "serve"];
		const files = ["completion", "diff", "export", "help", "monitors example"];
		const tools = without.filter((path) => path.startsWith("import "));
		expect(without.filter((path) => !tools.includes(path)).toSorted()).toEqual([...running, ...files].toSorted());
		expect(tools).not.toContain("import lapwing");
	});

	test("names an unknown command, scope or unusable setting, and exits with 2", async () => {
		expect((await failing("srve")).code).toBe(2);
		const create = ["keys", "create", "--team", "default", "--name", "x", "--scope"];
		expect(await failing(...create, ",")).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/^lapwing: Name a scope: /),
		});
		for (const scopes of [["monitors:fly"], ["all", "--scope", "monitors:fly"]]) {
			const { code, stderr } = await failing(...create, ...scopes);
			expect(code).toBe(2);
			expect(stderr).toMatch(/monitors:fly.*monitors:read/s);
		}
		const database = await lapwing("mysql://nowhere/x", "migrate").catch(
			(error: { code: number; stderr: string }) => error,
		);
		expect(database).toMatchObject({ code: 2, stderr: expect.stringContaining("DATABASE_URL must") });
	});

	test("a mistyped option of plan and diff is a failure, not changes", async () => {
		for (const name of ["plan", "diff"]) {
			expect(await failing(name, "--prun")).toMatchObject({ code: 1, stderr: expect.stringContaining("--prun") });
		}
		expect(await failing("plan", "--prune-limit", "many")).toMatchObject({ code: 1 });
	});

	test("refuses a file that is not there, or can't be written, before it begins", async () => {
		const [none, away] = [join(directory, "none.yaml"), join(directory, "none/lapwing.yaml")];
		const missing = `lapwing: There is no file ${none}.\n`;
		for (const tool of ["gatus", "blackbox", "uptime-kuma", "uptimerobot"]) {
			expect(await failing("import", tool, none, "--file", join(directory, "out.yaml"))).toMatchObject({
				code: 2,
				stderr: missing,
			});
		}
		const noFolder = `lapwing: There is no folder ${join(directory, "none")}. Make it, or name a file elsewhere.\n`;
		expect(await failing("import", "gatus", none, "--file", away)).toMatchObject({ code: 2, stderr: noFolder });
	});

	test("gives a key the expiry that was asked for, or none", async () => {
		const team = await lapwing(url, "teams", "create", "--name", "Acme");
		expect(team.stdout).toContain("lapwing users add EMAIL --team acme --role owner");
		const create = ["keys", "create", "--team", "acme", "--name", "x", "--scope", "all", "--json", "--expires"];
		const { stdout } = await lapwing(url, ...create, "2099-02-28T01:00:00+01:00");
		expect(JSON.parse(stdout).expiresAt).toBe("2099-02-28T00:00:00.000Z");
		for (const wrong of ["2099-02-31T00:00:00Z", "12/25/2099", "2099-01-01T00:00:00", "2020-01-01T00:00:00Z"])
			expect(await failing(...create, wrong)).toMatchObject({ code: 2, stderr: expect.stringContaining(wrong) });
	});

	test("shows a team with its public id and a slug of its name", async () => {
		const made = JSON.parse((await lapwing(url, "teams", "create", "--name", " Zoë & Söhne ", "--json")).stdout);
		expect(made).toEqual({
			id: expect.stringMatching(/^team_/),
			name: "Zoë & Söhne",
			slug: "zoe-sohne",
			createdAt: expect.stringMatching(/Z$/),
		});
		expect(JSON.parse((await lapwing(url, "teams", "list", "--json")).stdout)).toEqual([made]);
		expect((await failing("teams", "create", "--name", " ", "--slug", "a")).code).toBe(2);
	});

	test("lists, changes and deletes locations by name", async () => {
		await lapwing(url, "teams", "create", "--name", "Acme");
		const database = new DatabaseSync(join(directory, "lapwing.db"));
		const insert = `INSERT INTO locations (public_id, name, label, allows_private_targets, created_at, updated_at)
			VALUES ('loc_01jgezt6z8e7kb3mq4f2ys0nd5', 'frankfurt', 'frankfurt', 1, 0, 0)`;
		database.prepare(insert).run();
		database.close();
		const update = ["locations", "update", "frankfurt", "--label", "The cellar", "--hint", "weur"];
		expect((await lapwing(url, ...update, "--private-targets", "refuse")).stdout).toBe("Changed frankfurt.\n");
		expect(JSON.parse((await lapwing(url, "locations", "list", "--json")).stdout)).toMatchObject([
			{ name: "frankfurt", label: "The cellar", hint: "weur", allowsPrivateTargets: false, state: "no_prober" },
		]);
		expect((await failing("locations", "update", "frankfurt")).stderr).toContain("Say what to change");
		expect((await failing("locations", "delete", "moon")).stderr).toContain("There is no location moon");
		const { stdout } = await lapwing(url, "locations", "update", "frankfurt", "--hint", "none", "--json");
		expect(JSON.parse(stdout)).toMatchObject({ name: "frankfurt", hint: null, label: "The cellar" });
		expect((await lapwing(url, "locations", "delete", "frankfurt")).stdout).toBe("Deleted frankfurt.\n");
		expect((await lapwing(url, "locations", "list")).stdout).not.toContain("frankfurt");
	});

	test("refuses control characters in names, and prints those of others, and format characters, as escapes", async () => {
		for (const name of ["\x1b[2Jred", "two\nlines"]) {
			expect((await failing("teams", "create", "--name", name, "--slug", "a")).code).toBe(2);
		}
		const name = "\x1b]0;owned\x07abc\u202egnp.exe \x9b2J\nlast";
		await lapwing(url, "teams", "create", "--name", "Acme");
		await lapwing(url, "users", "add", "ada@example.com", "--team", "acme", "--role", "owner", "--name", "Ad\u202ea");
		await lapwing(url, "keys", "create", "--team", "acme", "--name", "Key\u2066", "--scope", "all");
		const database = new DatabaseSync(join(directory, "lapwing.db"));
		database.prepare("UPDATE teams SET name = ?").run(name);
		database.close();
		const listed = await lapwing(url, "teams", "list");
		const shown = "\\u001b]0;owned\\u0007abc\\u202egnp.exe \\u009b2J\\u000alast";
		expect(listed.stdout.split("\n")).toEqual([
			expect.stringMatching(/^SLUG +NAME +ID$/),
			expect.stringContaining(`acme  ${shown}  team_`),
			"",
		]);
		expect((await lapwing(url, "users", "list")).stdout).toContain("ada@example.com  Ad\\u202ea  acme:owner");
		expect((await lapwing(url, "keys", "list")).stdout).toContain("  Key\\u2066  valid");
		const { stdout } = await lapwing(url, "teams", "list", "--json");
		expect([JSON.parse(stdout)[0].name, stdout.match(/[\p{Cc}\p{Cf}]/gu)?.some((each) => each !== "\n")]).toEqual([
			name,
			false,
		]);
	});

	test("names the database that can't be used and the reason, once, with what to change and without its password", async () => {
		const url = "postgres://somebody:the-password@127.0.0.1:1/none";
		const { stderr } = await lapwing(url, "teams", "list").catch((error: { stderr: string }) => error);
		expect(stderr).toMatch(/postgres:\/\/somebody@127\.0\.0\.1:1\/none .*ECONNREFUSED.* correct DATABASE_URL\.\n$/);
		expect(stderr.split("ECONNREFUSED")).toHaveLength(2);
		expect(stderr).not.toContain("the-password");
	});

	test("exits with 0 and no error when its output pipe is closed", async () => {
		const child = spawnLapwing(url, "keys", "--help");
		child.stdout.destroy();
		let errors = "";
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			errors += text;
		});
		expect([(await once(child, "close"))[0], errors]).toEqual([0, ""]);
	});

	test("migrates once, and lists the migrations as JSON", async () => {
		const { migrations } = JSON.parse((await lapwing(url, "migrate", "--json")).stdout);
		expect(migrations).toEqual(["0001-schema"]);
		expect((await lapwing(url, "migrate")).stdout).toBe("The schema is up to date.\n");
	});

	test("creates teams and keys, prints only the key on standard output, revokes it at once, and records audit events", async () => {
		await using service = await Lapwing.start({ databaseUrl: url, directory });
		await lapwing(url, "teams", "create", "--name", "Second Team");
		const key = (
			await lapwing(
				url,
				"keys",
				"create",
				"--team",
				"second-team",
				"--name",
				"reader",
				"--scope",
				"monitors:read",
				"--scope",
				"reports:read",
			)
		).stdout;
		expect(key).toMatch(/^lw_[A-Za-z0-9_-]{43}\n$/);
		expect((await service.ask("GET", "/api/v1/monitors", undefined, key.trim())).status).toBe(200);
		expect((await service.ask("POST", "/api/v1/monitors", {}, key.trim())).status).toBe(403);
		const listed = JSON.parse((await lapwing(url, "keys", "list", "--team", "second-team", "--json")).stdout);
		expect(listed).toMatchObject([
			{ name: "reader", team: "second-team", scopes: ["monitors:read", "reports:read"], revokedAt: null },
		]);
		expect(JSON.stringify(listed)).not.toContain(key.trim());
		await lapwing(url, "keys", "revoke", listed[0].id);
		expect((await service.ask("GET", "/api/v1/monitors", undefined, key.trim())).status).toBe(401);
		expect((await failing("keys", "revoke", listed[0].id)).code).toBe(2);
		const auditor = ["keys", "create", "--team", "second-team", "--name", "auditor", "--scope", "audit:read"];
		const { stdout: auditorKey } = await lapwing(url, ...auditor);
		const { body } = await service.ask("GET", "/api/v1/audit-events", undefined, auditorKey.trim());
		const field = (name: string, before: unknown, after: unknown) => ({ field: name, before, after });
		const scopes = ["monitors:read", "reports:read"];
		const prefix = key.slice(0, 12);
		const events = body.data.auditEvents.map(({ id, at, ...event }: { id: string; at: string }) => event);
		expect(events.slice(1)).toEqual([
			{
				actor: { kind: "cli", id: null, name: null },
				action: "revoke",
				objectType: "key",
				objectId: listed[0].id,
				objectName: "reader",
				address: null,
				changes: [field("name", "reader", null), field("scopes", scopes, null), field("prefix", prefix, null)],
			},
			expect.objectContaining({
				action: "create",
				objectId: listed[0].id,
				changes: [field("name", null, "reader"), field("scopes", null, scopes), field("prefix", null, prefix)],
			}),
			expect.objectContaining({ action: "create", objectType: "team", objectName: "Second Team" }),
		]);
		expect((await failing("teams", "create", "--name", "Second Team")).stderr).toContain("--slug");
	});

	test("keeps every secret out of the log", async () => {
		await using service = await Lapwing.start({ databaseUrl: url, directory, env: { LOG_LEVEL: "trace" } });
		await service.ask("GET", "/api/v1/monitors");
		await service.ask("GET", "/api/v1/monitors", undefined, "lw_a-wrong-key-that-must-not-be-logged-either");
		// The log comes through a pipe, some time after the answers.
		const requests = () => service.log.match(/"path":"\/api\/v1\/monitors"/g)?.length ?? 0;
		await expect.poll(requests, { timeout: 10_000 }).toBe(2);
		expect(service.log).not.toContain(service.key);
		expect(service.log).not.toContain("a-wrong-key");
	});

	test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)("stops cleanly at %s", async (signal) => {
		await using service = await Lapwing.start({ databaseUrl: url, directory });
		expect(await service.stop(signal)).toMatchObject({ code: 0 });
	});

	test("a service that can't listen where it is set to says so, and ends", async () => {
		const start = (env: Record<string, string>) =>
			lapwing({ DATABASE_URL: url, LOG_LEVEL: "silent", ...env }, "serve").then(
				() => expect.unreachable(),
				(error: { code: number; stderr: string }) => error,
			);
		expect(await start({ HOST: "192.0.2.1", PORT: "0" })).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^lapwing: HOST=192\.0\.2\.1 is no address of this machine\./),
		});
		await using target = await startHttpTarget((_request, response) => response.end());
		const { port } = new URL(target.url);
		expect(await start({ PORT: port })).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(new RegExp(`^lapwing: Port ${port} of 127\\.0\\.0\\.1 is in use by node.*PORT=`)),
		});

		await using first = await Lapwing.start({ databaseUrl: url, directory });
		expect(first.welcome).toMatch(/API key {4}lw_\S{43}\n/);
	});

	test("demo creates monitors with a history that the API returns", async () => {
		const { stdout } = await lapwing(
			url,
			"demo",
			"--monitors",
			"3",
			"--days",
			"3",
			"--team",
			"stage",
			"--history",
			"--json",
		);
		const made = JSON.parse(stdout);
		expect(made).toMatchObject({ team: "stage", monitors: 3 });
		expect(made.checks).toBeGreaterThan(3 * 3 * 1_440 - 30);
		const key = (
			await lapwing(url, "keys", "create", "--team", "stage", "--name", "x", "--scope", "all")
		).stdout.trim();
		await using service = await Lapwing.start({ databaseUrl: url, directory, key });
		const { monitors } = (await service.ask("GET", "/api/v1/monitors", undefined, key)).body.data;
		expect(monitors).toHaveLength(3);
		const page = await service.ask("GET", `/api/v1/monitors/${monitors[0].id}/results?perPage=200`, undefined, key);
		expect(page.body.data.results).toHaveLength(200);
		expect(page.headers.get("link")).toContain('rel="next"');

		expect((await failing("demo", "--remove", "--team", "nobody")).stderr).toContain("There is no team");
		await service.ask("POST", "/api/v1/monitors", { name: "real", url: "https://example.com/" }, key);
		const again = await failing("demo", "--monitors", "1", "--days", "1", "--team", "stage", "--history");
		expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("has 1 monitors of its own") });
		const removed = await lapwing(url, "demo", "--remove", "--team", "stage", "--json");
		expect(JSON.parse(removed.stdout)).toEqual({ team: "stage", removed: 3 });
		const left = (await service.ask("GET", "/api/v1/monitors", undefined, key)).body.data.monitors;
		expect(left.map(({ name }: { name: string }) => name)).toEqual(["real"]);
	});
});

/** The curl line that the start printed, sent to a target of the test's. */
async function tryWelcome(service: Lapwing, targetUrl: string, env: Readonly<Record<string, string>> = {}) {
	const line =
		/^ {2}curl .*\n(?: {4}.*\n)+/m.exec(service.welcome)?.[0].replace("https://example.com/", targetUrl) ?? "";
	const { stdout } = await promisify(execFile)("bash", ["-c", line], { env: { ...process.env, ...env } });
	return JSON.parse(stdout);
}

test("the first start prints the address, a key and a curl line that works; the second shows no key again", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({ databaseUrl: url, directory });
	expect(await tryWelcome(service, target.url)).toMatchObject({ data: { name: "Example" } });
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	await service.stop();
	await using again = await service.restart();
	expect(again.welcome).not.toContain("API key");
	expect(await again.status(id)).toBe("up");
});

test("a key that the operator chose is printed nowhere, and the curl line works with it", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	const ownKey = "my-own-'$HOME'-\"key\"-with-`date`-in-it\\";
	const env = { LAPWING_API_KEY: ownKey };
	await using service = await Lapwing.start({ env });
	expect(`${service.welcome}${service.log}`).not.toContain("my-own");
	expect(await tryWelcome(service, target.url, env)).toMatchObject({ data: { name: "Example" } });
});
