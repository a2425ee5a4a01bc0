import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { Draft, slugOf } from "./imported.ts";
import { writeImported } from "./write-import.ts";

let folder: string;
let out: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-import-"));
	out = join(folder, "out.yaml");
	vi.spyOn(process.stdout, "write").mockReturnValue(true);
	vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
	vi.restoreAllMocks();
	rmSync(folder, { recursive: true });
});

function draft(): Draft {
	const made = new Draft("KUMA");
	made.add("alerts", {
		key: "ops",
		name: "Ops",
		channel: { type: "slack", url: made.secret("https://example.com/x", "Ops", "url") },
	});
	made.note('monitor "A\nB"', "upsideDown", "There is no such mode.", "Negate the content check.");
	return made;
}

test("the file begins with what could not be carried, and holds no secret", () => {
	writeImported(out, "Uptime Kuma", draft().imported());
	const text = readFileSync(out, "utf8");
	expect(text.split("\n").slice(0, 4)).toEqual([
		"# Imported from Uptime Kuma.",
		"#",
		"# What could not be carried as it was:",
		'# - monitor "A B", upsideDown: There is no such mode. Negate the content check.',
	]);
	expect(parse(text)).toEqual({
		alerts: [{ key: "ops", name: "Ops", channel: { type: "slack", url: { secret: "KUMA_OPS_URL" } } }],
	});
});

test("an address that carries what looks like a secret is listed, without it", () => {
	const made = new Draft("KUMA");
	made.add("monitors", { key: "api", name: "API", url: "https://example.com/health?page=1&api_key=s3cr3t" });
	made.add("monitors", { key: "shop", name: "Shop", url: "https://example.com/tokens?page=1" });
	const { notes } = made.imported();
	expect(notes.map(({ what, field }) => [what, field])).toEqual([['monitor "API"', "url"]]);
	expect(notes[0]?.why).toContain("api_key");
	expect(JSON.stringify(notes)).not.toContain("s3cr3t");
});

test("secrets go to a file that only its owner can read", () => {
	writeImported(out, "Uptime Kuma", draft().imported());
	expect(statSync(`${out}.env`).mode & 0o777).toBe(0o600);
	expect(parseEnv(readFileSync(`${out}.env`, "utf8"))).toEqual({ KUMA_OPS_URL: "https://example.com/x" });
});

test.each(["", ".env"])("nothing is written over OUT%s", (ending) => {
	writeFileSync(`${out}${ending}`, "mine");
	expect(() => writeImported(out, "Uptime Kuma", draft().imported())).toThrow(/exists already/);
	expect(readFileSync(`${out}${ending}`, "utf8")).toBe("mine");
});

test("a secret is read as it was, or its variable is listed as missing", () => {
	let number = 0;
	const value = fc.string({ unit: fc.constantFrom(..."ab'`\"\\n$#= \n\r é".split("")), maxLength: 12 });
	fc.assert(
		fc.property(value, (secret) => {
			const path = join(folder, `${number}.yaml`);
			number += 1;
			const made = new Draft("X");
			made.secret(secret, "y");
			writeImported(path, "X", made.imported());
			if (readFileSync(path, "utf8").includes("Set the variable X_Y yourself.")) {
				expect(secret).toMatch(/\r|'/);
			} else expect(parseEnv(readFileSync(`${path}.env`, "utf8"))).toEqual({ X_Y: secret });
		}),
		{ numRuns: 300 },
	);
});

test("keys and variables are unique, and made from names", () => {
	const made = new Draft("KUMA");
	expect([made.key("monitors", "Ünser API!"), made.key("monitors", "unser-api"), made.key("alerts", "日本")]).toEqual([
		"unser-api",
		"unser-api-2",
		"alert",
	]);
	expect([made.secret("a", "My hook", "url"), made.secret("b", "my-hook", "URL")]).toEqual([
		{ secret: "KUMA_MY_HOOK_URL" },
		{ secret: "KUMA_MY_HOOK_URL_2" },
	]);
	expect(slugOf("--a  b--")).toBe("a-b");
});
