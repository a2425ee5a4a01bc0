/**
 * Asks curl, Chromium and node:http for each response of ./corpus-cases.ts and writes what they made of it to
 * corpus.json. In packages/server, and then `biome check --write` for its form:
 * `node --conditions=@lapwing/source src/net/http/testing/record-corpus.ts`.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { get } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import type { Corpus, Verdict } from "./corpus.ts";
import { bytesOf } from "./corpus-case.ts";
import { corpusCases } from "./corpus-cases.ts";

/** For one response and one client: nothing here takes longer than some milliseconds. */
const TIMEOUT_MS = 3_000;
const CHROMIUM = "/usr/bin/chromium";

const cases = corpusCases();
const { server, origin } = await startServer();
const { stdout: curlVersion } = await run("curl", ["--version"]);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
const page = await browser.newPage();
await page.goto(`${origin}/page`);

const entries: Corpus["entries"][number][] = [];
for (const [index, { title, response }] of cases.entries()) {
	const url = `${origin}/${index}`;
	entries.push({
		title,
		response,
		curl: await askCurl(url),
		chromium: await askChromium(url),
		node: await askNode(url),
	});
}
const clients = {
	curl: curlVersion.split(" ").slice(0, 2).join(" "),
	chromium: `Chromium ${browser.version()}`,
	node: `Node.js ${process.version}`,
};
const lines = entries.map((entry) => `\t\t${JSON.stringify(entry)}`).join(",\n");
const text = `{\n\t"clients": ${JSON.stringify(clients)},\n\t"entries": [\n${lines}\n\t]\n}\n`;
// Nothing but ASCII: some of it would be control characters, which no editor keeps.
writeFileSync(
	new URL("./corpus.json", import.meta.url),
	text.replace(/[\x7f-\uffff]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`),
);
await browser.close();
server.close();

function run(command: string, parameters: readonly string[]) {
	return promisify(execFile)(command, parameters, { encoding: "latin1", maxBuffer: 10_000_000 });
}

async function startServer() {
	const server = createServer((socket: Socket) => {
		socket.on("error", () => {});
		socket.once("data", (request) => {
			const path = /^\S+ \/(\S*) /.exec(request.toString("latin1"))?.[1] ?? "";
			const response = cases[Number(path)]?.response ?? ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"];
			socket.end(bytesOf(response));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function answered(status: number, body: Buffer): Verdict {
	return {
		status,
		body: body.length <= 20 ? body.toString("latin1") : createHash("sha256").update(body).digest("hex"),
	};
}

async function askCurl(url: string): Promise<Verdict> {
	const parameters = [
		"--silent",
		"--http1.1",
		"--max-time",
		String(TIMEOUT_MS / 1_000),
		"--write-out",
		"%{http_code}",
		url,
	];
	try {
		const { stdout } = await run("curl", parameters);
		return answered(Number(stdout.slice(-3)), Buffer.from(stdout.slice(0, -3), "latin1"));
	} catch (error) {
		return { error: `exit ${(error as { code: number }).code}` };
	}
}

async function askChromium(url: string): Promise<Verdict> {
	const [status, body] = await page.evaluate(
		async ([address, timeoutMs]) => {
			try {
				const response = await fetch(address, {
					redirect: "manual",
					cache: "no-store",
					signal: AbortSignal.timeout(timeoutMs),
				});
				const bytes = new Uint8Array(await response.arrayBuffer());
				return [response.status, [...bytes]] as const;
			} catch (error) {
				return [0, String(error)] as const;
			}
		},
		[url, TIMEOUT_MS] as const,
	);
	return typeof body === "string" ? { error: body } : answered(status, Buffer.from(body));
}

function askNode(url: string): Promise<Verdict> {
	return new Promise((resolve) => {
		const failed = (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message });
		const request = get(url, { agent: false, timeout: TIMEOUT_MS }, (response) => {
			const pieces: Buffer[] = [];
			response.on("data", (piece: Buffer) => pieces.push(piece)).on("error", failed);
			response.on("end", () => resolve(answered(response.statusCode ?? 0, Buffer.concat(pieces))));
		});
		request.on("upgrade", (response, socket) => {
			socket.destroy();
			resolve(answered(response.statusCode ?? 0, Buffer.alloc(0)));
		});
		request.on("error", failed).on("timeout", () => request.destroy(new Error("timeout")));
	});
}
