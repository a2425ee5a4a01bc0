/**
 * What happens to each target and when: outages drawn from a seed, long before anything runs. The targets follow the
 * script (./targets-process.ts), and what the service has recorded is held against it (./tally.ts).
 */

/** How a target fails. */
const TARGET_FAULTS = ["refuse", "reset", "hang", "slow", "status", "body", "certificate"] as const;
export type TargetFault = (typeof TARGET_FAULTS)[number];

/** Half-open; epoch milliseconds of the true clock. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

export interface Outage extends Span {
	readonly fault: TargetFault;
}

export interface ScriptedTarget {
	readonly index: number;
	/** Each has a loopback address of its own, so that its port can be closed and opened again. */
	readonly address: string;
	/** Null: the monitor names the address. */
	readonly name: string | null;
	readonly speaksTls: boolean;
	/** In their order; between two of them it is healthy. */
	readonly outages: readonly Outage[];
}

interface ScriptOptions {
	readonly targets: number;
	/** All outages lie within it. */
	readonly during: Span;
	/** Milliseconds, drawn evenly. */
	readonly outageMs: { readonly least: number; readonly most: number };
	readonly healthyMs: { readonly least: number; readonly most: number };
	/** This share of the outages is short: from a second on, as long as they happen to be. */
	readonly shortShare: number;
	/** 0 ≤ random < 1 */
	random(): number;
}

/** One target in so many speaks TLS, one has a name. */
const TLS_EVERY = 5;
const NAME_EVERY = 3;
const SHORTEST_OUTAGE_MS = 1_000;

export function scriptOf(options: ScriptOptions): ScriptedTarget[] {
	return Array.from({ length: options.targets }, (_, index) => {
		const speaksTls = index % TLS_EVERY === 0;
		return {
			index,
			address: `127.10.${index >> 8}.${index & 255}`,
			// Zones of their own, so that the failure of one says nothing about another.
			name: index % NAME_EVERY === 0 ? `target.zone-${index}.example` : null,
			speaksTls,
			outages: outagesOf(options, speaksTls),
		};
	});
}

function outagesOf({ during, outageMs, healthyMs, shortShare, random }: ScriptOptions, speaksTls: boolean): Outage[] {
	const between = (range: { least: number; most: number }) =>
		range.least + Math.floor(random() * (range.most - range.least + 1));
	const faults = TARGET_FAULTS.filter((fault) => speaksTls || fault !== "certificate");
	const outages: Outage[] = [];
	let from = during.from + Math.floor(random() * healthyMs.most);
	for (;;) {
		const isShort = random() < shortShare;
		const to = from + between(isShort ? { least: SHORTEST_OUTAGE_MS, most: outageMs.least } : outageMs);
		if (to > during.to) return outages;
		outages.push({ from, to, fault: faults[Math.floor(random() * faults.length)] ?? "refuse" });
		from = to + between(healthyMs);
	}
}

/** The outage of a target at an instant; null while it is healthy. */
export function outageAt(target: ScriptedTarget, at: number): Outage | null {
	return target.outages.find(({ from, to }) => from <= at && at < to) ?? null;
}

/** Whether a target fails at some instant of `span`, or, with `slackMs`, that close to it. */
export function failsWithin(target: ScriptedTarget, { from, to }: Span, slackMs = 0): boolean {
	return target.outages.some((outage) => outage.from - slackMs <= to && from <= outage.to + slackMs);
}
