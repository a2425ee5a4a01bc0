/**
 * What the API tells of the monitors while the service is hurt: each check by the stream of live changes, the checks of
 * minutes without a stream by the board, and the attempt behind a failing check by the result explained. The stream
 * tells once a second, so at the instant by which an outage must be found the monitor itself is asked. All by the clock
 * of this process, whatever the clock of the service says.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Span } from "./script.ts";
import type { Mark, SeenCheck } from "./tally.ts";

interface ObserverOptions {
	/** Index of the target by the id of its monitor. */
	readonly targets: ReadonlyMap<string, number>;
	readonly key: string;
	/** Where the service listens now; it changes when it was started anew. */
	url(): string;
	/** What the clock of the service may have been ahead of the true one lately, milliseconds. */
	clocksAheadMs(): readonly number[];
	/** When a target's check of a minute of the service's clock was due, by the true clock. */
	slotOf(target: number, minute: number, seenAt: number): number;
	/** Outages and the instants by which they must be found, ascending. */
	readonly bounds: readonly { readonly target: number; readonly from: number; readonly foundBy: number }[];
	/** From the start of a check until the API tells of it. */
	readonly longestCheckMs: number;
	/** Whether a failing check that was seen at `seenAt` can only be that of an outage, so that nobody has to look. */
	isSurelyTrue(target: number, seenAt: number): boolean;
}

const ANSWERS_WITHIN_MS = 5_000;
/** The stream says something every 15 seconds. */
const SILENT_FOR_MS = 20_000;
const RETRY_MS = 200;
/** Minutes of the board that are read when the stream was interrupted. */
const MINUTES_READ_AGAIN = 4;
const EXPLAINED_AT_ONCE = 4;
/** Asked so long before an outage must be found, for an answer takes time. */
const ASKED_BEFORE_MS = 50;
/** Checks that were missed are on the board alone. */
const BOARD_EVERY_MS = 30_000;

interface LiveMonitor {
	readonly id: string;
	readonly minute: number | null;
	readonly mark: string;
}

export class Observer {
	readonly #options: ObserverOptions;
	readonly #checks: SeenCheck[] = [];
	/** The mark of each minute that was seen, by monitor and minute. */
	readonly #seen = new Map<string, string>();
	readonly #unexplained: { id: string; minute: number; target: number; mark: Mark; seenAt: number }[] = [];
	/** When each target was last told to fail. */
	readonly #failedAt = new Map<number, number>();
	readonly #stop = new AbortController();
	#running: Promise<unknown> | undefined;
	/** Milliseconds that requests took, and those that were not answered. */
	readonly answersMs: number[] = [];
	unanswered = 0;

	constructor(options: ObserverOptions) {
		this.#options = options;
	}

	start(): void {
		this.#running = Promise.all([this.#follow(), this.#explain(), this.#readBoards(), this.#askAtBounds()]);
	}

	/** What was seen and explained so far. */
	get checks(): readonly SeenCheck[] {
		return this.#checks;
	}

	/** Reads the board once more, explains what is left, and answers everything that was seen. */
	async finish(): Promise<readonly SeenCheck[]> {
		await this.#readBoard();
		this.#stop.abort();
		await this.#running;
		return this.#checks.sort((a, b) => a.seenAt - b.seenAt);
	}

	async #follow(): Promise<void> {
		while (!this.#stop.signal.aborted) {
			await this.#readStream().catch(() => {});
			if (!this.#stop.signal.aborted) await pause(RETRY_MS);
		}
	}

	async #readStream(): Promise<void> {
		const silence = new AbortController();
		const signal = AbortSignal.any([silence.signal, this.#stop.signal]);
		let timer = setTimeout(() => silence.abort(), ANSWERS_WITHIN_MS);
		try {
			const response = await fetch(`${this.#options.url()}/api/v1/live`, { headers: this.#headers(), signal });
			if (response.status !== 200 || response.body === null) throw new Error(`/live answered ${response.status}`);
			// What happened without a stream.
			await this.#readBoard();
			let text = "";
			for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
				clearTimeout(timer);
				timer = setTimeout(() => silence.abort(), SILENT_FOR_MS);
				text += part;
				const events = text.split("\n\n");
				text = events.pop() ?? "";
				for (const event of events) await this.#take(event);
			}
		} finally {
			clearTimeout(timer);
			silence.abort();
		}
	}

	async #take(event: string): Promise<void> {
		const field = (name: string) =>
			event
				.split("\n")
				.find((line) => line.startsWith(`${name}: `))
				?.slice(name.length + 2);
		if (field("event") === "resync") await this.#readBoard();
		if (field("event") !== "change") return;
		const { monitors } = JSON.parse(field("data") ?? "{}") as { monitors: readonly LiveMonitor[] };
		const seenAt = Date.now();
		for (const { id, minute, mark } of monitors) if (minute !== null) this.#note(id, minute, mark, seenAt);
	}

	async #askAtBounds(): Promise<void> {
		const ids = new Map([...this.#options.targets].map(([id, target]) => [target, id]));
		for (const { target, from, foundBy } of this.#options.bounds) {
			const leftMs = foundBy - ASKED_BEFORE_MS - Date.now();
			if (leftMs > 0) await pause(leftMs, undefined, { signal: this.#stop.signal }).catch(() => {});
			if (this.#stop.signal.aborted) return;
			if ((this.#failedAt.get(target) ?? 0) < from) void this.#askMonitor(ids.get(target) ?? "", target, from);
		}
	}

	/** Notes that a monitor fails by a check since `from`, if it does. */
	async #askMonitor(id: string, target: number, from: number): Promise<void> {
		const answer = await this.#ask(`/api/v1/monitors/${id}`).catch(() => null);
		const seenAt = Date.now();
		const { status, lastCheckedAt } = answer?.data ?? {};
		const checkedAt = this.#trueTime(Date.parse(lastCheckedAt), seenAt);
		if ((status !== "down" && status !== "degraded") || checkedAt < from) return;
		this.#checks.push({
			target,
			mark: status === "down" ? "d" : "g",
			seenAt,
			attempt: { from: checkedAt, to: seenAt },
		});
	}

	async #readBoards(): Promise<void> {
		while (!this.#stop.signal.aborted) {
			await pause(BOARD_EVERY_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
			if (!this.#stop.signal.aborted) await this.#readBoard().catch(() => {});
		}
	}

	async #readBoard(): Promise<void> {
		const { minute, monitors } = (await this.#ask("/api/v1/board")).data as {
			minute: number;
			monitors: { id: readonly string[]; recent: readonly string[] };
		};
		const seenAt = Date.now();
		monitors.id.forEach((id, at) => {
			const marks = (monitors.recent[at] ?? "").slice(-MINUTES_READ_AGAIN);
			for (const [place, mark] of [...marks].entries()) this.#note(id, minute - marks.length + 1 + place, mark, seenAt);
		});
	}

	#note(id: string, minute: number, mark: string, seenAt: number): void {
		const target = this.#options.targets.get(id);
		const key = `${id} ${minute}`;
		if (target === undefined || this.#seen.get(key) === mark || !isMark(mark)) return;
		this.#seen.set(key, mark);
		if (mark === "d" || mark === "g") this.#failedAt.set(target, seenAt);
		if (mark === "u") this.#checks.push({ target, mark, seenAt, attempt: null });
		else if (mark === "m") {
			const slot = this.#options.slotOf(target, minute, seenAt);
			this.#checks.push({ target, mark, seenAt, attempt: { from: slot, to: slot } });
		} else if (this.#options.isSurelyTrue(target, seenAt))
			this.#checks.push({ target, mark, seenAt, attempt: { from: seenAt, to: seenAt } });
		else this.#unexplained.push({ id, minute, target, mark, seenAt });
	}

	/** Looks at the failing checks whose outage may have begun or ended meanwhile, or that have none. */
	async #explain(): Promise<void> {
		while (!this.#stop.signal.aborted || this.#unexplained.length > 0) {
			const some = this.#unexplained.splice(0, EXPLAINED_AT_ONCE);
			const explained = await Promise.all(
				some.map(async (each) => {
					const { id, minute, target, mark, seenAt } = each;
					const attempt = await this.#attemptOf(id, minute, seenAt).catch(() => null);
					// The service does not answer just now.
					if (attempt === null) this.#unexplained.push(each);
					else this.#checks.push({ target, mark, seenAt, attempt });
					return attempt !== null;
				}),
			);
			if (some.length === 0 || explained.includes(false)) await pause(RETRY_MS);
		}
	}

	/** The attempt behind a failing check; the time in which it must have been, where the API knows it no more. */
	async #attemptOf(id: string, minute: number, seenAt: number): Promise<Span> {
		const answer = await this.#ask(`/api/v1/monitors/${id}/results/${minute}`);
		// Of a clock that was set back since.
		if (answer === "not found") return { from: seenAt - this.#options.longestCheckMs, to: seenAt };
		const { createdAt, completedAt } = answer.data as { createdAt: number; completedAt: number | null };
		const tookMs = (completedAt ?? createdAt) - createdAt;
		const end = this.#trueTime(createdAt + tookMs, seenAt);
		return { from: end - tookMs, to: end };
	}

	/** An instant of the service's clock, which may have been set meanwhile: the latest that it can have been. */
	#trueTime(instant: number, seenAt: number): number {
		const instants = this.#options.clocksAheadMs().map((aheadMs) => instant - aheadMs);
		const latest = Math.max(...instants.filter((each) => each <= seenAt));
		return Number.isFinite(latest) ? latest : seenAt;
	}

	#headers(): Record<string, string> {
		return { authorization: `Bearer ${this.#options.key}` };
	}

	// biome-ignore lint/suspicious/noExplicitAny: read as a client without types does.
	async #ask(path: string): Promise<any> {
		const startedAt = performance.now();
		try {
			const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
			const response = await fetch(`${this.#options.url()}${path}`, { headers: this.#headers(), signal });
			if (response.status === 404) return "not found";
			if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
			const body = await response.json();
			this.answersMs.push(performance.now() - startedAt);
			return body;
		} catch (error) {
			this.unanswered += 1;
			throw error;
		}
	}
}

function isMark(letter: string): letter is Mark {
	return letter === "u" || letter === "g" || letter === "d" || letter === "m";
}
