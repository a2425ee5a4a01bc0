/** The metrics of this process, which /metrics shows, as those of OTLP: sums and histograms since its start. */

import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import { type Attributes, keyValues, unixNano } from "./otlp.ts";

const CUMULATIVE = 2;

/** @param since the start of the process, epoch milliseconds */
export async function metricsOf(registry: Registry, since: number, now: number): Promise<object[]> {
	const all = (await registry.getMetricsAsJSON()) as unknown as MetricObjectWithValues<MetricValue<string>>[];
	const times = { startTimeUnixNano: unixNano(since), timeUnixNano: unixNano(now) };
	return all.flatMap(({ name, help, type, values }): object[] => {
		// The types of the library say an enumeration, its values are these words.
		const kind = String(type);
		if (kind === "histogram") return [{ name, description: help, histogram: histogramOf(values, times) }];
		const dataPoints = values.map(({ labels, value }) => ({
			...times,
			attributes: keyValues(labels as Attributes),
			asDouble: value,
		}));
		if (kind === "counter") {
			const sum = { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true };
			return [{ name: name.replace(/_total$/, ""), description: help, sum }];
		}
		return kind === "gauge" ? [{ name, description: help, gauge: { dataPoints } }] : [];
	});
}

type Value = MetricValue<string> & { readonly metricName?: string };

/** The library counts up to each bound; OTLP counts between bounds. */
function histogramOf(values: readonly Value[], times: object): object {
	const series = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
	const dataPoints = Array.from(series, ([labels, of]) => {
		const ended = (end: string) => of.find(({ metricName }) => metricName?.endsWith(end))?.value ?? 0;
		const buckets = of.filter(({ metricName }) => metricName?.endsWith("_bucket"));
		const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
		return {
			...times,
			attributes: keyValues(JSON.parse(labels) as Attributes),
			count: String(ended("_count")),
			sum: ended("_sum"),
			bucketCounts: counts.map(String),
			explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
		};
	});
	return { dataPoints, aggregationTemporality: CUMULATIVE };
}
