import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

test("an archive that can't be written or read is refused with what to do, and leaves nothing behind", async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-takeout-"));
	const url = `sqlite:${join(directory, "lapwing.db")}`;
	const inFolder = (name: string) => join(directory, name);
	const refused = async (...args: string[]) => {
		const { code, stderr } = await lapwing(url, ...args).then(
			() => expect.unreachable(),
			(error: { code: number; stderr: string }) => error,
		);
		expect([args, code]).toEqual([args, 2]);
		return stderr.trimEnd().split("\n").at(-1);
	};
	try {
		for (const name of ["Acme", "Other"]) await lapwing(url, "teams", "create", "--name", name);
		const away = inFolder("none/acme.tar.gz");
		const noFolder = `lapwing: There is no folder ${inFolder("none")}. Make it, or name a file elsewhere.`;
		expect(await refused("takeout", "acme", away)).toBe(noFolder);
		const isFolder = `lapwing: ${directory} is a folder. Name a file in it.`;
		expect(await refused("takeout", "acme", directory, "--force")).toBe(isFolder);
		// Not even root writes there.
		expect(await refused("takeout", "acme", "/sys/acme.tar.gz")).toMatch(/^lapwing: This user can't write in \/sys: /);

		const file = inFolder("acme.tar.gz");
		const { stdout } = await lapwing(url, "takeout", "acme", file, "--json");
		expect(JSON.parse(stdout)).toEqual({ team: "acme", file });
		const whole = await readFile(file);
		await writeFile(inFolder("part.tar.gz"), whole.subarray(0, whole.length / 2));
		await writeFile(inFolder("text.tar.gz"), "no archive");
		const read = (name: string) => refused("import", "lapwing", inFolder(name), "--team", "other");
		expect(await read("none.tar.gz")).toBe(`lapwing: There is no file ${inFolder("none.tar.gz")}.`);
		for (const name of ["part.tar.gz", "text.tar.gz"]) {
			const message = `${inFolder(name)} is no archive of \`lapwing takeout\`, or a part of it is missing.`;
			expect(await read(name)).toBe(`lapwing: ${message}`);
		}
		expect(readdirSync(directory).filter((name) => name.endsWith(".part"))).toEqual([]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
});
