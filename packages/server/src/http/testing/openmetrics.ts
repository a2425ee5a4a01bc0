/**
 * A strict reader of OpenMetrics text 1.0, for tests: throws for what the specification forbids
 * (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
 */

interface Sample {
	readonly name: string;
	readonly labels: Readonly<Record<string, string>>;
	readonly value: number;
}

export interface Family {
	readonly name: string;
	readonly type: string;
	readonly help: string | null;
	readonly samples: readonly Sample[];
}

const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
	counter: ["_total", "_created"],
	gauge: [""],
	histogram: ["_bucket", "_count", "_sum", "_created"],
	summary: ["", "_count", "_sum", "_created"],
	unknown: [""],
};
const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const NUMBER = /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|[-+]?Inf|NaN)$/;

interface Draft {
	name: string;
	type: string;
	help: string | null;
	samples: Sample[];
}

export function parseOpenMetrics(text: string): Family[] {
	if (!text.endsWith("\n# EOF\n")) throw new Error("The text does not end with # EOF and a line feed");
	const families = new Map<string, Draft>();
	let open: Draft | undefined;
	for (const line of text.slice(0, -"# EOF\n".length - 1).split("\n")) {
		const [, keyword, name = "", rest = ""] = /^# (TYPE|HELP|UNIT) (\S+) (.*)$/.exec(line) ?? [];
		if (keyword !== undefined) {
			if (open?.name !== name) {
				if (families.has(name)) throw new Error(`${name} stands in two places`);
				open = { name, type: "unknown", help: null, samples: [] };
				families.set(name, open);
			}
			if (open.samples.length > 0) throw new Error(`${keyword} of ${name} follows its samples`);
			describe(open, keyword, rest);
			continue;
		}
		const sample = sampleOf(line);
		if (open === undefined || !belongs(open, sample))
			throw new Error(`${line} does not belong to the family before it`);
		open.samples.push(sample);
	}
	for (const family of families.values()) check(family);
	return [...families.values()];
}

function describe(family: Draft, keyword: string, rest: string): void {
	if (!NAME.test(family.name)) throw new Error(`${family.name} is no name`);
	if (keyword === "TYPE") {
		if (!Object.hasOwn(SUFFIXES, rest)) throw new Error(`${rest} is no type`);
		if (rest === "counter" && family.name.endsWith("_total"))
			throw new Error(`The family ${family.name} ends in _total`);
		family.type = rest;
	} else if (keyword === "HELP") {
		if (family.help !== null) throw new Error(`${family.name} has two help texts`);
		family.help = rest;
	}
}

function sampleOf(line: string): Sample {
	const [, name = "", , labels = "", value = ""] =
		/^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? (\S+)(?: \S+)?$/.exec(line) ?? [];
	if (name === "") throw new Error(`No sample: ${line}`);
	if (!NUMBER.test(value)) throw new Error(`No number: ${line}`);
	return { name, labels: labelsOf(labels), value: Number(value.replace("Inf", "Infinity")) };
}

function labelsOf(text: string): Record<string, string> {
	const labels: Record<string, string> = {};
	const pair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y;
	while (pair.lastIndex < text.length) {
		const [, name = "", value = ""] = pair.exec(text) ?? [];
		if (name === "") throw new Error(`No labels: ${text}`);
		if (Object.hasOwn(labels, name)) throw new Error(`The label ${name} stands there twice`);
		labels[name] = value.replaceAll(/\\(.)/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
	}
	return labels;
}

function belongs(family: Draft, { name }: Sample): boolean {
	return (SUFFIXES[family.type] ?? []).some((suffix) => name === family.name + suffix);
}

function check(family: Draft): void {
	const seen = new Set<string>();
	for (const { name, labels, value } of family.samples) {
		const key = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
		if (seen.has(key)) throw new Error(`Two samples of ${key}`);
		seen.add(key);
		if (family.type === "counter" && !(value >= 0)) throw new Error(`The counter ${key} is ${value}`);
	}
	if (family.type === "histogram") checkBuckets(family);
}

function checkBuckets({ name, samples }: Draft): void {
	const groups = Map.groupBy(samples, ({ labels: { le: _, ...others } }) =>
		JSON.stringify(Object.entries(others).sort()),
	);
	for (const group of groups.values()) {
		const buckets = group.filter((sample) => sample.name === `${name}_bucket`);
		let before = { bound: Number.NEGATIVE_INFINITY, count: 0 };
		for (const { labels, value } of buckets) {
			const { le = "" } = labels;
			// Canonical: whole numbers have a decimal (specification, "Canonical Numbers").
			if (!NUMBER.test(le) || /^\d+$/.test(le)) throw new Error(`${name} has the bound ${le}`);
			const bound = Number(le.replace("Inf", "Infinity"));
			if (bound <= before.bound || value < before.count) throw new Error(`The buckets of ${name} do not grow`);
			before = { bound, count: value };
		}
		const count = group.find((sample) => sample.name === `${name}_count`)?.value;
		if (before.bound !== Number.POSITIVE_INFINITY || before.count !== count) throw new Error(`${name} is not whole`);
	}
}
