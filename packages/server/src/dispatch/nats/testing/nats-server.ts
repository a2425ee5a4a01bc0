/** A real NATS server with the configuration that `lapwing nats init` writes, in a folder and on ports of its own. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type NatsCredentials, natsCredentials } from "../credentials.ts";
import type { NatsKeys } from "../keys.ts";
import { newNatsInstallation } from "../server-config.ts";

declare module "vitest" {
	interface TaskMeta {
		/** A program that a test, or all tests of a suite, can't do without. */
		needs?: string;
	}
}

/**
 * Options of tests that need a server: they are skipped where there is none, and the run says how many there were
 * (bin/report-run.ts). `bin/setup --tests` brings one.
 */
export const WITH_NATS_SERVER = isInstalled() ? { skip: false } : { skip: true, meta: { needs: "nats-server" } };

interface TestNats extends AsyncDisposable {
	readonly folder: string;
	/** 0 while none runs. */
	readonly pid: number;
	readonly url: string;
	readonly websocket: string;
	readonly credentials: NatsCredentials;
	readonly credentialsFile: string;
	/** Ends it at once; with its store, or without. */
	kill(options?: { readonly andForget?: boolean }): Promise<void>;
	start(): Promise<void>;
}

/**
 * @param edit what a test changes in nats.conf
 * @param keys default: new ones, a fifth of a second of CPU
 */
export async function startNats(
	edit: (config: string) => string = (config) => config,
	keys?: NatsKeys,
): Promise<TestNats> {
	const folder = await mkdtemp(join(tmpdir(), "lapwing-nats-"));
	const port = await freePort();
	const { files, settings, websocket, config } = await newNatsInstallation({ folder, host: "127.0.0.1", port, keys });
	for (const [path, text] of Object.entries(files)) {
		await writeFile(path, path === config ? edit(text) : text, { mode: 0o600 });
	}
	let server: ChildProcess | null = null;
	const nats: TestNats = {
		folder,
		get pid() {
			return server?.pid ?? 0;
		},
		url: settings.NATS_URL,
		websocket,
		credentialsFile: settings.NATS_CREDENTIALS,
		credentials: natsCredentials.parse(JSON.parse(files[settings.NATS_CREDENTIALS] ?? "")),
		async kill({ andForget = false } = {}) {
			const killed = server;
			server = null;
			if (killed !== null && killed.exitCode === null) {
				killed.kill("SIGKILL");
				await once(killed, "exit");
			}
			if (!andForget) return;
			for (const store of ["jetstream", "accounts"]) await rm(join(folder, store), { recursive: true, force: true });
		},
		async start() {
			server = spawn("nats-server", ["-c", config], { stdio: "ignore" });
			for (const deadline = Date.now() + 10_000; Date.now() < deadline; await pause(20)) {
				if ((await accepts(port)) && (await accepts(port + 1))) return;
			}
			throw new Error("nats-server did not start");
		},
		async [Symbol.asyncDispose]() {
			await nats.kill();
			await rm(folder, { recursive: true, force: true });
		},
	};
	await nats.start();
	return nats;
}

function isInstalled(): boolean {
	try {
		execFileSync("nats-server", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

function accepts(port: number): Promise<boolean> {
	const { promise, resolve } = Promise.withResolvers<boolean>();
	const socket = createConnection(port, "127.0.0.1");
	socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
	return promise.finally(() => socket.destroy());
}

/** The first of two that are free. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = await portOf(0);
		if (port !== null && (await portOf(port + 1)) !== null) return port;
	}
}

async function portOf(wanted: number): Promise<number | null> {
	const server = createServer();
	const { promise, resolve } = Promise.withResolvers<number | null>();
	server.once("error", () => resolve(null));
	server.listen(wanted, "127.0.0.1", () => {
		const address = server.address();
		server.close(() => resolve(typeof address === "object" && address ? address.port : null));
	});
	return promise;
}
