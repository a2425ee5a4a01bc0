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

test("what is no YAML is refused with its line", () => {
	expect(() => read("a: 1\nb: [")).toThrow(/config\.yaml:2:\d+: /);
});
