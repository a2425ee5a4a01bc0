import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const MAX_COLUMNS = 120;

const pages = globSync(["*.md", "docs/**/*.md", "bench/*.md", "packages/*/README.md"], { cwd: root }).sort();
const sources = globSync(["packages/*/{src,e2e,bench}/**/*.ts", "bench/*.ts", ".dependency-cruiser.cjs"], {
	cwd: root,
	exclude: (path) => path.includes("node_modules"),
});
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

/** Prose alone: what stands between fences is code. */
const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```$/gm, "");

/** The names by which a page's headings are linked, spelled as GitHub spells them. */
function anchorsOf(page: string): ReadonlySet<string> {
	const headings = withoutCode(textOf(page)).matchAll(/^#{1,6} (.+)$/gm);
	return new Set(
		Array.from(headings, ([, heading = ""]) =>
			heading
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
				.replaceAll(" ", "-"),
		),
	);
}

/** Whether `path`, perhaps with `#heading`, is a file or folder of the repository that has this heading. */
function exists(path: string, anchor: string | undefined): boolean {
	return existsSync(join(root, path)) && (anchor === undefined || anchorsOf(path).has(anchor));
}

test("the documentation has its main pages", () => {
	expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/ARCHITECTURE.md", "docs/rules/checks.md"]));
	expect(sources).toEqual(expect.arrayContaining(["packages/server/src/main.ts"]));
});

test.for(pages)("every relative link of %s leads to a file and a heading", (page) => {
	const links = withoutCode(textOf(page)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g);
	const broken = Array.from(links)
		.filter(([, path = "", anchor]) => !exists(path === "" ? page : normalize(join(dirname(page), path)), anchor))
		.map(([link]) => link);
	expect(broken).toEqual([]);
});

/** The page that `file` cites: in the docs/ of its own package where there is one, else in that of the repository. */
function pathOf(file: string, place: string): string {
	const page = place.split("#")[0] ?? "";
	const own = join(/^packages\/[^/]+/.exec(file)?.[0] ?? "", page);
	return existsSync(join(root, own)) ? own : page;
}

test("every page and heading of docs/ that a comment cites exists", () => {
	const cited = sources.flatMap((file) =>
		Array.from(textOf(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#([\w-]+))?/g), ([place, anchor]) => ({
			cites: `${file}: ${place}`,
			exists: exists(pathOf(file, place), anchor),
		})),
	);
	expect(cited.length).toBeGreaterThan(20);
	expect(cited.filter((each) => !each.exists).map(({ cites }) => cites)).toEqual([]);
});

const SERVER = "packages/server/src";

test("every path that docs/ARCHITECTURE.md names exists", () => {
	const code = textOf("docs/ARCHITECTURE.md").matchAll(/`(\.?[a-z][\w-]*(?:\/[\w-]+)*(?:\/|\.(?:tsx?|css|cjs|md)))`/g);
	const named = Array.from(code, ([, path = ""]) => path);
	expect(named).toEqual(expect.arrayContaining(["engine/timetable.ts", "packages/web/src/router.tsx"]));
	const folderOf = (path: string) => (/^(\.|(bin|bench|packages|docs|deploy)\/)/.test(path) ? "" : SERVER);
	expect(named.filter((path) => !existsSync(join(root, folderOf(path), path)))).toEqual([]);
});

/** The paths that the tree of docs/ARCHITECTURE.md names: of its lines, and below them what they say of their parts. */
function pathsOfTree(): readonly string[] {
	const [, tree = ""] = /^## The tree\n([\s\S]*?)^## /m.exec(textOf("docs/ARCHITECTURE.md")) ?? [];
	const named: string[] = [];
	let folder = "";
	for (const line of tree.split("\n")) {
		const entry = /^ {4}( {2})?(\S+(?: \S+)*)(?: {2,}(.*))?$/.exec(line);
		if (entry) {
			const [, isOfServer, names = ""] = entry;
			const paths = names.split(" ").map((name) => join(isOfServer ? SERVER : "", name));
			[folder = ""] = paths;
			named.push(...paths);
		}
		const about = entry ? (entry[3] ?? "") : line;
		const parts = about.matchAll(/(?<![\w./-])[a-z][\w-]*(?:\/[\w-]+)*(?:\/(?!\w)|\.ts)/g);
		named.push(...Array.from(parts, ([part]) => join(folder, part)));
	}
	return named;
}

test("the tree of docs/ARCHITECTURE.md names what exists, and each folder of the server and of its http/", () => {
	const named = pathsOfTree();
	expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	const folders = [SERVER, `${SERVER}/http`].flatMap((parent) =>
		readdirSync(join(root, parent), { withFileTypes: true })
			.filter((each) => each.isDirectory() && each.name !== "testing")
			.map(({ name }) => `${parent}/${name}/`),
	);
	expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
});

test("every source file that a page names with its folder exists", () => {
	const files = globSync("{packages,bench,bin,deploy}/**/*.{ts,tsx,css}", {
		cwd: root,
		exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
	});
	const named = pages.flatMap((page) =>
		Array.from(withoutCode(textOf(page)).matchAll(/`((?:[a-z][\w-]*\/)+[\w.-]+\.(?:tsx?|css))`/g), ([, path = ""]) => ({
			names: `${page}: ${path}`,
			path,
		})),
	);
	expect(named.length).toBeGreaterThan(100);
	const isThere = (path: string) => files.some((file) => file === path || file.endsWith(`/${path}`));
	expect(named.filter(({ path }) => !isThere(path)).map(({ names }) => names)).toEqual([]);
});

test("every metric that a page names is one of ours", () => {
	const code = sources.filter((file) => file.startsWith(`${SERVER}/`)).map(textOf);
	// The changelog names those that are gone.
	const named = pages
		.filter((page) => page !== "CHANGELOG.md")
		.flatMap((page) => textOf(page).match(/\blapwing_[a-z_]+[a-z]\b/g) ?? []);
	expect(named).toContain("lapwing_task_failures_total");
	const isMetric = (name: string) =>
		code.some((text) => text.includes(`"${name.replace(/_(bucket|sum|count)$/, "")}"`));
	// A label of what is sent to Alertmanager.
	const known = (name: string) => isMetric(name) || code.some((text) => text.includes(`\t${name}: `));
	expect(named.filter((name) => !known(name))).toEqual([]);
});

test("what is shown to be copied names the API key as the command line does", () => {
	const shown = [...pages, "packages/server/src/http/document/introduction.ts", "packages/server/src/cli/serve.ts"];
	const named = shown.flatMap((page) =>
		Array.from(textOf(page).matchAll(/Bearer \$(\w+)|process\.env\["(LAPWING_\w*KEY)"\]/g), ([, shell, node]) => [
			page,
			shell ?? node,
		]),
	);
	expect(named.map(([page]) => page)).toEqual(expect.arrayContaining(["README.md", "packages/client/README.md"]));
	expect(named.filter(([, name]) => name !== "LAPWING_API_KEY")).toEqual([]);
});

test.for(pages)(`no line of prose in %s is longer than ${MAX_COLUMNS} columns`, (page) => {
	const lines = withoutCode(textOf(page)).split("\n");
	expect(lines.filter((line) => [...line].length > MAX_COLUMNS && !line.startsWith("|"))).toEqual([]);
});

describe("each architecture decision", () => {
	const decisions = pages.filter((page) => /^docs\/adr\/.*\/\d{4}-/.test(page));

	test("has a unique number", () => {
		const numbers = decisions.map((page) => /(\d{4})-[^/]*$/.exec(page)?.[1]);
		expect(numbers.length).toBeGreaterThan(35);
		expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
	});

	test.for(decisions)("%s has its number, date, status and sections, and a row in the index", (page) => {
		const text = textOf(page);
		const number = Number(/(\d{4})-[^/]*$/.exec(page)?.[1]);
		expect(text).toMatch(new RegExp(`^# ${number}\\. \\S`));
		expect(text).toMatch(/^Date: \d{4}-\d{2}-\d{2} · Status: \S+/m);
		const sections = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading]) => heading);
		expect(sections.filter((heading) => heading !== "Alternatives")).toEqual([
			"Context",
			"Decision",
			"Consequences",
			"Measurements",
		]);
		const title = /^# \d+\. (.+)$/m.exec(text)?.[1];
		expect(textOf("docs/adr/README.md")).toContain(`| ${number} | [${title}](${page.slice("docs/adr/".length)}) |`);
	});
});
