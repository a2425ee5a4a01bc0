/**
 * How many checks may run at once on this machine. A check that waits for its target uses a socket, some memory and
 * hardly any CPU time, so file descriptors and memory are the limits.
 */

import { totalmem } from "node:os";
import { MAX_CONCURRENT_DELIVERIES } from "../../engine/notices/deliver-notices.ts";
import { CONNECTION_LIMITS } from "../../http/server/connection-limits.ts";

interface MachineLimits {
	/** Bytes that this process may use: the machine's, or its container's. */
	readonly memoryBytes: number;
	/** File descriptors that it may open: `ulimit -n`. */
	readonly descriptors: number;
}

interface CheckSlots {
	readonly slots: number;
	/** A warning for the operator at the start; null when there is none. */
	readonly warning: string | null;
}

/** The database, name servers, the log and what Node itself opens: about forty on SQLite, one more per connection. */
const OTHER_DESCRIPTORS = 124;
/** What checks must leave free: all connections of the API, all concurrent deliveries, and the others. */
export const RESERVED_DESCRIPTORS =
	CONNECTION_LIMITS.total + CONNECTION_LIMITS.reserved + MAX_CONCURRENT_DELIVERIES + OTHER_DESCRIPTORS;
/** What {@link CONNECTION_LIMITS} gives to readers of status pages. */
export const READERS = CONNECTION_LIMITS.readers;
/** Checks that wait at once beside a crowd of readers, in an installation of a thousand monitors. */
const SLOTS_BESIDE_READERS = 1_000;
/** What a process must be able to open when so many readers come while the usual checks run. */
export const DESCRIPTORS_WITH_READERS = RESERVED_DESCRIPTORS + READERS + SLOTS_BESIDE_READERS;
/** With a small limit, checks use at most this share. */
const DESCRIPTOR_SHARE = 0.6;
/** A quarter of the memory for checks that wait. */
const MEMORY_SHARE = 0.25;
/**
 * A check that waits for an answer, with all that it holds in this process. Growth of the resident memory per check,
 * with 8,000 held by a silent server on loopback (Linux, Node 26): 58 KiB over TLS, 13 KiB without; rounded up.
 */
const BYTES_PER_CHECK = 64 * 1024;
/** With more waiting sockets, the number of event loops is the limit. */
const SLOTS_AT_MOST = 50_000;
const SLOTS_AT_LEAST = 100;
/** With fewer, hanging targets could occupy all slots of a usual installation. */
const USUAL_SLOTS = 8_000;

/** @param wanted the operator's setting; null: as many as the machine allows */
export function checkSlots(wanted: number | null, limits: MachineLimits): CheckSlots {
	const { memoryBytes, descriptors } = limits;
	const byDescriptors = Math.floor(Math.max(descriptors - RESERVED_DESCRIPTORS, descriptors * DESCRIPTOR_SHARE));
	const byMemory = Math.floor((memoryBytes * MEMORY_SHARE) / BYTES_PER_CHECK);
	const possible = Math.max(SLOTS_AT_LEAST, Math.min(byDescriptors, byMemory, SLOTS_AT_MOST));
	const slots = wanted ?? possible;
	const needed = (wanted ?? USUAL_SLOTS) + RESERVED_DESCRIPTORS;
	if (descriptors >= needed) return { slots, warning: null };
	const cause =
		wanted === null
			? `so at most ${slots} checks run at once`
			: `too few for PROBE_CONCURRENCY=${wanted}: checks will be missed when they are used up`;
	const advice = `Raise it to ${needed} or more (ulimit -n, or LimitNOFILE= of the systemd unit).`;
	return { slots, warning: `This process may open ${descriptors} files (nofile), ${cause}. ${advice}` };
}

export function machineLimits(): MachineLimits {
	const constrained = process.constrainedMemory();
	// Without a limit some systems report 0, others a very large number.
	const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
	return { memoryBytes, descriptors: openFilesLimit() };
}

function openFilesLimit(): number {
	const report = process.report as typeof process.report & { excludeNetwork: boolean };
	// Otherwise the report resolves the names of peers, which can take long.
	report.excludeNetwork = true;
	const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
	const soft = userLimits?.open_files?.soft;
	return typeof soft === "number" ? soft : Number.MAX_SAFE_INTEGER;
}
