/**
 * Sends what this process does to an OpenTelemetry collector, over OTLP/HTTP in JSON. Checks never wait for it: they
 * are put into a bounded queue, and what does not fit is dropped and counted.
 */

import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { JudgedOutcome } from "../domain/checks/record.ts";
import { type NamedMonitor, spansOf } from "./check-spans.ts";
import { type Attributes, metricsRequest, traceRequest } from "./otlp.ts";
import { metricsOf } from "./registry-metrics.ts";

/** Checks that wait: eight seconds of 1,000 a second; some 10 MB. */
const MOST_WAITING = 8_192;
const CHECKS_AT_ONCE = 512;
const TRACES_EVERY_MS = 1_000;
const METRICS_EVERY_MS = 60_000;
const REQUEST_TIMEOUT_MS = 10_000;
/** Statuses after which the same is sent again (OTLP, "Retryable Response Codes"). */
const LATER = new Set([429, 502, 503, 504]);

interface ExporterOptions {
	/** Without `/v1/traces` and `/v1/metrics`. */
	readonly endpoint: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly resource: Attributes;
	readonly version: string;
	readonly registry: Registry;
	readonly log: Logger;
	now(): number;
	/** The names of monitors by their keys, for a batch. */
	namesOf(monitorIds: readonly number[]): Promise<ReadonlyMap<number, NamedMonitor>>;
	/** Counts checks whose spans were dropped. */
	onDropped(checks: number): void;
}

export class TelemetryExporter implements AsyncDisposable {
	readonly #options: ExporterOptions;
	readonly #startedAt: number;
	readonly #waiting: JudgedOutcome[] = [];
	readonly #timers: readonly NodeJS.Timeout[];
	readonly #stopping = new AbortController();
	/** One request of a kind at a time. */
	#traces: Promise<void> | null = null;
	#metrics: Promise<void> | null = null;
	#isFailing = false;

	constructor(options: ExporterOptions) {
		this.#options = options;
		this.#startedAt = options.now();
		this.#timers = [
			setInterval(() => void this.#sendTraces(), TRACES_EVERY_MS).unref(),
			setInterval(() => void this.#sendMetrics(), METRICS_EVERY_MS).unref(),
		];
	}

	/** Never waits. */
	add(checks: Iterable<JudgedOutcome>): void {
		let dropped = 0;
		for (const check of checks) {
			if (this.#waiting.length < MOST_WAITING) this.#waiting.push(check);
			else dropped += 1;
		}
		if (dropped > 0) this.#options.onDropped(dropped);
	}

	/** Sends what waits and the last metrics, each once. */
	async flush(): Promise<void> {
		await this.#traces;
		await this.#sendTraces();
		await this.#metrics;
		await this.#sendMetrics();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const timer of this.#timers) clearInterval(timer);
		const limit = setTimeout(() => this.#stopping.abort(), LAST_WORDS_MS);
		await this.flush();
		clearTimeout(limit);
	}

	#sendTraces(): Promise<void> {
		this.#traces ??= this.#drain()
			.catch((error) => this.#fail(error))
			.finally(() => {
				this.#traces = null;
			});
		return this.#traces;
	}

	async #drain(): Promise<void> {
		while (this.#waiting.length > 0) {
			const batch = this.#waiting.slice(0, CHECKS_AT_ONCE);
			const ids = [...new Set(batch.map(({ outcome }) => outcome.order.monitorId))];
			// Without names the spans are still worth having.
			const names = await this.#options.namesOf(ids).catch(() => new Map<number, NamedMonitor>());
			const spans = batch.flatMap((check) => spansOf(check, names.get(check.outcome.order.monitorId)));
			const sent = await this.#post("traces", traceRequest(this.#options.resource, this.#scope, spans));
			if (sent === "later") return;
			this.#waiting.splice(0, batch.length);
			if (sent === "never") this.#options.onDropped(batch.length);
		}
	}

	#sendMetrics(): Promise<void> {
		const { registry, now, resource } = this.#options;
		// What could not be sent is contained in the next: sums are since the start.
		this.#metrics ??= metricsOf(registry, this.#startedAt, now())
			.then((metrics) => this.#post("metrics", metricsRequest(resource, this.#scope, metrics)))
			.then(() => {})
			.catch((error) => this.#fail(error))
			.finally(() => {
				this.#metrics = null;
			});
		return this.#metrics;
	}

	get #scope() {
		return { name: "lapwing", version: this.#options.version };
	}

	async #post(signal: "traces" | "metrics", body: object): Promise<"sent" | "later" | "never"> {
		const { endpoint, headers } = this.#options;
		try {
			const response = await fetch(`${endpoint}/v1/${signal}`, {
				method: "POST",
				headers: { ...headers, "content-type": "application/json" },
				body: JSON.stringify(body),
				redirect: "error",
				signal: AbortSignal.any([AbortSignal.timeout(REQUEST_TIMEOUT_MS), this.#stopping.signal]),
			});
			await response.body?.cancel();
			if (response.ok) {
				this.#isFailing = false;
				return "sent";
			}
			this.#fail(new Error(`The collector answered ${response.status}`));
			return LATER.has(response.status) ? "later" : "never";
		} catch (error) {
			this.#fail(error);
			return "later";
		}
	}

	/** Once, until something is sent again. */
	#fail(error: unknown): void {
		if (!this.#isFailing) this.#options.log.warn({ err: error }, "OpenTelemetry's collector takes nothing just now");
		this.#isFailing = true;
	}
}

const LAST_WORDS_MS = 2_000;
