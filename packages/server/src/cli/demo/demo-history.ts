/**
 * A plausible history of a monitor: mostly up, some slow minutes, a few outages and missed checks. The same seed gives
 * the same history. For demonstrations and benchmarks.
 */

import { type CheckOrder, type CheckOutcome, startOfMinute } from "../../domain/checks/check.ts";
import {
	type Answered,
	type Failed,
	type Fault,
	type HttpResponse,
	NO_PHASES,
	type Observation,
} from "../../domain/checks/observation.ts";
import type { TypeSettings } from "../../domain/monitors/types.ts";
import { stepsOfRun, stepsUntil } from "./demo-flow.ts";

/** The probability that an event begins with a check, and its duration. */
const OUTAGE = { chance: 1 / 4_000, fewest: 2, most: 45 };
const SLOWNESS = { chance: 1 / 1_500, fewest: 1, most: 12 };
const MISS_CHANCE = 1 / 3_000;
const OUTAGES: readonly { readonly fault: Fault; readonly message: string }[] = [
	{ fault: "refused", message: "The connection was refused." },
	{ fault: "timeout", message: "No response came in time." },
	{ fault: "reset", message: "The connection was reset before the response was complete." },
];

/** Random numbers in [0, 1) by mulberry32, which is good enough for a demo. */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** The generated history of a monitor, one check after the other. */
export class PlausibleHistory {
	readonly #random: () => number;
	readonly #usualMs: number;
	#outage: { readonly fault: Fault; readonly message: string } | null = null;
	#outageLeft = 0;
	#slowLeft = 0;

	constructor(seed: number) {
		this.#random = seededRandom(seed);
		this.#usualMs = 30 + this.#random() * 300;
	}

	/** The outcome of `order`. Calls must be in chronological order. */
	next(order: CheckOrder): CheckOutcome {
		const random = this.#random;
		const startedAt = order.scheduledAt + Math.floor(random() * 150);
		const observation = this.#look(order);
		const elapsed =
			observation.kind === "answered"
				? observation.responseTimeMs
				: observation.kind === "failed" && observation.fault === "timeout"
					? order.timeoutMs
					: 12;
		const completedAt = startedAt + Math.round(elapsed);
		return {
			order,
			observation,
			startedAt,
			completedAt,
			firstAttemptAt: startedAt,
			attempts: observation.kind === "failed" ? 2 : 1,
		};
	}

	#look({ timeoutMs, settings }: CheckOrder): Observation {
		const random = this.#random;
		if (this.#outageLeft === 0 && random() < OUTAGE.chance) {
			this.#outageLeft = lengthOf(OUTAGE, random);
			this.#outage = OUTAGES[Math.floor(random() * OUTAGES.length)] ?? null;
		}
		if (this.#slowLeft === 0 && random() < SLOWNESS.chance) this.#slowLeft = lengthOf(SLOWNESS, random);
		if (random() < MISS_CHANCE) return { kind: "missed", cause: "no_network", message: "This machine had no network." };
		if (this.#outageLeft > 0 && this.#outage) {
			this.#outageLeft -= 1;
			const phase = this.#outage.fault === "refused" ? "connect" : "first_byte";
			const failed = { kind: "failed", ...this.#outage, phase, phases: NO_PHASES, certificate: null } as const;
			return inFlow(settings, { ...failed, address: "127.0.0.1" }, random());
		}
		// The sum of a few random numbers is near the middle, with an occasional outlier.
		let responseTimeMs = this.#usualMs * (0.6 + 0.3 * (random() + random() + random()) * (random() < 0.02 ? 3 : 1));
		if (this.#slowLeft > 0) {
			this.#slowLeft -= 1;
			responseTimeMs = Math.min(timeoutMs - 100, 5_000 + random() * 3_000);
		}
		const connect = responseTimeMs * 0.15;
		const phases = {
			...NO_PHASES,
			dns: random() < 0.1 ? responseTimeMs * 0.1 : 0,
			connect,
			first_byte: responseTimeMs * 0.7,
		};
		const seen = { kind: "answered", responseTimeMs, phases, certificate: null, address: "127.0.0.1" } as const;
		return answerOf(settings, seen);
	}
}

type Seen = Omit<HttpResponse, "type" | "status" | "failedContentCheckId">;

/** Of a flow, a failure is one of a step; `where`, from 0 to 1, says of which. */
function inFlow(settings: TypeSettings, failed: Failed, where: number): Failed {
	if (settings.type !== "flow") return failed;
	const failing = Math.floor(where * settings.steps.length);
	const message = `Step ${failing + 1}, ${settings.steps[failing]?.name}: ${failed.message}`;
	return { ...failed, message, steps: stepsUntil(settings, failing) };
}

/** A response as a monitor of these settings expects it. */
function answerOf(settings: TypeSettings, seen: Seen): Answered {
	const { type } = settings;
	switch (type) {
		case "dns":
			return { ...seen, type, records: ["192.0.2.1"], exists: true };
		case "tcp":
			return { ...seen, type, searched: null };
		case "ping":
			return { ...seen, type, sent: 3, received: 3 };
		case "websocket":
			return { ...seen, type, status: 101, searched: null };
		case "flow":
			return { ...seen, type, steps: stepsOfRun(settings, seen.responseTimeMs), shortfall: null };
		case "cron":
			throw new Error("The history of a job is made of its runs (./demo-runs.ts)");
		case "http":
			return { ...seen, type, status: 200, failedContentCheckId: null };
	}
}

function lengthOf({ fewest, most }: { fewest: number; most: number }, random: () => number): number {
	return fewest + Math.floor(random() * (most - fewest + 1));
}

/** The scheduled instant of a check in `minute`, on a grid of its own. */
export function demoSlot(minute: number, phaseMs: number): number {
	return startOfMinute(minute) + (phaseMs % 60_000);
}
