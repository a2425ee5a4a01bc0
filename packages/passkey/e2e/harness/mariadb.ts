/** A real MariaDB, where the machine has one and `mysql2` is installed: neither comes with this repository. */

import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mysql } from "@lapwing/passkey/sql";

const load = createRequire(import.meta.url);

/** As much of `mysql2/promise` as is used. */
interface Mysql2 {
	createPool(options: object): Parameters<typeof mysql>[0] & {
		query(statement: string): Promise<unknown>;
		end(): Promise<void>;
	};
}

export function hasMariadb(): boolean {
	try {
		load.resolve("mysql2/promise");
	} catch {
		return false;
	}
	return spawnSync("mariadbd", ["--version"]).status === 0;
}

/** A server of its own, on a socket in a folder that is deleted in the end, and a pool of connections to it. */
export async function openMariadb() {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-mariadb-"));
	const socketPath = join(directory, "socket");
	const options = ["--no-defaults", `--datadir=${join(directory, "data")}`];
	// It refuses to run as root unless that is asked for.
	if (process.getuid?.() === 0) options.push("--user=root");
	const install = ["--auth-root-authentication-method=normal", "--skip-test-db"];
	await promisify(execFile)("mariadb-install-db", [...options, ...install]);
	// Nothing of this outlives the run, so nothing is synced.
	const settings = [`--socket=${socketPath}`, "--skip-networking", "--innodb-flush-log-at-trx-commit=0"];
	const server = spawn("mariadbd", [...options, ...settings], { stdio: ["ignore", "ignore", "pipe"] });
	const exited = once(server, "exit");
	await new Promise<void>((resolve, reject) => {
		exited.then(() => reject(new Error("mariadbd has ended")), reject);
		server.stderr.setEncoding("utf8").on("data", (text: string) => {
			if (text.includes("ready for connections")) resolve();
		});
	});

	const { createPool }: Mysql2 = load("mysql2/promise");
	const first = createPool({ socketPath, user: "root" });
	// Its tables must not depend on the character set that a server of long ago has by default.
	await first.query("CREATE DATABASE passkeys CHARACTER SET latin1");
	await first.end();
	const pool = createPool({ socketPath, user: "root", database: "passkeys", connectionLimit: 20 });
	return {
		database: mysql(pool),
		pool,
		async [Symbol.asyncDispose]() {
			await pool.end();
			server.kill();
			await exited;
			await rm(directory, { recursive: true });
		},
	};
}
