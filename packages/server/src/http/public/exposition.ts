/**
 * The text formats in which metrics are shown: Prometheus' own and OpenMetrics
 * (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md). The client library writes the
 * first; the second differs in the names of counters, the numbers of buckets and the mark at the end.
 */

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
export const OPENMETRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export type Labels = Readonly<Record<string, string>>;

/** A gauge with a value for each set of labels. */
export interface Gauge {
	readonly name: string;
	readonly help: string;
	samples(): Iterable<readonly [labels: Labels, value: number]>;
}

/** Whether a scraper takes OpenMetrics, as Prometheus says first in its Accept header. */
export function takesOpenMetrics(accept: string | undefined): boolean {
	return /(?:^|,)\s*application\/openmetrics-text\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))|,|$)/i.test(accept ?? "");
}

/** Gauges in lines that both formats share, a chunk each thousand samples. */
export function* gaugeLines({ name, help, samples }: Gauge): Generator<string> {
	let lines = `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} gauge\n`;
	let count = 0;
	for (const [labels, value] of samples()) {
		lines += `${name}${labelText(labels)} ${value}\n`;
		count += 1;
		if (count % SAMPLES_A_CHUNK > 0) continue;
		yield lines;
		lines = "";
	}
	if (lines !== "") yield lines;
}

const SAMPLES_A_CHUNK = 1_000;

function labelText(labels: Labels): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapedLabel(value)}"`);
	return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapedLabel(value: string): string {
	return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

/** Our help texts have no quotes, which OpenMetrics would want escaped and Prometheus would not. */
function escapedHelp(help: string): string {
	return help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** The library's text in OpenMetrics, without the mark at the end. */
export function asOpenMetrics(prometheus: string): string {
	const counters = new Set<string>();
	for (const [, name = ""] of prometheus.matchAll(/^# TYPE (\S+)_total counter$/gm)) counters.add(`${name}_total`);
	return prometheus
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => {
			const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
			// Numbers are canonical: the bounds of buckets have a decimal, and what is none is NaN.
			if (keyword === undefined) return line.replace(/([{,]le=")(\d+)(")/, "$1$2.0$3").replace(/ Nan$/, " NaN");
			return `# ${keyword} ${counters.has(name) ? name.slice(0, -"_total".length) : name} ${rest}`;
		})
		.map((line) => `${line}\n`)
		.join("");
}

export const OPENMETRICS_END = "# EOF\n";
