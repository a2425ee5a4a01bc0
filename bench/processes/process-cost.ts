/**
 * What a process cost so far, read from outside (Linux): CPU of each group of threads, and bytes written.
 * /proc/PID/task/TID/schedstat counts nanoseconds on a core; /proc/PID/stat would count hundredths of a second.
 */

import { readdirSync, readFileSync } from "node:fs";

export interface ProcessCost {
	/** Microseconds of CPU by the name of the thread, as the system shows it; threads of one name are added up. */
	readonly cpuUs: ReadonlyMap<string, number>;
	/** Bytes that the process caused to be written to disk: whole pages of the page cache. */
	readonly diskBytes: number;
	/** Bytes of its write calls, sockets included. */
	readonly writtenBytes: number;
}

export function costOf(pid: number): ProcessCost {
	const cpuUs = new Map<string, number>();
	for (const thread of readdirSync(`/proc/${pid}/task`)) {
		const [name, spent] = threadOf(`/proc/${pid}/task/${thread}`);
		cpuUs.set(name, (cpuUs.get(name) ?? 0) + spent);
	}
	const io = readFileSync(`/proc/${pid}/io`, "utf8");
	const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(io)?.[1] ?? Number.NaN);
	return { cpuUs, diskBytes: bytes("write_bytes"), writtenBytes: bytes("wchar") };
}

function threadOf(directory: string): [name: string, cpuUs: number] {
	try {
		const name = readFileSync(`${directory}/comm`, "utf8").trim();
		return [name, Number(readFileSync(`${directory}/schedstat`, "utf8").split(" ")[0]) / 1_000];
	} catch {
		// The thread ended meanwhile.
		return ["ended", 0];
	}
}

/** How often each group of threads has gone to sleep by itself, which is how often it was woken. */
export function wakeUpsOf(pid: number): ReadonlyMap<string, number> {
	const wakeUps = new Map<string, number>();
	for (const thread of readdirSync(`/proc/${pid}/task`)) {
		const status = readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
		const name = /^Name:\s+(.*)$/m.exec(status)?.[1] ?? "";
		const times = Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
		wakeUps.set(name, (wakeUps.get(name) ?? 0) + times);
	}
	return wakeUps;
}

/** CPU of the processes that a process has started and that still run, microseconds. */
export function childrenCpuUs(pid: number): number {
	const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
	return children.reduce((sum, child) => sum + threadOf(`/proc/${child}`)[1], 0);
}

/** All threads together, microseconds. */
export function totalCpuUs({ cpuUs }: ProcessCost): number {
	return [...cpuUs.values()].reduce((sum, spent) => sum + spent, 0);
}
