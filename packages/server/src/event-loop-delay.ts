/**
 * How long the turns of the event loop take: what arrives meanwhile waits. Under the names of prom-client, whose own
 * figures come from a timer that wakes the process a hundred times a second, and contain that timer's period. These
 * are taken in each turn and need no timer; the time in which the loop waits for work does not count.
 */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { Gauge, type Registry } from "prom-client";

type InNanoseconds = (turns: ReturnType<typeof monitorEventLoopDelay>) => number;

const FIGURES: readonly (readonly [name: string, help: string, of: InNanoseconds])[] = [
	["min", "Shortest turn of the event loop since the last scrape.", ({ min }) => min],
	["max", "Longest turn of the event loop since the last scrape.", ({ max }) => max],
	["mean", "Mean of the turns of the event loop since the last scrape.", ({ mean }) => mean],
	["stddev", "Standard deviation of the turns of the event loop since the last scrape.", ({ stddev }) => stddev],
	["p50", "50th percentile of the turns of the event loop since the last scrape.", (turns) => turns.percentile(50)],
	["p90", "90th percentile of the turns of the event loop since the last scrape.", (turns) => turns.percentile(90)],
	["p99", "99th percentile of the turns of the event loop since the last scrape.", (turns) => turns.percentile(99)],
];

/** Puts the gauges into `registry`, in the place of those of the same names. */
export function collectEventLoopDelay(registry: Registry): void {
	const turns = monitorEventLoopDelay({ samplePerIteration: true });
	turns.enable();
	const gauges = FIGURES.map(([figure, help, of]) => {
		const name = `nodejs_eventloop_lag_${figure}_seconds`;
		registry.removeSingleMetric(name);
		// The first is asked first, and reads all of them.
		const collect = figure === FIGURES[0]?.[0] ? readAll : undefined;
		return { gauge: new Gauge({ name, help, registers: [registry], ...(collect && { collect }) }), of };
	});
	function readAll(): void {
		// Before the first turn its shortest one is infinite.
		for (const { gauge, of } of gauges) gauge.set(turns.count === 0 ? 0 : of(turns) / 1e9);
		turns.reset();
	}
}
