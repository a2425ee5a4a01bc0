/**
 * Outcomes that a prober keeps until it hears that they are committed, and sends again until then: to the `control`
 * that ordered them, and once that is silent, to it and to any in turn. Bounded in number and age.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Msg } from "@nats-io/transport-node";
import { batchesOf } from "../batches.ts";
import {
	type CheckRef,
	MESSAGE_VERSION,
	OUTCOMES_IN_MESSAGE,
	type OutcomesMessage,
	type OutcomesReply,
	type SentOutcome,
} from "../messages.ts";
import { ANY_CONTROL } from "../subjects.ts";

interface KeptOutcomesOptions {
	/** Resolves with the answer; rejects when none came. */
	send(control: string, message: OutcomesMessage, timeoutMs: number): Promise<Msg>;
	/** Milliseconds. */
	monotonic(): number;
}

interface Kept {
	readonly outcome: SentOutcome;
	readonly control: string;
	readonly since: number;
	isUnderWay: boolean;
	/** When it is sent next. */
	sendAt: number;
	/** Whether any `control` was asked last. */
	askedAny: boolean;
}

/** About 1 KB each. Past it no order is taken. */
const KEPT_AT_MOST = 10_000;
/** By then the check was made again, or is missed. */
const KEPT_FOR_MS = 10 * 60_000;
const GATHER_MS = 100;
/** `control` answers within a second what it has read from its database; while that is away, it does not answer. */
const ANSWER_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 1_000;
/** Outcomes that `control` has, and can't commit yet: it waits for other locations. */
const NOT_YET_AGAIN_AFTER_MS = 5_000;
/** Then any `control` may record them. */
const SILENT_AFTER_MS = 15_000;
/** Messages to one `control` that wait for their answer. */
const AT_ONCE = 8;

export class KeptOutcomes {
	readonly #options: KeptOutcomesOptions;
	/** By check. */
	readonly #kept = new Map<string, Kept>();
	/** When each `control` answered last. */
	readonly #answeredAt = new Map<string, number>();
	/** Messages that wait for their answer, by whom they were sent to. */
	readonly #underWay = new Map<string, number>();
	#whenEmpty: (() => void)[] = [];

	constructor(options: KeptOutcomesOptions) {
		this.#options = options;
	}

	get isFull(): boolean {
		return this.#kept.size >= KEPT_AT_MOST;
	}

	add(control: string, outcome: SentOutcome): void {
		const since = this.#options.monotonic();
		const kept = { outcome, control, since, isUnderWay: false, sendAt: since, askedAny: false };
		this.#kept.set(checkOf(outcome), kept);
		const [oldest] = this.#kept.values();
		if (this.#kept.size > 2 * KEPT_AT_MOST && oldest) this.#drop(oldest);
	}

	/**
	 * Sends what was seen of a check to the `control` that orders it again. False when there is nothing, or what is there
	 * is missed, so that it is better made again.
	 */
	readdress(control: string, check: CheckRef): boolean {
		const kept = this.#kept.get(checkOf(check));
		if (kept === undefined || kept.outcome.observation.kind === "missed") return false;
		// Anew, so that it does not wait for an answer to what is under way to the one before.
		this.add(control, kept.outcome);
		return true;
	}

	whenEmpty(): Promise<void> {
		if (this.#kept.size === 0) return Promise.resolve();
		return new Promise((resolve) => this.#whenEmpty.push(resolve));
	}

	async run(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			this.#sendSome();
			await pause(GATHER_MS, undefined, { signal }).catch(() => {});
		}
	}

	#sendSome(): void {
		const at = this.#options.monotonic();
		const waiting = new Map<string, Kept[]>();
		for (const kept of this.#kept.values()) {
			if (kept.isUnderWay || kept.sendAt > at) continue;
			if (at - kept.since > KEPT_FOR_MS) {
				this.#drop(kept);
				continue;
			}
			const { control } = kept;
			const silentSince = Math.max(this.#answeredAt.get(control) ?? 0, kept.since);
			const to = at - silentSince > SILENT_AFTER_MS && !kept.askedAny ? ANY_CONTROL : control;
			const batch = waiting.get(to);
			if (batch) batch.push(kept);
			else waiting.set(to, [kept]);
		}
		for (const [to, all] of waiting) {
			if ((this.#underWay.get(to) ?? 0) >= AT_ONCE) continue;
			for (const batch of batchesOf(all, OUTCOMES_IN_MESSAGE)) {
				void this.#send(to, batch);
				if ((this.#underWay.get(to) ?? 0) >= AT_ONCE) break;
			}
		}
		for (const [control, answeredAt] of this.#answeredAt) {
			if (at - answeredAt > SILENT_AFTER_MS) this.#answeredAt.delete(control);
		}
		if (this.#kept.size === 0) {
			for (const resolve of this.#whenEmpty.splice(0)) resolve();
		}
	}

	async #send(to: string, batch: readonly Kept[]): Promise<void> {
		const { send, monotonic } = this.#options;
		this.#underWay.set(to, (this.#underWay.get(to) ?? 0) + 1);
		for (const kept of batch) {
			kept.isUnderWay = true;
			kept.askedAny = to === ANY_CONTROL;
		}
		try {
			const outcomes = batch.map(({ outcome }) => outcome);
			const message = { v: MESSAGE_VERSION, outcomes };
			const { notYet } = (await send(to, message, ANSWER_WITHIN_MS)).json<OutcomesReply>();
			const later = new Set(notYet.map((index) => batch[index]));
			for (const kept of batch) {
				if (later.has(kept)) kept.sendAt = monotonic() + NOT_YET_AGAIN_AFTER_MS;
				else this.#drop(kept);
			}
			this.#answeredAt.set(to, monotonic());
		} catch {
			await pause(AGAIN_AFTER_MS);
		} finally {
			const left = (this.#underWay.get(to) ?? 0) - 1;
			if (left > 0) this.#underWay.set(to, left);
			else this.#underWay.delete(to);
			for (const kept of batch) kept.isUnderWay = false;
		}
	}

	/** Unless it was added anew meanwhile. */
	#drop(kept: Kept): void {
		const check = checkOf(kept.outcome);
		if (this.#kept.get(check) === kept) this.#kept.delete(check);
	}
}

function checkOf({ monitorId, revision, scheduledAt }: CheckRef): string {
	return `${monitorId} ${revision} ${scheduledAt}`;
}
