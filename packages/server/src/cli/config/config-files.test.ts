import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FaultyFiles, loadConfig } from "./config-files.ts";

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "lapwing-config-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
	const path = join(folder, name);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return path;
}
const load = async (...paths: string[]) => (await loadConfig(paths)).read.value;
const faultsOf = (path: string) =>
	loadConfig([path]).then(
		() => expect.unreachable(),
		(error: FaultyFiles) => {
			expect(error).toBeInstanceOf(FaultyFiles);
			return error.faults;
		},
	);

test("a folder gives its YAML, JSON and *.config.ts, the ones below too, in the order of their names", async () => {
	file("b/web.yaml", "monitors: [{ key: web, url: https://web.example.com/ }]\n");
	file("a.json", '{ "monitors": [{ "key": "api", "url": "https://api.example.com/" }] }');
	file("c.config.ts", 'const key: string = "db";\nexport default { monitors: [{ key, type: "ping", host: "db" }] };\n');
	for (const name of ["package.json", "helper.ts", "node_modules/x/x.yaml", ".github/ci.yaml"]) file(name, "[");
	const { monitors } = (await load(folder)) as { monitors: { key: string; name: string }[] };
	expect(monitors.map(({ key }) => key)).toEqual(["api", "web", "db"]);
	expect(monitors.at(-1)?.name).toBe("db");
});

test("variables beside a file are read, and those of the environment count more", async () => {
	const path = file("lapwing.yaml", `project: $\{ONE}-$\{LAPWINGS_TWO}\n`);
	file("lapwing.yaml.env", "ONE=one\nLAPWINGS_TWO='of file'\n");
	process.env["LAPWINGS_TWO"] = "two";
	try {
		expect(await load(path)).toEqual({ project: "one-two" });
	} finally {
		delete process.env["LAPWINGS_TWO"];
	}
});

test("TypeScript may export a function, and what it throws is a fault with its line", async () => {
	const made = file("made.config.ts", "export default async () => ({ project: 'made' });\n");
	expect(await load(made)).toEqual({ project: "made" });
	expect(await faultsOf(file("bad.config.ts", "\nthrow new Error('no region');\n"))).toEqual([
		expect.objectContaining({ line: 2, message: "cannot be run: no region" }),
	]);
	expect((await faultsOf(file("none.config.ts", "export const x = 1;\n")))[0]?.message).toMatch(/no default export/);
});

test("a path that is not there, and a folder without files, are refused", async () => {
	await expect(loadConfig([join(folder, "no.yaml")])).rejects.toThrow(/no file or folder/);
	await expect(loadConfig([folder])).rejects.toThrow(/no file there ends in/);
});
