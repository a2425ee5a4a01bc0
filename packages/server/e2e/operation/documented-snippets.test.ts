/** What the documentation shows to be copied is run as it stands there, with nothing but the addresses replaced. */

import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import type { Target } from "../../src/probe/targets/listening.ts";
import { Lapwing } from "../testing/lapwing.ts";

const run = promisify(execFile);
const textOf = (page: string) => readFile(join(import.meta.dirname, "../../../../docs", page), "utf8");
const EXAMPLE_ADDRESS = "https://lapwing.example/ping/KEY";
const EXAMPLE_JOB = "/usr/local/bin/backup";

let service: Lapwing;
let target: Target;
let folder: string;
beforeAll(async () => {
	service = await Lapwing.start();
	target = await startHttpTarget((_, response) => response.setHeader("Age", "1").end('{"status":"ok"}'));
	folder = await mkdtemp(join(tmpdir(), "lapwing-snippets-"));
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await target.close();
	await rm(folder, { recursive: true });
});

/** The blocks of a page that are fenced as `language`, in their order. */
function fenced(page: string, language: string): string[] {
	return Array.from(
		page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm")),
		([, text = ""]) => text,
	);
}

/** The blocks of a page that are indented, outside of fences. */
function indented(page: string): string[] {
	const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, "");
	return Array.from(prose.matchAll(/(?:^ {4}\S.*\n)+/gm), ([text]) => text.replaceAll(/^ {4}/gm, ""));
}

describe("docs/use/monitors", () => {
	test("each monitor is made by the command that the page shows, and its content checks are added", async () => {
		const page = await textOf("use/monitors/README.md");
		const blockWith = (word: string) => indented(page).find((block) => block.includes(word)) ?? "exit 99";
		const create = blockWith("@monitor.json");
		const addChecks = blockWith("/content-checks");
		const env = { ...process.env, LAPWING_URL: service.url, LAPWING_API_KEY: service.key };
		const bash = (script: string) => run("bash", ["-eu", "-c", script], { cwd: folder, env });
		const ids: string[] = [];
		for (const monitor of fenced(page, "json")) {
			await writeFile(join(folder, "monitor.json"), monitor);
			const answer = JSON.parse((await bash(create)).stdout);
			// A machine may have no ping; the answer says what to do.
			if (answer.error !== undefined) {
				expect(JSON.parse(monitor).type, JSON.stringify(answer)).toBe("ping");
				expect(answer.error.details[0].path).toBe("/type");
			} else ids.push(answer.data.id);
		}
		expect(ids.length).toBeGreaterThan(8);
		const [first = ""] = ids;
		await bash(`${create.split("\n")[0]}\n${addChecks.replace("mon_…", first)}`);
		const { body } = await service.ask("GET", `/api/v1/monitors/${first}/content-checks`);
		const checks = body.data.contentChecks.map(({ type, value, name }: Record<string, string>) => [
			type,
			value ?? name,
		]);
		expect(checks).toHaveLength(addChecks.match(/^ *curl/gm)?.length ?? 0);
	});
});

describe("docs/rules/cron", () => {
	let page: string;
	beforeAll(async () => {
		page = await textOf("rules/cron.md");
	});

	/** A monitor, and a job that prints a line and ends with `exitCode`. */
	async function aJob(exitCode: number) {
		const made = await service.ask("POST", "/api/v1/monitors", { type: "cron", name: "Backup", schedule: "0 2 * * *" });
		const { id, pingUrl } = made.body.data;
		const job = join(folder, `job-${exitCode}`);
		await writeFile(job, `#!/bin/sh\necho "copied 3 files"\nexit ${exitCode}\n`);
		await chmod(job, 0o755);
		return {
			job,
			/** A snippet for this monitor and this job. */
			own: (snippet: string) => snippet.replaceAll(EXAMPLE_ADDRESS, pingUrl).replaceAll(EXAMPLE_JOB, job),
			pingUrl,
			/** `kind exitCode`, the oldest first; all pings of a run that has an id have the same one. */
			async pings(): Promise<string[]> {
				const { body } = await service.ask("GET", `/api/v1/monitors/${id}/pings`);
				const pings = body.data.pings as { id: string; kind: string; exitCode: number | null; rid: string | null }[];
				expect(new Set(pings.map(({ rid }) => rid)).size).toBeLessThanOrEqual(1);
				return pings.map(({ kind, exitCode }) => (exitCode === null ? kind : `${kind} ${exitCode}`)).reverse();
			},
			async lastBody(): Promise<string> {
				const { body } = await service.ask("GET", `/api/v1/monitors/${id}/pings`);
				return (await service.ask("GET", `/api/v1/monitors/${id}/pings/${body.data.pings[0].id}/body`)).body;
			},
		};
	}

	const sh = (script: string, env: Readonly<Record<string, string>> = {}) =>
		run("/bin/sh", ["-c", script], { cwd: folder, env: { PATH: process.env["PATH"] ?? "", ...env } });

	test("curl reports a success", async () => {
		const job = await aJob(0);
		await sh(job.own(fenced(page, "sh")[0] ?? "exit 99"));
		expect(await job.pings()).toEqual(["success"]);
	});

	test.each([
		[0, "success 0"],
		[3, "fail 3"],
	])("the crontab line reports exit code %i", async (exitCode, reported) => {
		const job = await aJob(exitCode);
		const line = fenced(page, "sh")[1] ?? "";
		const command = /^(?:\S+ ){5}(.*)\n$/.exec(line)?.[1] ?? "";
		// cron ends the line there.
		expect(command).not.toContain("%");
		await sh(job.own(command));
		expect(await job.pings()).toEqual([reported]);
	});

	test.each([
		[0, "success 0"],
		[3, "fail 3"],
	])("the script reports the start, exit code %i and the output, and exits with it", async (exitCode, reported) => {
		const job = await aJob(exitCode);
		const script = fenced(page, "sh")[2] ?? "";
		const code = await sh(job.own(script)).then(
			() => 0,
			(error: { code: number }) => error.code,
		);
		expect(code).toBe(exitCode);
		expect(await job.pings()).toEqual(["start", reported]);
		expect(await job.lastBody()).toBe("copied 3 files\n");
	});

	test.each([
		["0", "success 0"],
		["3", "fail 3"],
		["KILL", "fail"],
	])("the systemd unit reports the start and an end with %s", async (status, reported) => {
		const job = await aJob(0);
		const unit = job.own(fenced(page, "ini")[0] ?? "");
		// As systemd.exec(5) and systemd.service(5) have it; a lone $NAME within quotes is the shell's.
		const assignments = Array.from(unit.matchAll(/^Environment="?(\w+)=(.*?)"?$/gm), ([, name, value]) => [
			name,
			value,
		]);
		const env = { ...Object.fromEntries(assignments), INVOCATION_ID: "0b9d1c0e3a564f0c9d4e6a2c54f1a7b3" };
		const commandOf = (name: string) => new RegExp(`^${name}=-/bin/sh -c '(.*)'$`, "m").exec(unit)?.[1] ?? "exit 99";
		expect(unit).toContain(`\nExecStart=${job.job}\n`);
		await sh(commandOf("ExecStartPre"), env);
		await sh(commandOf("ExecStopPost"), { ...env, EXIT_STATUS: status });
		expect(await job.pings()).toEqual(["start", reported]);
	});

	test("the systemd units are valid", async (context) => {
		const job = await aJob(0);
		for (const [index, name] of ["backup.service", "backup.timer"].entries()) {
			await writeFile(join(folder, name), job.own(fenced(page, "ini")[index] ?? ""));
		}
		const paths = [join(folder, "backup.service"), join(folder, "backup.timer")];
		const verified = await run("systemd-analyze", ["verify", ...paths]).catch(
			(error: { code: string | number; stderr: string }) => error,
		);
		if ("code" in verified && verified.code === "ENOENT") return context.skip("systemd-analyze is not installed");
		// Of units that this machine has, it may say other things.
		expect(verified.stderr.split("\n").filter((line: string) => line.includes("backup."))).toEqual([]);
	});

	test.each([
		[0, "success", "success 0"],
		[3, "failure", "fail"],
	])(
		"the steps of GitHub Actions report the start and, after exit code %i, the end",
		async (exitCode, status, reported) => {
			const job = await aJob(exitCode);
			const [workflow = ""] = fenced(page, "yaml");
			const [start = "", work = "", end = ""] = Array.from(
				workflow.matchAll(/ run: (.*)$/gm),
				([, command = ""]) => command,
			);
			expect(work).toBe("./backup");
			await writeFile(join(folder, "backup"), `#!/bin/sh\nexec ${job.job}\n`, { mode: 0o755 });
			expect(workflow).toContain("job.status == 'success' && '0' || 'fail'");
			const env = { PING: job.pingUrl, GITHUB_RUN_ID: "17", CODE: status === "success" ? "0" : "fail" };
			await sh(start, env);
			expect(
				await sh(work).then(
					() => "success",
					() => "failure",
				),
			).toBe(status);
			await sh(end, env);
			expect(await job.pings()).toEqual(["start", reported]);
		},
	);
});
