/**
 * A service whose targets fail by a script, while faults of its own side and of its network are injected in turns. It
 * is watched through the API alone (./observer.ts), and what it has told is held against the script (./tally.ts).
 */

import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Lapwing } from "../lapwing.ts";
import { startDatabase } from "./databases.ts";
import { type FillOptions, fill, INTERVAL_MS, KEY, type Monitors } from "./fill.ts";
import { Observer } from "./observer.ts";
import { OUR_FAULTS, type OurFault, type UnderTest } from "./our-faults.ts";
import { type Outside, startTargets } from "./outside.ts";
import { outageAt, type ScriptedTarget, scriptOf } from "./script.ts";
import { type ProcessSettings, SETTINGS_FILE } from "./settable-process.ts";
import { FOUND_WITHIN_MS, type Injected, type SeenCheck, type Tally, tallyOf } from "./tally.ts";

export interface FaultsOptions extends FillOptions {
	readonly engine: "sqlite" | "postgresql";
	readonly targets: number;
	/** From now until the script begins: time to fill the database and to start. */
	readonly beginsAfterSeconds: number;
	/** How long the service is watched, and faults are injected. */
	readonly seconds: number;
	/** Outages may last for so much longer. */
	readonly outlastsSeconds: number;
	readonly outageMs: { readonly least: number; readonly most: number };
	readonly healthyMs: { readonly least: number; readonly most: number };
	readonly shortShare: number;
	/** Ids of ./our-faults.ts, in this order and again from the first; null: all, shuffled. */
	readonly ours: readonly string[] | null;
	/** How long a fault of ours lasts, and the pause after it, of what its row says. */
	readonly lastsShare: number;
	/** Between two faults of ours, beside that pause. */
	readonly gapSeconds: number;
	/** Called with one sentence now and then. */
	onProgress?(sentence: string): void;
}

export interface FaultsResult extends Tally {
	/** Outages of targets and faults of ours and of the path. */
	readonly faults: number;
	/** Faults that this machine does not allow: id and reason. */
	readonly leftOut: readonly (readonly [id: string, reason: string])[];
	readonly checks: number;
	/** Of the observer's requests; ascending. */
	readonly answersMs: readonly number[];
	readonly unanswered: number;
	/** The exit code of the last service. */
	readonly exitCode: number | null;
}

const SECRET = "a secret that every start has, 32+";
const LAST_LOOK_MS = 3_000;
/** In the end outages that had to be found are waited for, while they last. */
const WAITED_FOR_MS = 30_000;
const SHORTEST_FAULT_SECONDS = 1;
/** A late start has to catch up for as long. */
const STARTED_LATE_MS = 5_000;
/** A check whose outage has begun this long before it was seen, or longer, and not ended, needs no explanation. */
const SURELY_MS = 8_000;

export async function runFaults(options: FaultsOptions): Promise<FaultsResult> {
	await using stack = new AsyncDisposableStack();
	const scratch = await mkdtemp(join(tmpdir(), "lapwing-faults-"));
	stack.defer(() => rm(scratch, { recursive: true, force: true }));
	const database = stack.use(await startDatabase(options.engine, scratch));
	const begins = Date.now() + options.beginsAfterSeconds * 1_000;
	const ends = begins + options.seconds * 1_000;
	const { outageMs, healthyMs, shortShare, random } = options;
	const during = { from: begins, to: ends + options.outlastsSeconds * 1_000 };
	const targets = scriptOf({ targets: options.targets, during, outageMs, healthyMs, shortShare, random });
	const outside = await startTargets(targets, stack);
	await writeFile(join(scratch, "root.pem"), outside.ready.root);
	const monitors = await fill(database.url, { targets, port: outside.ready.port, begins, options });
	return await new Faults({ options, scratch, database, outside, targets, monitors, begins, ends }).run();
}

type Database = Awaited<ReturnType<typeof startDatabase>>;

interface FaultsParts {
	readonly options: FaultsOptions;
	readonly scratch: string;
	readonly database: Database;
	readonly outside: Outside;
	readonly targets: readonly ScriptedTarget[];
	readonly monitors: Monitors;
	readonly begins: number;
	readonly ends: number;
}

class Faults {
	readonly #parts: FaultsParts;
	readonly #injected: (Injected & { to: number; hidesUntil: number })[] = [];
	readonly #clocksAheadMs = new Set([0]);
	#settings: ProcessSettings = { clockAheadMs: 0, probeThreadsEnded: 0 };
	#service!: Lapwing;

	constructor(parts: FaultsParts) {
		this.#parts = parts;
	}

	async run(): Promise<FaultsResult> {
		const { targets, monitors, database, begins, ends } = this.#parts;
		const test = this.#underTest();
		await test.set({});
		await this.#start();
		// On a busy machine: what was due before says nothing.
		if (Date.now() > begins) {
			const to = Date.now() + STARTED_LATE_MS;
			this.#injected.push({
				fault: "started late",
				owner: "ours",
				from: begins,
				to,
				hidesUntil: to,
				hides: () => true,
			});
		}
		const withinMs = INTERVAL_MS + this.#parts.options.timeoutSeconds * 1_000 + FOUND_WITHIN_MS;
		const observer = new Observer({
			targets: monitors.byId,
			key: KEY,
			url: () => this.#service.url,
			clocksAheadMs: () => [...this.#clocksAheadMs],
			slotOf: (target, minute, seenAt) => this.#slotOf(target, minute, seenAt),
			bounds: targets
				.flatMap(({ index, outages }) => outages.map(({ from }) => ({ target: index, from, foundBy: from + withinMs })))
				.sort((a, b) => a.foundBy - b.foundBy),
			longestCheckMs: this.#parts.options.timeoutSeconds * 1_000 + FOUND_WITHIN_MS,
			isSurelyTrue: (target, seenAt) => this.#isSurelyTrue(target, seenAt),
		});
		observer.start();
		const left = this.#chosen().map((fault) => [fault, fault.lacks(test)] as const);
		const possible = left.flatMap(([fault, reason]) => (reason === null ? [fault] : []));
		await pause(Math.max(0, begins - Date.now()));
		await this.#injectInTurns(possible, test);
		await pause(Math.max(0, ends + LAST_LOOK_MS - Date.now()));
		await this.#untilFound(observer);
		const checks = await observer.finish();
		const { code } = await this.#service.stop();
		await database.check?.();
		return {
			...(await this.#tally(checks)),
			faults: targets.reduce((sum, { outages }) => sum + outages.length, 0) + this.#injected.length,
			leftOut: left.flatMap(([{ id }, reason]) => (reason === null ? [] : [[id, reason] as const])),
			checks: checks.length,
			answersMs: observer.answersMs.sort((a, b) => a - b),
			unanswered: observer.unanswered,
			exitCode: code,
		};
	}

	/** Waits until no outage is missed that still lasts, or for as long as it makes sense. */
	async #untilFound(observer: Observer): Promise<void> {
		const latest = Math.min(Date.now() + WAITED_FOR_MS, this.#parts.ends + this.#parts.options.outlastsSeconds * 1_000);
		while (Date.now() < latest) {
			const { outages } = await this.#tally(observer.checks);
			if (outages.every(({ missed }) => missed === 0)) return;
			await pause(LAST_LOOK_MS);
		}
	}

	async #tally(checks: readonly SeenCheck[]): Promise<Tally> {
		const { options, targets, outside } = this.#parts;
		const stalls = await outside.stalls();
		return tallyOf({
			targets,
			checks,
			injected: this.#injected,
			targetStalls: stalls.spans,
			intervalMs: INTERVAL_MS,
			timeoutMs: options.timeoutSeconds * 1_000,
			slots: ({ index }, { from, to }) => this.#slots(index, from, to),
		});
	}

	#chosen(): readonly OurFault[] {
		const { ours, random } = this.#parts.options;
		if (ours !== null) return ours.flatMap((id) => OUR_FAULTS.filter((fault) => fault.id === id));
		return OUR_FAULTS.map((fault) => ({ fault, key: random() }))
			.sort((a, b) => a.key - b.key)
			.map(({ fault }) => fault);
	}

	/** One after the other, and again from the first as long as there is time. Each has its turn once in any case. */
	async #injectInTurns(faults: readonly OurFault[], test: UnderTest): Promise<void> {
		const { options, ends } = this.#parts;
		for (let turn = 0; faults.length > 0; turn += 1) {
			const fault = faults[turn % faults.length] as OurFault;
			const share = fault.lastsSeconds * options.lastsShare;
			const lastsMs = fault.lastsSeconds === 0 ? 0 : Math.max(SHORTEST_FAULT_SECONDS, share) * 1_000;
			const settlesMs = fault.settlesSeconds * 1_000;
			const pauseMs = options.lastsShare * settlesMs;
			const endsAt = Date.now() + options.gapSeconds * 1_000 + lastsMs + pauseMs;
			if (turn >= faults.length && endsAt > ends) return;
			await pause(options.gapSeconds * 1_000);
			const { id, owner, hides } = fault;
			const never = Number.POSITIVE_INFINITY;
			const injected = { fault: id, owner, from: Date.now(), to: never, hidesUntil: never, hides };
			this.#injected.push(injected);
			options.onProgress?.(`${new Date().toISOString().slice(11, 19)} ${id}`);
			try {
				await fault.inject(test, () => pause(lastsMs));
			} catch (error) {
				throw new Error(`${id} could not be injected. The service: ${this.#service.lastWords}`, { cause: error });
			}
			injected.to = Date.now();
			injected.hidesUntil = injected.to + settlesMs;
			await pause(pauseMs);
		}
	}

	#underTest(): UnderTest {
		const { options, scratch, database, outside } = this.#parts;
		const settings = () => this.#settings;
		return {
			engine: options.engine,
			pid: () => this.#service.pid,
			databaseUrl: database.url,
			ballast: database.ballast,
			server: database.server,
			resolver: (mode) => outside.send({ kind: "resolver", mode }),
			get settings() {
				return settings();
			},
			set: async (changed) => {
				this.#settings = { ...this.#settings, ...changed };
				this.#clocksAheadMs.add(this.#settings.clockAheadMs);
				// Never half of it.
				await writeFile(join(scratch, "settings.new"), JSON.stringify(this.#settings));
				await rename(join(scratch, "settings.new"), join(scratch, "settings.json"));
			},
			killAndRestart: async () => {
				await this.#service.kill();
				await this.#start();
			},
		};
	}

	async #start(): Promise<void> {
		const { scratch, database, outside } = this.#parts;
		const preload = pathToFileURL(join(import.meta.dirname, "settable-process.ts")).href;
		this.#service = await Lapwing.start({
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

	#slots(index: number, from: number, to: number): number[] {
		const phase = this.#parts.monitors.phasesMs[index] ?? 0;
		const slots: number[] = [];
		const first = from + ((((phase - from) % INTERVAL_MS) + INTERVAL_MS) % INTERVAL_MS);
		// Those whose check is over when the watch ends.
		const last = Math.min(to, this.#parts.ends - this.#parts.options.timeoutSeconds * 1_000 - FOUND_WITHIN_MS);
		for (let slot = first; slot <= last; slot += INTERVAL_MS) if (slot >= this.#parts.begins) slots.push(slot);
		return slots;
	}

	#slotOf(index: number, minute: number, seenAt: number): number {
		const phase = this.#parts.monitors.phasesMs[index] ?? 0;
		const slots = [...this.#clocksAheadMs].map((aheadMs) => minute * INTERVAL_MS + phase - aheadMs);
		return Math.max(...slots.filter((slot) => slot <= seenAt));
	}

	#isSurelyTrue(index: number, seenAt: number): boolean {
		const target = this.#parts.targets[index];
		if (target === undefined) return false;
		const from = seenAt - this.#parts.options.timeoutSeconds * 1_000 - FOUND_WITHIN_MS - SURELY_MS;
		const outage = outageAt(target, from);
		const isDisturbed = this.#injected.some((each) => each.from <= seenAt && from <= each.hidesUntil);
		return outage !== null && seenAt < outage.to && !isDisturbed;
	}
}
