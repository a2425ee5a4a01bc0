import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttpTarget } from "../src/probe/targets/http-target.ts";
import { Lapwing, lapwing } from "./testing/lapwing.ts";

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
		(error: { code: number; stderr: string }) => error,
	);

describe("lapwing", () => {
	test("tells every command and, with serve, every setting", async () => {
		const { stdout } = await lapwing(url, "--help");
		for (const command of ["serve", "migrate", "teams", "keys", "doctor", "demo"])
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

	test("says what is wrong with a word it does not know and with a setting it can't use, and exits with 2 for those", async () => {
		expect((await failing("srve")).code).toBe(1);
		const { code, stderr } = await failing(
			"keys",
			"create",
			"--team",
			"default",
			"--name",
			"x",
			"--scope",
			"monitors:fly",
		);
		expect(code).toBe(2);
		expect(stderr).toMatch(/monitors:fly.*monitors:read/s);
		const database = await lapwing("mysql://nowhere/x", "migrate").catch(
			(error: { code: number; stderr: string }) => error,
		);
		expect(database).toMatchObject({ code: 2, stderr: expect.stringContaining("DATABASE_URL must") });
	});

	test("migrates once, and says so as JSON for programs", async () => {
		const { migrations } = JSON.parse((await lapwing(url, "migrate", "--json")).stdout);
		expect(migrations[0]).toBe("0001-foundation");
		expect((await lapwing(url, "migrate")).stdout).toBe("The schema is up to date.\n");
	});

	test("makes teams and keys, and prints a key alone on standard output; a revoked key is refused at the next request", async () => {
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
		expect((await failing("teams", "create", "--name", "Second Team")).stderr).toContain("--slug");
	});

	test("keeps every secret out of the log", async () => {
		await using service = await Lapwing.start({ databaseUrl: url, directory, env: { LOG_LEVEL: "trace" } });
		await service.ask("GET", "/api/v1/monitors");
		await service.ask("GET", "/api/v1/monitors", undefined, "lw_a-wrong-key-that-must-not-be-logged-either");
		expect(service.log).toContain("/api/v1/monitors");
		expect(service.log).not.toContain(service.key);
		expect(service.log).not.toContain("a-wrong-key");
	});

	test.for(["SIGINT", "SIGTERM", "SIGHUP"] as const)("stops in order at %s", async (signal) => {
		await using service = await Lapwing.start({ databaseUrl: url, directory });
		expect(await service.stop(signal)).toMatchObject({ code: 0 });
	});

	test("finds the setting-up in order, and says how to mend what is not", async () => {
		await lapwing(url, "migrate");
		const findings = JSON.parse((await lapwing(url, "doctor", "--json")).stdout) as { check: string; ok: boolean }[];
		expect(findings.filter(({ ok }) => !ok)).toEqual([]);
		const away = await lapwing("postgres://nobody@127.0.0.1:1/none", "doctor").catch(
			(error: { code: number; stdout: string }) => error,
		);
		expect(away).toMatchObject({ code: 1, stdout: expect.stringMatching(/WRONG {2}Database: .*DATABASE_URL/) });
	});

	test("plays a history that the API then tells: mostly up, some of everything, and nothing real is checked", async () => {
		const { stdout } = await lapwing(url, "demo", "--monitors", "3", "--days", "3", "--team", "stage", "--json");
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
	});
});

test("the first start prints the address, the key and a curl line that works; the second does not show a key again", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({
		databaseUrl: url,
		directory,
		env: { LAPWING_API_KEY: "my-own-key-of-more-than-twenty-characters" },
	});
	expect(service.key).toBe("my-own-key-of-more-than-twenty-characters");
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	await service.stop();
	await using again = await service.restart();
	expect(again.url).not.toBe("");
	expect(await again.status(id)).toBe("up");
});
