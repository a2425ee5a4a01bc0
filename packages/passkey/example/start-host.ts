/** Starts the example host: a server on this machine only, its page bundled from source. */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { MemoryChallenges } from "@lapwing/passkey/challenges";
import { RelyingParty, type RelyingPartyOptions } from "@lapwing/passkey/server";
import { build } from "esbuild";
import { Accounts } from "./accounts.ts";
import { createApp } from "./app.ts";
import { Sessions } from "./sessions.ts";

export interface HostOptions {
	/** 0, the default, lets the system choose. */
	port?: number;
	/** Whether ceremonies may run inside a frame of another origin, and of which. Default false. */
	allowFramed?: RelyingPartyOptions["allowFramed"];
	/** Milliseconds that options are good for. Default: five minutes. */
	timeout?: number;
	/** Milliseconds until a challenge expires. Default: six minutes. */
	challengeLifetimeMs?: number;
	/** Takes the warnings. Default: one line of JSON each to standard error. */
	warn?: (event: string, fields: { reason: string }) => void;
}

export interface RunningHost extends AsyncDisposable {
	/** `http://localhost:PORT`: browsers take localhost for secure without a certificate. */
	readonly origin: string;
	readonly port: number;
	readonly accounts: Accounts;
}

export async function startHost({
	port = 0,
	allowFramed = false,
	timeout,
	challengeLifetimeMs,
	warn = warnOnStderr,
}: HostOptions = {}): Promise<RunningHost> {
	const server = createServer();
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	const bound = (server.address() as AddressInfo).port;
	const origin = `http://localhost:${bound}`;

	const accounts = new Accounts();
	const app = createApp({
		relyingParty: new RelyingParty({
			id: "localhost",
			name: "Lapwing example",
			origin,
			allowFramed,
			timeout,
		}),
		accounts,
		sessions: new Sessions(origin),
		challenges: new MemoryChallenges({ lifetimeMs: challengeLifetimeMs }),
		warn,
	});
	const [html, script] = await Promise.all([
		readFile(new URL("page/index.html", import.meta.url), "utf8"),
		bundlePage(),
	]);
	app.get("/", (context) => context.html(html));
	app.get("/page.js", (context) => context.body(script, 200, { "Content-Type": "text/javascript" }));
	server.on("request", getRequestListener(app.fetch));

	return { origin, port: bound, accounts, [Symbol.asyncDispose]: () => close(server) };
}

let bundledPage: Promise<string> | undefined;

/** Once a process: its sources do not change under it. */
function bundlePage(): Promise<string> {
	bundledPage ??= buildPage();
	return bundledPage;
}

async function buildPage(): Promise<string> {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL("page/page.ts", import.meta.url))],
		bundle: true,
		write: false,
		format: "esm",
		sourcemap: "inline",
		conditions: ["@lapwing/source"],
	});
	return outputFiles.map((each) => each.text).join("");
}

async function close(server: Server): Promise<void> {
	server.close();
	server.closeAllConnections();
	await once(server, "close");
}

function warnOnStderr(event: string, fields: { reason: string }): void {
	process.stderr.write(`${JSON.stringify({ level: "warn", event, ...fields })}\n`);
}
