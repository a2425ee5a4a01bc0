/**
 * The whole service under load, killed with SIGKILL at random instants, while it starts too, and started again each
 * time. Its targets change their health and its notices go to a webhook, so that kills meet claims, probes, commits,
 * deliveries and edits. In the end everything that it left is held against what it promises (./evidence.ts).
 */

import { once } from "node:events";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { minuteOf } from "../../../src/domain/checks/check.ts";
import { COMMON_DEFAULTS } from "../../../src/domain/monitors/settings.ts";
import { bootstrap } from "../../../src/storage/access/bootstrap.ts";
import { migrate } from "../../../src/storage/database/migrate.ts";
import { openDatabase } from "../../../src/storage/database/open-database.ts";
import type { Database } from "../../../src/storage/database/session.ts";
import { createMonitor } from "../../../src/storage/monitors/monitors.ts";
import { Lapwing, spawnService, until } from "../lapwing.ts";
import { type Dead, type Evidence, readEvidence } from "./evidence.ts";
import { type Outside, startOutside } from "./outside.ts";

export interface KillsOptions {
	/** A SQLite file, made by this, when absent. */
	readonly postgresUrl?: string;
	readonly kills: number;
	/** No further kill after this time. */
	readonly withinMs: number;
	/** All of them are checked once a minute. */
	readonly monitors: number;
	/** Those of them whose targets change, each minute, and of which alerts notify. */
	readonly flapping: number;
	/** A service runs for up to this long before it is killed. */
	readonly runsMs: number;
	/** Before the last start no service runs for this long. Default: it starts at once. */
	readonly deadMs?: number;
	/** The last start finds the leases of dead services ended, as after two minutes. PostgreSQL alone has them. */
	readonly endsLeases: boolean;
	/** How long the last service may take to make up for what is due. */
	readonly settlesWithinMs: number;
	/** 0 ≤ random < 1 */
	random(): number;
}

export interface KillsResult extends Evidence {
	readonly kills: number;
	/** Of them, those of a service that had not begun to listen. */
	readonly duringStart: number;
	/** Milliseconds from the start of the process until it listened, ascending. */
	readonly startsMs: readonly number[];
	readonly messages: number;
	/** Messages that were delivered again, under their ids. */
	readonly repeatedMessages: number;
}

const KEY = "the-key-of-the-killed-service";
const ENV = { LOG_LEVEL: "warn", LAPWING_SECRET: "a secret that every start has, 32+" };
const INTERVAL_MS = 60_000;
/** Time to fill the database and to start before checks are due. */
const FIRST_DUE_AFTER_MS = 4_000;
/** Monitors of one alert: too few for a flood (src/domain/alerts/flood.ts), whose messages wait for half a minute. */
const MONITORS_AN_ALERT = 2;
/** One kill in so many meets a service that has not begun to listen, at a random instant of its first second. */
const KILLED_DURING_START = 4;
const START_MS = 1_000;
const MONITORS_AT_ONCE = 500;

export async function runKills(options: KillsOptions): Promise<KillsResult> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-kills-"));
	await using outside = await startOutside(options.flapping, options.random);
	try {
		return await new Kills(options, directory, outside).run();
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

class Kills {
	readonly #options: KillsOptions;
	readonly #directory: string;
	readonly #outside: Outside;
	readonly #databaseUrl: string;
	readonly #dead: Dead[] = [];
	readonly #startsMs: number[] = [];
	readonly #broken: string[] = [];
	#duringStart = 0;
	/** The last name that an edit has given, and that the API has answered with 200. */
	#answered = 0;

	constructor(options: KillsOptions, directory: string, outside: Outside) {
		this.#options = options;
		this.#directory = directory;
		this.#outside = outside;
		this.#databaseUrl = options.postgresUrl ?? `sqlite:${join(directory, "lapwing.db")}`;
	}

	async run(): Promise<KillsResult> {
		const { kills, withinMs, deadMs = 0, endsLeases, settlesWithinMs } = this.#options;
		const firstDueAt = Date.now() + FIRST_DUE_AFTER_MS;
		const flapping = await this.#fill(firstDueAt);
		const edited = await this.#firstStart(flapping);
		const endsAt = performance.now() + withinMs;
		let killed = 1;
		for (; killed < kills && performance.now() < endsAt; killed += 1) await this.#startAndKill(killed, edited);
		const through = Date.now();
		await pause(deadMs);
		if (endsLeases) await this.#reading((database) => endLeases(database));
		await using last = await this.#start();
		this.#outside.freeze();
		await this.#reading((database) => untilSettled(database, through, settlesWithinMs));
		const name = (await last.ask("GET", `/api/v1/monitors/${edited}`)).body.data.name;
		const stored = Number(name.slice("edit ".length));
		if (stored < this.#answered)
			this.#broken.push(`edit ${this.#answered} was answered with 200, and ${name} is stored`);
		const { code } = await last.stop();
		if (code !== 0) this.#broken.push(`the last service ended with ${code}`);
		await this.#checkFile();
		const { received } = this.#outside;
		const expected = { intervalMs: INTERVAL_MS, firstDueAt, through, dead: this.#dead, received };
		const evidence = await this.#reading((database) => readEvidence(database, expected));
		return {
			...evidence,
			broken: [...this.#broken, ...evidence.broken],
			kills: killed,
			duringStart: this.#duringStart,
			startsMs: this.#startsMs.sort((a, b) => a - b),
			messages: received.messages,
			repeatedMessages: received.repeated,
		};
	}

	/** Monitors as days of checks leave them: up, each with the next slot of its grid ahead. Ids of those that flap. */
	async #fill(firstDueAt: number): Promise<string[]> {
		const { monitors, flapping } = this.#options;
		return this.#reading(async (database) => {
			await migrate(database);
			await bootstrap(database, KEY, Date.now());
			const ids: string[] = [];
			for (let first = 0; first < monitors; first += MONITORS_AT_ONCE) {
				await database.transaction(async (session) => {
					for (let index = first; index < Math.min(monitors, first + MONITORS_AT_ONCE); index += 1) {
						const { publicId } = await createMonitor(session, this.#monitor(index), Date.now());
						ids.push(publicId);
					}
				});
			}
			const slot = sql`${firstDueAt} + (phase_ms - cast(${firstDueAt} as bigint) % interval_ms + interval_ms) % interval_ms`;
			await sql`
				update monitor_states set due_at = ${slot}, slot_at = ${slot}, status = 1, status_since = ${firstDueAt},
					last_minute = ${minuteOf(firstDueAt) - 1}, last_checked_at = ${firstDueAt}, last_up_at = ${firstDueAt}`.execute(
				database.db,
			);
			return ids.slice(0, flapping);
		});
	}

	#monitor(index: number) {
		return {
			...COMMON_DEFAULTS,
			teamId: 1,
			isEnabled: true,
			name: `killed ${index}`,
			tags: [],
			settings: {
				type: "http",
				url: this.#outside.targetUrl(index),
				method: "GET",
				expectedStatus: 200,
			} as const,
			// So long that no answer is slow, and that no failure is confirmed two seconds later, when the service is dead.
			timeoutSeconds: 60,
			degradedAfterMs: 30_000,
			intervalSeconds: INTERVAL_MS / 1_000,
		};
	}

	/** Starts a service, sets its alerts, and kills it. The id of the monitor that is edited from then on. */
	async #firstStart(flapping: readonly string[]): Promise<string> {
		const service = await this.#start();
		const edited = await service.watch(this.#outside.targetUrl(this.#options.monitors), { name: "edit 0" });
		for (let first = 0; first < flapping.length; first += MONITORS_AN_ALERT) {
			const answer = await service.ask("POST", "/api/v1/alerts", {
				name: `Alert ${first}`,
				channel: { type: "webhook", url: this.#outside.receiverUrl },
				monitorIds: flapping.slice(first, first + MONITORS_AN_ALERT),
				cooldownMinutes: 0,
				dailyCap: 1_000,
			});
			if (answer.status !== 201) throw new Error(`Not created: ${JSON.stringify(answer.body)}`);
		}
		this.#outside.begin();
		await pause(this.#options.random() * this.#options.runsMs);
		await this.#kill(service);
		return edited;
	}

	async #startAndKill(turn: number, edited: string): Promise<void> {
		const { random, runsMs } = this.#options;
		if (turn % KILLED_DURING_START === 0) {
			const child = await spawnService(this.#serviceOptions());
			const exited = once(child, "exit");
			await pause(random() * START_MS);
			child.kill("SIGKILL");
			await exited;
			this.#duringStart += 1;
			return;
		}
		const service = await this.#start();
		const killed = new AbortController();
		const edits = this.#edit(service, edited, killed.signal);
		await pause(random() * runsMs);
		await this.#kill(service);
		killed.abort();
		await edits;
	}

	async #start(): Promise<Lapwing> {
		const startedAt = performance.now();
		const service = await Lapwing.start({ ...this.#serviceOptions(), key: KEY });
		this.#startsMs.push(performance.now() - startedAt);
		const dead = this.#dead.at(-1);
		if (dead !== undefined) dead.to = Date.now();
		return service;
	}

	#serviceOptions() {
		return { directory: this.#directory, databaseUrl: this.#databaseUrl, env: ENV };
	}

	async #kill(service: Lapwing): Promise<void> {
		await service.kill();
		const now = Date.now();
		this.#dead.push({ from: now, to: now });
		await this.#checkFile();
	}

	/** Renames a monitor again and again: what was answered must be there after the kill. */
	async #edit(service: Lapwing, id: string, signal: AbortSignal): Promise<void> {
		for (let edit = this.#answered + 1; !signal.aborted; edit += 1) {
			const answer = await service.ask("PUT", `/api/v1/monitors/${id}`, { name: `edit ${edit}` }).catch(() => null);
			if (answer === null) return;
			if (answer.status === 200) this.#answered = edit;
		}
	}

	/** `PRAGMA integrity_check` of what the kill has left, on a copy, so that the next start finds it as it was. */
	async #checkFile(): Promise<void> {
		if (this.#options.postgresUrl !== undefined) return;
		const file = join(this.#directory, "lapwing.db");
		const copy = join(this.#directory, "copy.db");
		await copyFile(file, copy);
		// A service that was stopped leaves none.
		await copyFile(`${file}-wal`, `${copy}-wal`).catch(() => {});
		const database = new DatabaseSync(copy);
		try {
			const findings = database
				.prepare("PRAGMA integrity_check")
				.all()
				.map((row) => String(row["integrity_check"]));
			if (findings.join() !== "ok") this.#broken.push(`integrity_check after kill ${this.#dead.length}: ${findings}`);
			const orphans = database.prepare("PRAGMA foreign_key_check").all();
			if (orphans.length > 0)
				this.#broken.push(`foreign_key_check after kill ${this.#dead.length}: ${orphans.length} rows`);
		} finally {
			database.close();
			for (const suffix of ["", "-wal", "-shm"]) await rm(`${copy}${suffix}`, { force: true });
		}
	}

	async #reading<T>(work: (database: Database) => Promise<T>): Promise<T> {
		const database = openDatabase(this.#databaseUrl);
		try {
			return await work(database);
		} finally {
			await database.close();
		}
	}
}

async function endLeases({ db }: Database): Promise<void> {
	await sql`update monitor_states set due_at = slot_at where claimed = 1`.execute(db);
	await sql`update alerts set leased_until = 0`.execute(db);
}

/** Waits until every slot and every change up to `through` is recorded and notified. */
async function untilSettled({ db }: Database, through: number, withinMs: number): Promise<void> {
	await until(
		async () => {
			const { rows } = await sql<{ late: number }>`
				select (select count(*) from monitor_states where slot_at <= ${through})
					+ (select count(*) from deferred_changes where created_at <= ${through})
					+ (select count(*) from notices where created_at <= ${through}) as late`.execute(db);
			return rows[0]?.late === 0 ? true : undefined;
		},
		{ withinMs, what: "what was due at the last kill to be recorded and notified" },
	);
}
