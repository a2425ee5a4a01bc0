import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { snippetsOf } from "./ping-snippets.ts";

const NIGHTLY = { schedule: "0 2 * * *", timeZone: "Europe/Berlin", every: null };
const RUN_ID = "0b9d1c0e3a564f0c9d4e6a2c54f1a7b3";

let server: Server;
let folder: string;
/** The requests that came: method, path and body. */
let received: string[] = [];
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-snippets-"));
	server = createServer(async (request, response) => {
		let body = "";
		for await (const part of request) body += part;
		received.push([request.method, request.url, ...(body === "" ? [] : [body])].join(" "));
		response.end("OK\n");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
	server.close();
	await rm(folder, { recursive: true });
});
beforeEach(() => {
	received = [];
});

function snippets(job = NIGHTLY): ReadonlyMap<string, string> {
	const pingUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/V1StGXR8Z5jdHi6BmyT3Qa`;
	return new Map(snippetsOf(pingUrl, job).map(({ name, text }) => [name, text]));
}

/** Runs what stands in a snippet, with a job that prints a line and ends with `exitCode`; answers how it ended. */
async function sh(text: string, exitCode = 0, env: Readonly<Record<string, string>> = {}): Promise<number> {
	const job = join(folder, `job-${exitCode}`);
	await writeFile(job, `#!/bin/sh\necho done\nexit ${exitCode}\n`, { mode: 0o755 });
	const script = text.replaceAll("/path/to/job", job);
	return promisify(execFile)("/bin/sh", ["-c", script], { env: { PATH: process.env["PATH"] ?? "", ...env } }).then(
		() => 0,
		(error: { code: number }) => error.code,
	);
}

const ping = "/ping/V1StGXR8Z5jdHi6BmyT3Qa";

test("the line of curl reports a success", async () => {
	expect(await sh(snippets().get("curl") ?? "")).toBe(0);
	expect(received).toEqual([`GET ${ping}`]);
});

test.each([0, 3])("the line of the crontab is due as the monitor is, and reports exit code %i", async (exitCode) => {
	const lines = (snippets().get("crontab") ?? "").split("\n");
	expect(lines.slice(0, -1)).toEqual(["# By the clock of this machine. Lapwing expects it in Europe/Berlin."]);
	const [, when, command = ""] = /^((?:\S+ ){5})(.*)$/.exec(lines.at(-1) ?? "") ?? [];
	expect(when).toBe("0 2 * * * ");
	// cron would end the line there.
	expect(command).not.toContain("%");
	await sh(command, exitCode);
	expect(received).toEqual([`GET ${ping}/${exitCode}`]);
});

test.each([0, 3])(
	"the script reports start and end of one run, with its output, and ends with %i",
	async (exitCode) => {
		expect(await sh(snippets().get("Script") ?? "", exitCode)).toBe(exitCode);
		const [, rid] = /\?rid=([0-9a-f-]{36})$/.exec(received[0] ?? "") ?? [];
		expect(received).toEqual([`GET ${ping}/start?rid=${rid}`, `POST ${ping}/${exitCode}?rid=${rid} done\n`]);
	},
);

test.each([
	["0", "0"],
	["3", "3"],
	["KILL", "fail"],
])("the unit of systemd reports the start, and the end with %s", async (status, reported) => {
	const unit = snippets().get("systemd, job.service") ?? "";
	// As systemd.exec(5) has it; a $NAME within quotes is the shell's.
	const assigned = Array.from(unit.matchAll(/^Environment="?(\w+)=(.*?)"?$/gm), ([, name, value]) => [name, value]);
	const env = { ...Object.fromEntries(assigned), INVOCATION_ID: RUN_ID, EXIT_STATUS: status };
	for (const when of ["ExecStartPre", "ExecStopPost"]) {
		const [, command = "exit 9"] = new RegExp(`^${when}=-/bin/sh -c '(.*)'$`, "m").exec(unit) ?? [];
		expect(await sh(command, 0, env)).toBe(0);
	}
	expect(received).toEqual([`GET ${ping}/start?rid=${RUN_ID}`, `GET ${ping}/${reported}?rid=${RUN_ID}`]);
});

test("systemd accepts the service and its timer", async (context) => {
	const units = ["job.service", "job.timer"];
	for (const name of units) {
		const text = (snippets().get(`systemd, ${name}`) ?? "").replace("/path/to/job", "/bin/true");
		await writeFile(join(folder, name), `${text}\n`);
	}
	const paths = units.map((name) => join(folder, name));
	const verified = await promisify(execFile)("systemd-analyze", ["verify", ...paths]).catch(
		(error: { code: unknown; stderr: string }) => error,
	);
	if ("code" in verified && verified.code === "ENOENT") return context.skip("systemd-analyze is not installed");
	// Of other units of this machine it may say more.
	expect(verified.stderr.split("\n").filter((line) => line.includes("job."))).toEqual([]);
});

test("a schedule that a timer can't express has no timer", () => {
	expect([...snippets({ ...NIGHTLY, schedule: "0 2 1 * 1" }).keys()]).not.toContain("systemd, job.timer");
});

test("the steps of GitHub Actions report the start and the end, and can't fail the job", async () => {
	const workflow = snippets().get("GitHub Actions") ?? "";
	const steps = Array.from(workflow.matchAll(/ run: (.*)\n( {8}continue-on-error: true)?/g));
	expect(steps.map(([, , isOptional]) => isOptional !== undefined)).toEqual([true, false, true]);
	const env = { PING: /LAPWING_PING .* is (\S+)$/m.exec(workflow)?.[1] ?? "", RUN: "17-1", CODE: "fail" };
	for (const [, command = ""] of steps) await sh(command, 0, env);
	expect(received).toEqual([`GET ${ping}/start?rid=17-1`, `GET ${ping}/fail?rid=17-1`]);
});
