/** A configuration in files, by the commands that people and CI run. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing } from "../testing/lapwing.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples/", import.meta.url));
const PERSON = "usr_01jgezt6z8e7kb3mq4f2ys0nd5";
let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "lapwing-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const ended = (env: Readonly<Record<string, string>>, ...args: string[]) =>
	lapwing({ LAPWING_CALLED_FROM: folder, ...env }, ...args).then(
		(output) => ({ code: 0, ...output }),
		(error: { code: number; stdout: string; stderr: string }) => error,
	);

describe("lapwing check", () => {
	test("finds the usual file, and says what is in it", async () => {
		await writeFile(join(folder, "lapwing.yaml"), "monitors:\n  - { key: api, url: https://api.example.com/ }\n");
		expect(await ended({}, "check")).toMatchObject({ code: 0, stdout: "Valid: 1 monitor.\n" });
	});

	test("names file, line, column and what is allowed of every fault, and ends with 1", async () => {
		const text = "monitors:\n  - key: api\n    url: https://api.example.com/\n    timeout: 5\n    intervalSeconds: 0\n";
		await writeFile(join(folder, "lapwing.yaml"), text);
		const { code, stderr } = await ended({}, "check");
		expect(code).toBe(1);
		expect(stderr.split("\n").slice(0, 2).toSorted()).toEqual([
			"lapwing.yaml:4:5: timeout: There is no member timeout here. Did you mean timeoutSeconds?",
			expect.stringMatching(/^lapwing\.yaml:5:5: intervalSeconds: .*\d/),
		]);
		const { faults } = JSON.parse((await ended({}, "check", "--json")).stdout);
		expect(faults).toHaveLength(2);
	});

	test("takes secrets whose variables are not set, and prints none that is", async () => {
		const channel = "{ type: slack, url: { secret: SLACK_URL } }";
		await writeFile(join(folder, "lapwing.yaml"), `alerts: [{ key: ops, name: Ops, channel: ${channel} }]\n`);
		expect(await ended({ SLACK_URL: "" }, "check")).toMatchObject({ code: 0, stdout: "Valid: 1 alert.\n" });
		const refused = await ended({ SLACK_URL: "not-a-url-and-secret" }, "check");
		expect(refused).toMatchObject({ code: 1 });
		expect(`${refused.stdout}${refused.stderr}`).not.toContain("not-a-url");
	});

	test("says what to do where there is no file", async () => {
		expect(await ended({}, "check")).toMatchObject({ code: 1, stderr: expect.stringContaining("--file PATH") });
	});

	test.each(["yaml", "typescript"])("takes the example in %s", async (language) => {
		const { code, stdout, stderr } = await ended(
			{ ON_CALL_PERSON: PERSON },
			"check",
			"--file",
			join(EXAMPLES, language),
		);
		expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
		expect(stdout).toBe("Valid: 5 monitors, 1 schedule, 2 alerts, 1 status page, 1 maintenance window.\n");
	});
});

describe("lapwing run", () => {
	const files = (url: string) => `defaults: { monitors: { method: GET } }
monitors:
  - { key: ok, url: "${url}", contentChecks: [{ type: contains, value: Welcome }] }
  - { key: broken, url: "${url}", expectedStatus: 204 }
  - { key: job, type: cron, name: Job, schedule: "0 2 * * *" }
  - { key: closed, url: "${url}", request: { auth: { type: bearer, token: { secret: NOT_SET } } }, dependsOn: [ok] }
`;

	test.each(["--local", "through the service"])(
		"%s prints each key, skips jobs and ends with 1 when one fails",
		async (how) => {
			await using target = await startHttpTarget((_request, response) => response.end("Welcome"));
			await using service = how === "--local" ? null : await Lapwing.start();
			const env = service === null ? {} : { LAPWING_URL: service.url, LAPWING_API_KEY: service.key };
			await writeFile(join(folder, "lapwing.yaml"), files(target.url));
			const { code, stdout, stderr } = await ended(env, "run", ...(service === null ? ["--local"] : []));
			expect({ code, lines: stdout.trim().split("\n").toSorted() }, stderr).toEqual({
				code: 1,
				lines: [
					expect.stringMatching(/^broken: down in [\d.<]+ ?\d* ms: .*204.*\(.*connect.*\)$/),
					"closed: skipped: the variable NOT_SET is not set",
					"job: skipped: a job reports by itself",
					expect.stringMatching(/^ok: up in .* ms \(.*connect.*first byte.*\)$/),
				],
			});
			const one = await ended(env, "run", "ok", ...(service === null ? ["--local"] : []));
			expect(one).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok: up/) });
			expect(await ended(env, "run", "nobody")).toMatchObject({
				code: 1,
				stderr: expect.stringContaining("no monitor"),
			});
		},
	);
});
