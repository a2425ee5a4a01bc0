import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecret, secretFile } from "./secret.ts";

let directory: string;
beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "lapwing-secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));
const config = () => ({ secret: null, databaseUrl: `sqlite:${join(directory, "data", "lapwing.db")}` });

test("is created at the first start beside the database, readable by its owner only, and stays the same", () => {
	const secret = loadSecret(config());
	expect(secret).toHaveLength(32);
	expect(statSync(secretFile(config())).mode & 0o777).toBe(0o600);
	expect(loadSecret(config())).toEqual(secret);
});

test("comes from the environment if it is set there", () => {
	const given = { ...config(), secret: "a secret of thirty-two characters, or more" };
	expect(loadSecret(given)).toEqual(loadSecret({ ...given, databaseUrl: "postgres://elsewhere/x" }));
	expect(loadSecret(given)).not.toEqual(loadSecret({ ...given, secret: "another secret of thirty-two characters" }));
});

test("a damaged file is refused with what to do, never replaced", () => {
	loadSecret(config());
	writeFileSync(secretFile(config()), "half");
	expect(() => loadSecret(config())).toThrow(/backup/);
	chmodSync(secretFile(config()), 0o600);
	expect(() => loadSecret(config())).toThrow(/backup/);
});
