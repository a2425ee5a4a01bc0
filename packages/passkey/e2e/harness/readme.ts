/** The examples of a README, taken out of it: what they say must compile, and what they show must run. */

import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

export interface Example {
	readonly language: string;
	readonly code: string;
	/** Of the file that its first line names (`// app.ts`), or one made up. */
	readonly fileName: string;
}

export async function examplesOf(readme: string): Promise<Example[]> {
	const text = await readFile(join(root, readme), "utf8");
	return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = "", code = ""], index) => ({
		language,
		code,
		fileName: /^\/\/ (\S+\.ts)$/m.exec(code.split("\n")[0] ?? "")?.[1] ?? `example-${index + 1}.ts`,
	}));
}

export interface Scratch extends AsyncDisposable {
	readonly directory: string;
}

/** A project that holds the TypeScript examples and `others`, with this workspace's packages at hand. */
export async function layOut(examples: Example[], others: Record<string, string> = {}): Promise<Scratch> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-readme-"));
	await symlink(join(root, "node_modules"), join(directory, "node_modules"));
	const files: Record<string, string> = {
		"package.json": JSON.stringify({ type: "module" }),
		"tsconfig.json": JSON.stringify({
			extends: join(root, "tsconfig.base.json"),
			compilerOptions: { lib: ["es2024", "dom", "dom.iterable"], moduleDetection: "force" },
			include: ["*.ts"],
		}),
		...Object.fromEntries(examples.filter((each) => each.language === "ts").map((each) => [each.fileName, each.code])),
		...others,
	};
	await Promise.all(Object.entries(files).map(([name, contents]) => writeFile(join(directory, name), contents)));
	return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
}
