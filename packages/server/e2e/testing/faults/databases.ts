/**
 * The database of the service under test: a SQLite file, on a disk of its own where this process may mount one, or a
 * PostgreSQL server behind a network that can be slow.
 */

import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startPostgres } from "../../../src/storage/testing/postgres.ts";
import type { UnderTest } from "./injectable-fault.ts";
import { isInOwnNamespaces } from "./own-namespaces.ts";
import { startSlowNetwork } from "./slow-network.ts";

export interface TestDatabase extends AsyncDisposable, Pick<UnderTest, "ballast" | "server"> {
	readonly url: string;
	/** Where the service runs. */
	readonly directory: string;
	/** Throws when the file is damaged. */
	check?(): Promise<void>;
}

/** Ten times what a run writes; more than it would only take longer to fill. */
const DISK_MIB = 256;

export async function startDatabase(engine: UnderTest["engine"], scratch: string): Promise<TestDatabase> {
	const directory = join(scratch, "service");
	await mkdir(directory);
	return engine === "sqlite" ? sqliteIn(directory) : postgresIn(directory);
}

function sqliteIn(directory: string): TestDatabase {
	const isMounted = mounts(directory);
	const file = join(directory, "lapwing.db");
	return {
		url: `sqlite:${file}`,
		directory,
		ballast: isMounted ? join(directory, "ballast") : null,
		server: null,
		async check() {
			using database = new DatabaseSync(file);
			const found = database.prepare("pragma integrity_check").get()?.["integrity_check"];
			if (found !== "ok") throw new Error(`The file is damaged: ${found}`);
		},
		async [Symbol.asyncDispose]() {
			if (isMounted) execFileSync("umount", [directory]);
		},
	};
}

function mounts(directory: string): boolean {
	if (!isInOwnNamespaces()) return false;
	try {
		execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "lapwing-faults", directory], { stdio: "pipe" });
		return true;
	} catch {
		return false;
	}
}

async function postgresIn(directory: string): Promise<TestDatabase> {
	let running = await startPostgres({ keep: true });
	const { port, directory: data } = running;
	const network = await startSlowNetwork(port);
	let isStopped = false;
	return {
		url: `postgres://lapwing@127.0.0.1:${network.port}/postgres`,
		directory,
		ballast: null,
		server: {
			get delayMs() {
				return network.delayMs;
			},
			set delayMs(delayMs) {
				network.delayMs = delayMs;
			},
			async stop() {
				isStopped = true;
				await running.stop();
			},
			async start() {
				running = await startPostgres({ directory: data, port, keep: true });
				isStopped = false;
			},
		},
		async [Symbol.asyncDispose]() {
			await network[Symbol.asyncDispose]();
			if (!isStopped) await running.stop();
			await rm(data, { recursive: true, force: true });
		},
	};
}
