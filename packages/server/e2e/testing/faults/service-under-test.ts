/** The service with its settings of the process (./settable-process.ts), which is killed and started again. */

import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Lapwing } from "../lapwing.ts";
import type { TestDatabase } from "./databases.ts";
import { KEY } from "./fill.ts";
import type { UnderTest } from "./injectable-fault.ts";
import type { Outside } from "./outside.ts";
import { type ProcessSettings, SETTINGS_FILE } from "./settable-process.ts";

const SECRET = "a secret that every start has, 32+";

interface ServiceParts {
	readonly engine: UnderTest["engine"];
	readonly scratch: string;
	readonly database: TestDatabase;
	readonly outside: Outside;
}

export class ServiceUnderTest implements UnderTest, AsyncDisposable {
	readonly engine: UnderTest["engine"];
	readonly databaseUrl: string;
	readonly ballast: string | null;
	readonly server: UnderTest["server"];
	/** What its clock has been ahead of the true one, milliseconds. */
	readonly clocksAheadMs = new Set([0]);
	settings: ProcessSettings = { clockAheadMs: 0, probeThreadsEnded: 0 };
	readonly #parts: ServiceParts;
	#running!: Lapwing;

	private constructor(parts: ServiceParts) {
		const { url, ballast, server } = parts.database;
		this.#parts = parts;
		this.engine = parts.engine;
		this.databaseUrl = url;
		this.ballast = ballast;
		this.server = server;
	}

	static async start(parts: ServiceParts): Promise<ServiceUnderTest> {
		const service = new ServiceUnderTest(parts);
		await service.set({});
		await service.#start();
		return service;
	}

	get url(): string {
		return this.#running.url;
	}

	/** Whether it runs, and the end of what it printed. */
	get lastWords(): string {
		return this.#running.lastWords;
	}

	get pid(): number {
		return this.#running.pid;
	}

	resolver(mode: Parameters<UnderTest["resolver"]>[0]): void {
		this.#parts.outside.send({ kind: "resolver", mode });
	}

	async set(changed: Partial<ProcessSettings>): Promise<void> {
		const { scratch } = this.#parts;
		this.settings = { ...this.settings, ...changed };
		this.clocksAheadMs.add(this.settings.clockAheadMs);
		// Never half of it.
		await writeFile(join(scratch, "settings.new"), JSON.stringify(this.settings));
		await rename(join(scratch, "settings.new"), join(scratch, "settings.json"));
	}

	async killAndRestart(): Promise<void> {
		await this.#running.kill();
		await this.#start();
	}

	/** Its exit code. */
	async stop(): Promise<number | null> {
		return (await this.#running.stop()).code;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#running[Symbol.asyncDispose]();
	}

	async #start(): Promise<void> {
		const { scratch, database, outside } = this.#parts;
		const preload = pathToFileURL(join(import.meta.dirname, "settable-process.ts")).href;
		this.#running = await Lapwing.start({
			databaseUrl: database.url,
			directory: database.directory,
			key: KEY,
			env: {
				LOG_LEVEL: "error",
				LAPWING_SECRET: SECRET,
				PROBE_RESOLVERS: outside.ready.resolver,
				NODE_EXTRA_CA_CERTS: join(scratch, "root.pem"),
				NODE_OPTIONS: `--import=${preload}`,
				[SETTINGS_FILE]: join(scratch, "settings.json"),
			},
		});
	}
}
