/**
 * Holds what the API has told against the script: which failing checks were false, and which outages were missed.
 *
 * A check that is down or degraded is false when its target was healthy during the attempt that gave the result. An
 * outage must be found by the first of its checks that no fault of our own hides: within the interval, the timeout and
 * three seconds after its start, or after the end of the fault that hid its earlier checks. A fault of our own hides
 * the checks that it meets, from its start until the service has come to itself; so does a time in which the process of
 * the targets stood still, for then the machine was busy with something else, and the service stood still as well. An
 * outage without a check that is not hidden is no outage missed, but counts as found when it was found all the same.
 *
 * A fault of the path is neither the target's nor ours. From one place it looks like a target that is slow or silent,
 * so what is degraded or down because of it is counted, and is no fault of the service.
 *
 * A check takes up to a timeout longer where the last one that was recorded was answered slowly: its second attempt has
 * a whole timeout (docs/rules/checks.md#confirmation). Here that is so only where a fault hid the
 * healthy check between two outages.
 */

import { longestCheckMs } from "../../../src/domain/checks/confirmation.ts";
import { failsWithin, type Outage, type ScriptedTarget, type Span, type TargetFault } from "./script.ts";

type Owner = "target" | "ours" | "path";

/** A fault that was injected into the service or its network. */
export interface Injected extends Span {
	/** Its name (./our-faults.ts). */
	readonly fault: string;
	readonly owner: "ours" | "path";
	/** Until when it hides checks: its end, and the time that the service needs afterwards. */
	readonly hidesUntil: number;
	/** Whether it keeps the checks of a target from being made or recorded. */
	hides(target: ScriptedTarget): boolean;
}

/** A letter of the board: up, degraded, down or missed. */
export type Mark = "u" | "g" | "d" | "m";

export interface SeenCheck {
	readonly target: number;
	readonly mark: Mark;
	/** When the API told of it. */
	readonly seenAt: number;
	/** The attempt that gave the result, by the true clock; of a missed check when it was due; null of one that is up. */
	readonly attempt: Span | null;
}

export interface Evidence {
	readonly targets: readonly ScriptedTarget[];
	readonly checks: readonly SeenCheck[];
	readonly injected: readonly Injected[];
	/** Times in which the process of the targets itself stood still. */
	readonly targetStalls: readonly Span[];
	readonly intervalMs: number;
	readonly timeoutMs: number;
	/** Instants at which a target is checked, by the true clock, within a span; ascending. */
	slots(target: ScriptedTarget, within: Span): readonly number[];
}

interface OutageRow {
	readonly fault: TargetFault;
	outages: number;
	/** At least one check of it was hidden by nothing, so it had to be found. */
	due: number;
	found: number;
	/** Found too late. */
	late: number;
	/** Due, and never found. */
	missed: number;
	/** Milliseconds from the start of those that were due at their first check until the API told; ascending. */
	readonly detectionMs: number[];
}

interface FalseRow {
	/** A fault that was injected, or what else was under way. */
	readonly fault: string;
	readonly owner: Owner | "nobody";
	times: number;
	/** Checks that were made or missed meanwhile. */
	checks: number;
	missedChecks: number;
	falseDown: number;
	falseDegraded: number;
}

export interface Tally {
	readonly outages: readonly OutageRow[];
	readonly injected: readonly FalseRow[];
	/** Outages that were missed or late, and false verdicts, one sentence each. */
	readonly problems: readonly string[];
}

/** Beyond the interval and the timeout. */
export const FOUND_WITHIN_MS = 3_000;
/** A target opens and closes its port this late, and the clocks of two processes are read this far apart. */
const EDGE_MS = 250;

export function tallyOf(evidence: Evidence): Tally {
	const problems: string[] = [];
	const byTarget = Map.groupBy(evidence.checks, ({ target }) => target);
	const outages = new Map<TargetFault, OutageRow>();
	for (const target of evidence.targets) {
		const recorded = (byTarget.get(target.index) ?? [])
			.filter(({ mark }) => mark !== "m")
			.sort((a, b) => a.seenAt - b.seenAt);
		for (const outage of target.outages) {
			const row = outages.get(outage.fault) ?? emptyRow(outage.fault);
			outages.set(outage.fault, row);
			const problem = countOutage(row, { evidence, target, outage, recorded });
			if (problem !== null) problems.push(problem);
		}
	}
	return { outages: [...outages.values()], injected: falseRows(evidence, problems), problems };
}

function emptyRow(fault: TargetFault): OutageRow {
	return { fault, outages: 0, due: 0, found: 0, late: 0, missed: 0, detectionMs: [] };
}

interface JudgedOutage {
	readonly evidence: Evidence;
	readonly target: ScriptedTarget;
	readonly outage: Outage;
	/** Those of this target that were not missed, and those first that were seen first. */
	readonly recorded: readonly SeenCheck[];
}

/** What was wrong, if anything. */
function countOutage(row: OutageRow, judged: JudgedOutage): string | null {
	const { evidence, target, outage, recorded } = judged;
	const during = { from: outage.from - EDGE_MS, to: outage.to + EDGE_MS };
	const found = recorded.find(
		({ mark, attempt, seenAt }) => mark !== "u" && overlaps(attempt ?? { from: outage.from, to: seenAt }, during),
	);
	row.outages += 1;
	if (found) row.found += 1;
	const shown = () => `${target.address} ${outage.fault} from ${clock(outage.from)} to ${clock(outage.to)}`;
	const due = firstDue(judged);
	if (due === null) return null;
	row.due += 1;
	if (found === undefined) {
		row.missed += 1;
		return `missed: ${shown()}`;
	}
	if (due.from === outage.from) row.detectionMs.push(found.seenAt - outage.from);
	if (found.seenAt <= due.from + evidence.intervalMs + due.checkMs) return null;
	row.late += 1;
	return `late: ${shown()} was told of at ${clock(found.seenAt)}`;
}

/**
 * From when on the time counts in which an outage must be found, and how long the check may take until the API tells of
 * it; null when all of its checks are hidden.
 */
function firstDue({ evidence, target, outage, recorded }: JudgedOutage): { from: number; checkMs: number } | null {
	const { timeoutMs, injected, targetStalls } = evidence;
	const usualMs = timeoutMs + FOUND_WITHIN_MS;
	let from = outage.from;
	for (const slot of evidence.slots(target, { from: outage.from + EDGE_MS, to: outage.to - usualMs })) {
		const before = recorded.findLast(({ seenAt }) => seenAt < slot);
		const checkMs = before?.mark === "g" ? longestCheckMs(timeoutMs) + FOUND_WITHIN_MS : usualMs;
		const check = { from: slot, to: slot + checkMs };
		const faults = injected
			.filter((each) => each.hides(target))
			.map((each) => ({ from: each.from, to: each.hidesUntil }));
		const hiding = [...faults, ...targetStalls].filter((span) => overlaps(check, span));
		if (hiding.length === 0 && check.to <= outage.to) return { from, checkMs };
		from = Math.max(from, ...hiding.map(({ to }) => to));
	}
	return null;
}

function falseRows({ targets, checks, injected, targetStalls }: Evidence, problems: string[]): FalseRow[] {
	const rows = new Map<string, FalseRow>();
	const rowOf = (fault: string, owner: FalseRow["owner"]) => {
		const row = rows.get(fault) ?? {
			fault,
			owner,
			times: 0,
			checks: 0,
			missedChecks: 0,
			falseDown: 0,
			falseDegraded: 0,
		};
		rows.set(fault, row);
		return row;
	};
	for (const { fault, owner } of injected) rowOf(fault, owner).times += 1;
	for (const { target: index, mark, seenAt, attempt } of checks) {
		const span = attempt ?? { from: seenAt, to: seenAt };
		const target = targets[index];
		if (target === undefined) continue;
		const during = injected.find((each) => overlaps(span, { from: each.from, to: each.hidesUntil }));
		if (during) rowOf(during.fault, during.owner).checks += 1;
		if (mark === "u" || (mark !== "m" && failsWithin(target, span, EDGE_MS))) continue;
		const isStall = during?.owner !== "path" && targetStalls.some((stall) => overlaps(span, stall));
		const row = isStall
			? rowOf("the targets stood still themselves", "target")
			: during
				? rowOf(during.fault, during.owner)
				: rowOf("nothing of ours", "nobody");
		if (mark === "m") row.missedChecks += 1;
		else {
			if (mark === "d") row.falseDown += 1;
			else row.falseDegraded += 1;
			const word = mark === "d" ? "down" : "degraded";
			problems.push(`false ${word}: ${target.address}, checked at ${clock(span.from)} (${row.fault})`);
		}
	}
	return [...rows.values()];
}

function overlaps(a: Span, b: Span): boolean {
	return a.from <= b.to && b.from <= a.to;
}

function clock(at: number): string {
	return new Date(at).toISOString().slice(11, 23);
}
