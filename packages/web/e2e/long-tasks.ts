/**
 * The longest task of a page while something is done in it: as long as the clock says, and as its own thread's CPU
 * time, which other programs on the machine don't lengthen.
 */

import type { Browser, Page } from "playwright-core";

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly pid: number;
	readonly tid: number;
	readonly ts: number;
	/** Microseconds; of the thread's CPU in `tdur`. */
	readonly dur?: number;
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
}

interface LongestTask {
	readonly wallMs: number;
	readonly cpuMs: number;
	/** What took the most CPU in the task with the most CPU, with milliseconds. */
	readonly parts: readonly string[];
}

const CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"];
const MOST_PARTS = 6;

export async function longestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<LongestTask> {
	await browser.startTracing(page, { categories: CATEGORIES });
	await work();
	const trace = await browser.stopTracing();
	const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
	const mains = new Set(
		traceEvents
			.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
			.map(({ pid, tid }) => `${pid} ${tid}`),
	);
	const onMain = traceEvents.filter(({ ph, pid, tid }) => ph === "X" && mains.has(`${pid} ${tid}`));
	const tasks = onMain.filter(({ name }) => name.endsWith("RunTask"));
	const longest = tasks.reduce<TraceEvent | null>((most, task) => (cpuOf(task) > cpuOf(most) ? task : most), null);
	const parts =
		longest === null
			? []
			: onMain
					.filter((event) => event !== longest && event.tid === longest.tid && isWithin(event, longest))
					.sort((a, b) => cpuOf(b) - cpuOf(a))
					.slice(0, MOST_PARTS)
					.map((event) => `${event.name} ${(cpuOf(event) / 1000).toFixed(0)}`);
	return {
		wallMs: Math.round(Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000),
		cpuMs: Math.round(cpuOf(longest) / 1000),
		parts,
	};
}

function cpuOf(event: TraceEvent | null): number {
	return event?.tdur ?? 0;
}

function isWithin(event: TraceEvent, task: TraceEvent): boolean {
	return event.ts >= task.ts && event.ts + (event.dur ?? 0) <= task.ts + (task.dur ?? 0);
}
