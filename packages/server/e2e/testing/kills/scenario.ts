/**
 * The whole service under load, killed with SIGKILL at random instants, while it starts too, and started again each
 * time. Its targets change their health and its notices go to a webhook, to messages that are updated in place and to
 * incidents, so that kills meet claims, probes, commits, causes, waits for dependencies, deliveries, updates,
 * escalations, acknowledgements and edits. In the end everything that it left is held against what it promises
 * (./evidence.ts).
 */

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { HOUR_MS } from "../../../src/domain/durations.ts";
import { openDatabase } from "../../../src/storage/database/open-database.ts";
import type { Database } from "../../../src/storage/database/tx.ts";
import { type ProcessSettings, SETTINGS_FILE } from "../faults/settable-process.ts";
import { Lapwing, MAIN_OF_SOURCES, spawnService } from "../lapwing.ts";
import { type Evidence, lostAcknowledgements, lostSteps, readEvidence } from "./evidence.ts";
import { fileProblems } from "./file-problems.ts";
import { fillDatabase } from "./fill.ts";
import { OPSGENIE_URL } from "./opsgenie-nearby.ts";
import { type Outside, SITE, startOutside, type ToldByChannel } from "./outside.ts";
import { TITLE } from "./receivers.ts";
import { endLeases, untilSettled } from "./settled.ts";
import { type StorageFindings, storageProblems } from "./storage-problems.ts";

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
	/**
	 * Before each fifth start the clock of the service moves on by up to this many hours. So kills meet the turns of
	 * hours and days too: results are sealed, packed and rolled up, and partitions made and dropped. Default: 0.
	 */
	readonly hoursAJump?: number;
	/** The last start finds the leases of dead services ended, as after two minutes. PostgreSQL alone has them. */
	readonly endsLeases: boolean;
	/** How long the last service may take to make up for what is due. */
	readonly settlesWithinMs: number;
	/** 0 ≤ random < 1 */
	random(): number;
}

export interface KillsResult extends Evidence, Omit<StorageFindings, "problems"> {
	readonly kills: number;
	/** Of them, those of a service that had not begun to listen. */
	readonly duringStart: number;
	/** Milliseconds from the start of the process until it listened, ascending. */
	readonly startsMs: readonly number[];
	/** By the type of the channel. */
	readonly told: ToldByChannel;
	/** Changes that steps of escalations told. */
	readonly escalated: number;
	/** Causes that were acknowledged. */
	readonly acknowledged: number;
}

const KEY = "the-key-of-the-killed-service";
const ENV = { LOG_LEVEL: "warn", LAPWING_SECRET: "a secret that every start has, 32+" };
const SETTABLE = pathToFileURL(join(import.meta.dirname, "../faults/settable-process.ts")).href;
const NEARBY = pathToFileURL(join(import.meta.dirname, "opsgenie-nearby.ts")).href;
const INTERVAL_MS = 60_000;
/** Time to fill the database and to start before checks are due. */
const FIRST_DUE_AFTER_MS = 4_000;
/** One kill in so many meets a service that has not begun to listen, at a random instant of its first second. */
const KILLED_DURING_START = 4;
const START_MS = 1_000;
const STEP_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
/** File of the settings of the process. */
const SETTINGS = "settings.json";
/** One start in so many finds the clock moved on. */
const JUMPS_BEFORE = 5;

export async function runKills(options: KillsOptions): Promise<KillsResult> {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-kills-"));
	const clock: Clock = { aheadMs: 0 };
	await using outside = await startOutside(options.flapping, options.random, () => Date.now() + clock.aheadMs);
	try {
		return await new Kills(options, { directory, outside, clock }).run();
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** That of the service. */
interface Clock {
	/** What it is ahead of the true one. */
	aheadMs: number;
}

class Kills {
	readonly #options: KillsOptions;
	readonly #directory: string;
	readonly #outside: Outside;
	readonly #clock: Clock;
	readonly #databaseUrl: string;
	#killed = 0;
	readonly #startsMs: number[] = [];
	readonly #broken: string[] = [];
	#duringStart = 0;
	/** The last name that an edit has given, and that the API has answered with 200. */
	#answered = 0;
	/** Causes whose acknowledgement the API has answered with 200. */
	readonly #acknowledged = new Set<string>();

	constructor(options: KillsOptions, surroundings: { directory: string; outside: Outside; clock: Clock }) {
		const { directory, outside, clock } = surroundings;
		this.#options = options;
		this.#directory = directory;
		this.#outside = outside;
		this.#clock = clock;
		this.#databaseUrl = options.postgresUrl ?? `sqlite:${join(directory, "lapwing.db")}`;
	}

	async run(): Promise<KillsResult> {
		const { kills, withinMs, deadMs = 0, endsLeases, settlesWithinMs } = this.#options;
		const firstDueAt = Date.now() + FIRST_DUE_AFTER_MS;
		await this.#setClock(0);
		const monitors = { ...this.#options, intervalMs: INTERVAL_MS, firstDueAt, key: KEY };
		const ids = await this.#reading((database) => fillDatabase(database, monitors, this.#outside));
		const flapping = ids.slice(0, this.#options.flapping);
		const edited = await this.#firstStart(flapping);
		const endsAt = performance.now() + withinMs;
		let killed = 1;
		for (; killed < kills && performance.now() < endsAt; killed += 1) await this.#startAndKill(killed, edited);
		const through = this.#now();
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
		const expected = { intervalMs: INTERVAL_MS, firstDueAt, through, now: this.#now(), received };
		const evidence = await this.#reading((database) => readEvidence(database, expected));
		const lost = await this.#reading((database) => lostAcknowledgements(database, this.#acknowledged));
		const lostOfSteps = await this.#reading((database) => lostSteps(database, received, through));
		const { problems, ...inBlocks } = await this.#reading((database) => storageProblems(database));
		return {
			...evidence,
			...inBlocks,
			broken: [...this.#broken, ...evidence.broken, ...lost, ...lostOfSteps, ...problems],
			kills: killed,
			duringStart: this.#duringStart,
			startsMs: this.#startsMs.sort((a, b) => a - b),
			told: received.told,
			escalated: received.stepEvents.size,
			acknowledged: this.#acknowledged.size,
		};
	}

	/** Starts a service, sets its alerts, and kills it. The id of the monitor that is edited from then on. */
	async #firstStart(flapping: readonly string[]): Promise<string> {
		const service = await this.#start();
		const edited = await service.watch(this.#outside.targetUrl(this.#options.monitors), { name: "edit 0" });
		for (let first = 0; first < flapping.length; first += SITE) {
			const rules = { monitorIds: flapping.slice(first, first + SITE), cooldownMinutes: 0, dailyCap: 1_000 };
			await createAlert(service, {
				...rules,
				channel: { type: "webhook", url: this.#outside.receiverUrl },
				escalation: {
					// Half of the steps are decided with the problem: short lives meet few that come later.
					steps: [
						{
							afterMinutes: (first / SITE) % 2,
							channels: [{ type: "webhook", url: this.#outside.stepUrl, secret: STEP_SECRET }],
						},
					],
					repeats: 0,
				},
			});
			for (const channel of this.#outside.threaded)
				await createAlert(service, { ...rules, channel, titleTemplate: TITLE });
		}
		this.#outside.begin();
		await pause(this.#options.random() * this.#options.runsMs);
		await this.#kill(service);
		return edited;
	}

	async #startAndKill(turn: number, edited: string): Promise<void> {
		const { random, runsMs, hoursAJump = 0 } = this.#options;
		if (turn % JUMPS_BEFORE === 0)
			await this.#setClock(this.#clock.aheadMs + Math.floor(random() * hoursAJump * HOUR_MS));
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
		const acknowledges = this.#acknowledge(service);
		await pause(random() * runsMs);
		await this.#kill(service);
		killed.abort();
		await edits;
		await acknowledges;
	}

	async #start(): Promise<Lapwing> {
		const startedAt = performance.now();
		const service = await Lapwing.start({ ...this.#serviceOptions(), key: KEY });
		this.#startsMs.push(performance.now() - startedAt);
		return service;
	}

	#serviceOptions() {
		// Without jumps nothing is loaded that would make a start longer.
		const isSettable = (this.#options.hoursAJump ?? 0) > 0;
		const env = {
			...ENV,
			NODE_OPTIONS: [NEARBY, ...(isSettable ? [SETTABLE] : [])].map((module) => `--import=${module}`).join(" "),
			[OPSGENIE_URL]: this.#outside.opsgenieUrl,
			...(isSettable && { [SETTINGS_FILE]: join(this.#directory, SETTINGS) }),
		};
		// In the build, NEARBY would replace the endpoints of a module that the service does not load.
		return { main: MAIN_OF_SOURCES, directory: this.#directory, databaseUrl: this.#databaseUrl, env };
	}

	/** By the clock of the service. */
	#now(): number {
		return Date.now() + this.#clock.aheadMs;
	}

	/** While no service runs. */
	async #setClock(clockAheadMs: number): Promise<void> {
		const settings: ProcessSettings = { clockAheadMs, probeThreadsEnded: 0 };
		await writeFile(join(this.#directory, SETTINGS), JSON.stringify(settings));
		this.#clock.aheadMs = clockAheadMs;
	}

	async #kill(service: Lapwing): Promise<void> {
		await service.kill();
		this.#killed += 1;
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

	/** Acknowledges one of the open outages: what was answered must be there after the kill. */
	async #acknowledge(service: Lapwing): Promise<void> {
		const listed = await service.ask("GET", "/api/v1/outages").catch(() => null);
		const outages = listed?.body.data?.outages ?? [];
		const id = outages[Math.floor(this.#options.random() * outages.length)]?.id;
		if (id === undefined) return;
		const answer = await service.ask("POST", `/api/v1/outages/${id}/acknowledge`).catch(() => null);
		if (answer?.status === 200) this.#acknowledged.add(answer.body.data.causeId);
	}

	async #checkFile(): Promise<void> {
		if (this.#options.postgresUrl !== undefined) return;
		const problems = await fileProblems(join(this.#directory, "lapwing.db"));
		for (const problem of problems) this.#broken.push(`after kill ${this.#killed}: ${problem}`);
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

async function createAlert(service: Lapwing, alert: object): Promise<void> {
	const { status, body } = await service.ask("POST", "/api/v1/alerts", { name: "Alert", ...alert });
	if (status !== 201) throw new Error(`Not created: ${JSON.stringify(body)}`);
}
