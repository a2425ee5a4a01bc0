/**
 * A service whose targets fail by a script, while faults of its own side and of its network are injected in turns
 * (./injections.ts). It is watched through the API alone (./observer.ts), and what it has told is held against the
 * script (./tally.ts).
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startDatabase, type TestDatabase } from "./databases.ts";
import { type FillOptions, fill, INTERVAL_MS, KEY, type Monitors } from "./fill.ts";
import { type InjectionOptions, Injections } from "./injections.ts";
import { Observer } from "./observer.ts";
import { type Outside, startTargets } from "./outside.ts";
import { outageAt, type ScriptedTarget, scriptOf } from "./script.ts";
import { ServiceUnderTest } from "./service-under-test.ts";
import { FOUND_WITHIN_MS, type SeenCheck, type Tally, tallyOf } from "./tally.ts";

export interface FaultsOptions extends FillOptions, InjectionOptions {
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

const LAST_LOOK_MS = 3_000;
/** In the end outages that had to be found are waited for, while they last. */
const WAITED_FOR_MS = 30_000;
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
	const service = stack.use(await ServiceUnderTest.start({ engine: options.engine, scratch, database, outside }));
	return await new Faults({ options, service, database, outside, targets, monitors, begins, ends }).run();
}

interface FaultsParts {
	readonly options: FaultsOptions;
	readonly service: ServiceUnderTest;
	readonly database: TestDatabase;
	readonly outside: Outside;
	readonly targets: readonly ScriptedTarget[];
	readonly monitors: Monitors;
	readonly begins: number;
	readonly ends: number;
}

class Faults {
	readonly #parts: FaultsParts;
	readonly #injections: Injections;
	/** From the start of a check until the API tells of it. */
	readonly #longestCheckMs: number;

	constructor(parts: FaultsParts) {
		this.#parts = parts;
		this.#injections = new Injections(parts.options, parts.service);
		this.#longestCheckMs = parts.options.timeoutSeconds * 1_000 + FOUND_WITHIN_MS;
	}

	async run(): Promise<FaultsResult> {
		const { service, targets, database, begins, ends } = this.#parts;
		if (Date.now() > begins) this.#injections.noteLateStart(begins);
		const observer = this.#observer();
		observer.start();
		await pause(Math.max(0, begins - Date.now()));
		await this.#injections.injectUntil(ends);
		await pause(Math.max(0, ends + LAST_LOOK_MS - Date.now()));
		await this.#untilFound(observer);
		const checks = await observer.finish();
		const exitCode = await service.stop();
		await database.check?.();
		const { injected, leftOut } = this.#injections;
		return {
			...(await this.#tally(checks)),
			faults: targets.reduce((sum, { outages }) => sum + outages.length, 0) + injected.length,
			leftOut,
			checks: checks.length,
			answersMs: observer.answersMs.sort((a, b) => a - b),
			unanswered: observer.unanswered,
			exitCode,
		};
	}

	#observer(): Observer {
		const { service, targets, monitors } = this.#parts;
		const withinMs = INTERVAL_MS + this.#longestCheckMs;
		return new Observer({
			targets: monitors.byId,
			key: KEY,
			url: () => service.url,
			clocksAheadMs: () => [...service.clocksAheadMs],
			slotOf: (target, minute, seenAt) => this.#slotOf(target, minute, seenAt),
			bounds: targets
				.flatMap(({ index, outages }) => outages.map(({ from }) => ({ target: index, from, foundBy: from + withinMs })))
				.sort((a, b) => a.foundBy - b.foundBy),
			longestCheckMs: this.#longestCheckMs,
			isSurelyTrue: (target, seenAt) => this.#isSurelyTrue(target, seenAt),
		});
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
			injected: this.#injections.injected,
			targetStalls: stalls.spans,
			intervalMs: INTERVAL_MS,
			timeoutMs: options.timeoutSeconds * 1_000,
			slots: ({ index }, { from, to }) => this.#slots(index, from, to),
		});
	}

	#slots(index: number, from: number, to: number): number[] {
		const phase = this.#parts.monitors.phasesMs[index] ?? 0;
		const slots: number[] = [];
		const first = from + ((((phase - from) % INTERVAL_MS) + INTERVAL_MS) % INTERVAL_MS);
		// Those whose check is over when the watch ends.
		const last = Math.min(to, this.#parts.ends - this.#longestCheckMs);
		for (let slot = first; slot <= last; slot += INTERVAL_MS) if (slot >= this.#parts.begins) slots.push(slot);
		return slots;
	}

	#slotOf(index: number, minute: number, seenAt: number): number {
		const phase = this.#parts.monitors.phasesMs[index] ?? 0;
		const slots = [...this.#parts.service.clocksAheadMs].map((aheadMs) => minute * INTERVAL_MS + phase - aheadMs);
		return Math.max(...slots.filter((slot) => slot <= seenAt));
	}

	#isSurelyTrue(index: number, seenAt: number): boolean {
		const target = this.#parts.targets[index];
		if (target === undefined) return false;
		const from = seenAt - this.#longestCheckMs - SURELY_MS;
		const outage = outageAt(target, from);
		const isDisturbed = this.#injections.injected.some((each) => each.from <= seenAt && from <= each.hidesUntil);
		return outage !== null && seenAt < outage.to && !isDisturbed;
	}
}
