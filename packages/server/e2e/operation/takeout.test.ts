import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing, lapwing } from "../testing/lapwing.ts";

test("a team is taken out while the service runs, and goes on in another installation", async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-takeout-"));
	try {
		await using target = await startHttpTarget((_request, response) => response.end());
		await using old = await Lapwing.start();
		const id = await old.watch(target.url);
		await old.untilStatus(id, "up");
		const file = join(directory, "team.tar.gz");
		const [, slug = ""] = /\n(\S+)/.exec((await lapwing(old.databaseUrl, "teams", "list")).stdout) ?? [];
		await lapwing(old.databaseUrl, "takeout", slug, file);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const names = execFileSync("tar", ["-tzf", file]).toString().split("\n");
		expect(names).toEqual(expect.arrayContaining(["takeout.json", "monitors.jsonl", "results.csv"]));
		const other = `sqlite:${join(directory, "other.db")}`;
		await lapwing(other, "teams", "create", "--name", "Acme");
		await lapwing(other, "import", "lapwing", file, "--team", "acme");
		const again = await lapwing(other, "import", "lapwing", file, "--team", "acme").catch((error) => error);
		expect(again.stderr).toContain("The team has monitors already");
		const { stdout } = await lapwing(
			other,
			"keys",
			"create",
			"--team",
			"acme",
			"--name",
			"k",
			"--scope",
			"monitors:read",
		);
		const key = /lw_\S+/.exec(stdout)?.[0] ?? "";
		await using next = await Lapwing.start({ databaseUrl: other, directory, key });
		expect(await next.status(id)).toBe("up");
		// Which machine made a check is known where it was made.
		expect((await next.results(id)).at(-1)).toEqual({ ...(await old.results(id)).at(-1), machine: null });
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}, 120_000);
