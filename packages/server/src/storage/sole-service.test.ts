import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { AlreadyServed, holdDatabase } from "./sole-service.ts";
import { freshDatabase } from "./testing/engines.ts";

test("a SQLite file has one service at a time, and the next as soon as that one ends", async () => {
	const { url, drop } = await freshDatabase("sqlite");
	{
		using _held = holdDatabase(url);
		expect(() => holdDatabase(url)).toThrow(AlreadyServed);
	}
	using _again = holdDatabase(url);
	await drop();
});

test("a service that is killed leaves nothing locked", async () => {
	const { url, drop } = await freshDatabase("sqlite");
	const module = new URL("sole-service.ts", import.meta.url).href;
	const script = `import { holdDatabase } from ${JSON.stringify(module)}; globalThis.held = holdDatabase(${JSON.stringify(url)}); process.kill(process.pid, "SIGKILL");`;
	const { promise, resolve } = Promise.withResolvers<unknown>();
	execFile(process.execPath, ["--input-type=module", "-e", script], (error) => resolve(error?.signal));
	expect(await promise).toBe("SIGKILL");
	using _held = holdDatabase(url);
	await drop();
});

test("a file that is reached by a link is the same file", async () => {
	const { url, drop } = await freshDatabase("sqlite");
	const path = url.slice("sqlite:".length);
	await writeFile(path, "");
	await symlink(path, `${path}-link`);
	{
		using _held = holdDatabase(url);
		expect(() => holdDatabase(`${url}-link`)).toThrow(AlreadyServed);
	}
	await drop();
});

test("where no lock can be made, the error names the database", async () => {
	const { url, drop } = await freshDatabase("sqlite");
	const path = url.slice("sqlite:".length);
	await mkdir(`${path}.lock`);
	expect(() => holdDatabase(url)).toThrow(path);
	await drop();
});

test("PostgreSQL has any number", () => {
	using _one = holdDatabase("postgres://127.0.0.1/lapwing");
	using _two = holdDatabase("postgres://127.0.0.1/lapwing");
});
