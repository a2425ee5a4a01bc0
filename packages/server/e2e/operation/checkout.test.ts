import { execFile } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const CHECKOUT = fileURLToPath(new URL("../../../../", import.meta.url));

const binLapwing = (env: Readonly<Record<string, string>>, ...args: string[]) =>
	promisify(execFile)(`${CHECKOUT}bin/lapwing`, args, { cwd: tmpdir(), env: { ...process.env, ...env } });

test("relative paths in settings begin at the checkout, wherever bin/lapwing is called from", async () => {
	const { stdout } = await binLapwing({ DATABASE_URL: "sqlite:README.md" }, "doctor").catch(
		(error: { stdout: string }) => error,
	);
	expect(stdout).toContain("WRONG  Database: it does not answer");
});

test("status pages are exported to the folder that the caller sees", async () => {
	const folder = await mkdtemp(join(tmpdir(), "lapwing-exported-"));
	try {
		const env = { DATABASE_URL: `sqlite:${join(folder, "lapwing.db")}` };
		const { stdout } = await binLapwing(env, "status-pages", "export", `${basename(folder)}/pages`, "--json");
		expect(JSON.parse(stdout).folder).toBe(join(folder, "pages"));
		expect((await stat(join(folder, "pages"))).isDirectory()).toBe(true);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});

test("a checkout that is set up is not written to, so that another user may run it", async () => {
	const before = await stat(`${CHECKOUT}.tools/env`);
	await binLapwing({}, "--version");
	expect((await stat(`${CHECKOUT}.tools/env`)).mtimeMs).toBe(before.mtimeMs);
});
