/** A real PostgreSQL for the tests, from the npm package: on a free port, in a folder of its own. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { unusedPort } from "../../probe/targets/listening.ts";
import { postgresPrograms } from "./postgres-programs.ts";

export interface RunningPostgres {
	/** Without a database's name: append one. */
	readonly url: string;
	readonly directory: string;
	readonly port: number;
	/** Stops it and deletes its data, unless they were to be kept. */
	stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server on a free port, whose data are deleted when it stops.
 *
 * @param options.keep leaves the data, for a server that is to be started again
 * @param options.directory data of a server that was stopped, to go on with
 */
export async function startPostgres(
	options: { keep?: boolean; directory?: string; port?: number } = {},
): Promise<RunningPostgres> {
	const { initdb, postgres, runAs } = postgresPrograms();
	const directory = options.directory ?? (await mkdtemp(join(tmpdir(), "lapwing-postgres-")));
	if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(directory, runAs.uid, runAs.gid);
	const port = options.port ?? (await unusedPort());
	const data = join(directory, "data");
	const quiet = { cwd: directory, env: { ...process.env, LC_ALL: "C" }, ...runAs };
	if (options.directory === undefined) {
		const arguments_ = [
			"--pgdata",
			data,
			"--username=lapwing",
			"--auth=trust",
			"--encoding=UTF8",
			"--locale=C",
			"--no-sync",
		];
		await promisify(execFile)(initdb, arguments_, quiet);
	}
	// Nothing of this outlives the run, so nothing is synced; and no socket file, which would need a folder of its own.
	const settings = ["fsync=off", "max_connections=200", "listen_addresses=127.0.0.1", "unix_socket_directories="];
	const server = spawn(postgres, ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])], {
		...quiet,
		stdio: ["ignore", "ignore", "pipe"],
	});
	const exited = once(server, "exit");
	await ready(server);
	return {
		url: `postgres://lapwing@127.0.0.1:${port}`,
		directory,
		port,
		stop: async () => {
			// A fast shutdown: clients are cut off.
			server.kill("SIGINT");
			await exited;
			if (!options.keep) await rm(directory, { recursive: true, force: true });
		},
	};
}

async function ready(server: ChildProcess): Promise<void> {
	let said = "";
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${said}`)));
		server.stderr?.setEncoding("utf8").on("data", (text: string) => {
			said = (said + text).slice(-KEPT_LOG);
			if (said.includes("ready to accept connections")) resolve();
		});
	});
}

/** Characters of its log that are kept, to be shown when it does not start. */
const KEPT_LOG = 10_000;
