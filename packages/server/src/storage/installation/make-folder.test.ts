import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeFolder } from "./make-folder.ts";

const directory = mkdtempSync(join(tmpdir(), "lapwing-folder-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("making a folder", () => {
	test("makes those above it too, and leaves one that is there", () => {
		const path = join(directory, "a", "b", "c");
		makeFolder(path);
		makeFolder(path);
		expect(existsSync(path)).toBe(true);
	});

	test("names the folder that can't be made", () => {
		const file = join(directory, "file");
		writeFileSync(file, "");
		expect(() => makeFolder(join(file, "b"))).toThrow(`The folder ${join(file, "b")} can't be made`);
	});

	test.skipIf(process.platform !== "linux")("ends at once in /proc, which has no new folders", () => {
		expect(() => makeFolder("/proc/no-such-folder/deeper")).toThrow("The folder /proc/no-such-folder can't be made");
	});
});
