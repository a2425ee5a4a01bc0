/** The README's quick start: its files in an empty folder, its page bundled, its server started. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { run } from "../../scripts/run.ts";
import { type Example, examplesOf, layOut } from "./examples.ts";

export const README = "packages/passkey/README.md";
/** What an adopter writes; the other files stand in for what they have. */
export const WRITTEN = ["passkeys.ts", "page.ts"];

/** How many lines there are, without blank ones and comments. */
export function writtenLines(files: readonly Example[]): number {
	const lines = files.flatMap(({ code }) => code.split("\n"));
	return lines.filter((line) => !/^(\/\/|\/\*\*|\*|$)/.test(line.trim())).length;
}

/** @param replacing files of the README by those of the same names. */
export async function runQuickStart(replacing: Example[] = []) {
	const inReadme = await examplesOf(README);
	const examples = inReadme.map((each) => replacing.find(({ fileName }) => fileName === each.fileName) ?? each);
	const port = await freePort();
	const project = await layOut(examples.map((each) => ({ ...each, code: each.code.replaceAll("3000", String(port)) })));
	const html = examples.find((each) => each.language === "html")?.code ?? "";
	await writeFile(join(project.directory, "index.html"), html);
	const bundle = ["page.ts", "--bundle", "--format=esm", "--outfile=page.js", "--conditions=@lapwing/source"];
	await run("esbuild", bundle, project.directory);
	const args = ["--conditions=@lapwing/source", "main.ts"];
	const child = spawn(process.execPath, args, { cwd: project.directory, stdio: "ignore" });
	const origin = `http://localhost:${port}`;
	await answers(child, origin);
	return {
		origin,
		async [Symbol.asyncDispose]() {
			child.kill();
			if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
			await project[Symbol.asyncDispose]();
		},
	};
}

async function answers(child: ChildProcess, origin: string): Promise<void> {
	while (child.exitCode === null) {
		if ((await fetch(origin).catch(() => undefined))?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error(`the server ended with ${child.exitCode}`);
}

async function freePort(): Promise<number> {
	const server = createServer();
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	await once(server, "close");
	return typeof address === "object" && address ? address.port : 0;
}
