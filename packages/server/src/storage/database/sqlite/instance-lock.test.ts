import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { newDatabaseUrl } from "../../testing/engines.ts";
import { InstanceLocked, lockInstance } from "./instance-lock.ts";

test("a SQLite file has one service at a time, and the next one as soon as that one ends", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	{
		using _held = lockInstance(url);
		expect(() => lockInstance(url)).toThrow(InstanceLocked);
	}
	using _again = lockInstance(url);
	await drop();
});

test("a service that is killed leaves nothing locked", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const module = new URL("./instance-lock.ts", import.meta.url).href;
	const script = `import { lockInstance } from ${JSON.stringify(module)}; globalThis.held = lockInstance(${JSON.stringify(url)}); process.kill(process.pid, "SIGKILL");`;
	const { promise, resolve } = Promise.withResolvers<unknown>();
	execFile(process.execPath, ["--input-type=module", "-e", script], (error) => resolve(error?.signal));
	expect(await promise).toBe("SIGKILL");
	using _held = lockInstance(url);
	await drop();
});

test("a file that is reached by a link is the same file", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const path = url.slice("sqlite:".length);
	await writeFile(path, "");
	await symlink(path, `${path}-link`);
	{
		using _held = lockInstance(url);
		expect(() => lockInstance(`${url}-link`)).toThrow(InstanceLocked);
	}
	await drop();
});

test("where no lock can be made, the error names its file", async () => {
	const { url, drop } = await newDatabaseUrl("sqlite");
	const path = url.slice("sqlite:".length);
	await mkdir(`${path}.lock`);
	expect(() => lockInstance(url)).toThrow(`${path}.lock`);
	await drop();
});

test("PostgreSQL has any number of services", () => {
	using _one = lockInstance("postgres://127.0.0.1/lapwing");
	using _two = lockInstance("postgres://127.0.0.1/lapwing");
});
