/** Extracts the examples of the documentation, so that tests can compile and run them. */

import { glob, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

export interface Example {
	readonly language: string;
	readonly code: string;
	/** The name in its first line (`// app.ts`), or a generated one. */
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

/** What an example in a comment may use without importing it: what the package exports, and `readFile`. */
const IMPORTS = `
import { readFile } from "node:fs/promises";
import { attestationPolicy, verifyMetadataBlob } from "@lapwing/passkey/attestation";
import { Passkey } from "@lapwing/passkey/client";
import { fromGoWebAuthn, fromSimpleWebAuthn, fromWebauthnRs } from "@lapwing/passkey/migration";
import { RelyingParty } from "@lapwing/passkey/server";
import { installAuthenticator, SoftwareAuthenticator } from "@lapwing/passkey/testing";
`;

/** The `@example`s in the comments of a package's source. */
export async function examplesInComments(source: string): Promise<Example[]> {
	const examples: Example[] = [];
	for await (const path of glob("**/*.ts", { cwd: join(root, source) })) {
		const text = await readFile(join(root, source, path), "utf8");
		for (const [, block = ""] of text.matchAll(/@example\s*\n((?:[ \t]*\*.*\n)+?)[ \t]*\*[ \t]*```\n/g)) {
			const code = block.replace(/^[ \t]*\* ?/gm, "").replace(/^```ts\n/, "");
			const fileName = `example-${path.replaceAll("/", "-").replace(/\.ts$/, "")}-${examples.length + 1}.ts`;
			examples.push({
				language: "ts",
				code: code.startsWith("import ") ? `${code}\nexport {};` : IMPORTS + code,
				fileName,
			});
		}
	}
	return examples;
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
			compilerOptions: { noUnusedLocals: false, lib: ["es2024", "dom", "dom.iterable"], moduleDetection: "force" },
			include: ["*.ts"],
		}),
		...Object.fromEntries(examples.filter((each) => each.language === "ts").map((each) => [each.fileName, each.code])),
		...others,
	};
	await Promise.all(Object.entries(files).map(([name, contents]) => writeFile(join(directory, name), contents)));
	return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
}
