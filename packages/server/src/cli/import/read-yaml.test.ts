import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readYaml } from "./read-yaml.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-yaml-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string): unknown {
	const file = join(folder, "config.yaml");
	writeFileSync(file, text);
	return readYaml(file);
}

test("a file has at most 100 aliases, of whatever anchors", () => {
	const aliases = (each: number) => ["a", "b"].flatMap((name) => Array.from({ length: each }, () => `- *${name}`));
	const anchors = "- &a { x: 1 }\n- &b { y: 2 }\n";
	expect(read(anchors + aliases(50).join("\n"))).toHaveLength(102);
	expect(() => read(anchors + aliases(51).join("\n"))).toThrow(/config\.yaml:103:3: .*at most 100 aliases/);
});

test("a file of endless depth, or of more than 16 MiB, is refused", () => {
	for (const text of [`a: ${"[".repeat(20_000)}`, `a: ${"{ a: ".repeat(20_000)}`, "- ".repeat(20_000)])
		expect(() => read(text)).toThrow(/config\.yaml:1:\d+: Has too many levels\./);
	expect(() => read(`a: ${"x".repeat(16 * 1024 ** 2)}`)).toThrow(
		"config.yaml has 16777219 bytes; at most 16777216 are read.",
	);
});

test("aliases of aliases that grow without bound are refused", () => {
	const levels = Array.from({ length: 12 }, (_, at) => `- &a${at + 1} [${Array(8).fill(`*a${at}`).join(", ")}]`);
	expect(() => read(["- &a0 [x]", ...levels].join("\n"))).toThrow(/config\.yaml:\d+:\d+: /);
});

test("what is no YAML is refused with its line", () => {
	expect(() => read("a: 1\nb: [")).toThrow(/config\.yaml:2:\d+: /);
});
