/**
 * Writes the service's log to standard output without ever blocking the service or its exit. Lines are written
 * asynchronously. Lines that cannot be written, because the disk is full or nobody reads the pipe, wait in a bounded
 * buffer; further lines are lost, and so are lines that cannot be written while the process ends.
 */

import { pino } from "pino";

/** About ten thousand lines: a reader that pauses loses none, and a missing reader costs no more memory than this. */
const MAX_BUFFERED_BYTES = 4 * 1_048_576;
/** A reader that still reads takes the last lines at once. */
const LAST_LINES_WITHIN_MS = 1_000;
const STDOUT = 1;

export interface LogOutput {
	readonly stream: ReturnType<typeof pino.destination>;
	/** Waits up to a second until everything that was logged is written. */
	lastLines(): void;
}

export function logOutput(fd: number = STDOUT): LogOutput {
	/** Until this instant a full pipe is tried again (EAGAIN: Node opens its standard output without blocking). */
	let triedUntil = Number.POSITIVE_INFINITY;
	const stream = pino.destination({
		dest: fd,
		sync: false,
		maxLength: MAX_BUFFERED_BYTES,
		retryEAGAIN: () => performance.now() < triedUntil,
	});
	const writeOut = stream.flushSync.bind(stream);
	// At exit pino retries until everything is written, which never succeeds on a full disk or with a full pipe.
	const flushSync = () => {
		const before = triedUntil;
		triedUntil = Math.min(before, performance.now() + LAST_LINES_WITHIN_MS);
		try {
			writeOut();
		} catch {
			// The log itself failed, so there is nowhere to report it.
		}
		triedUntil = before;
	};
	stream.flushSync = flushSync;
	stream.on("error", () => {
		stream.flushSync = () => {};
	});
	stream.on("write", () => {
		stream.flushSync = flushSync;
	});
	return {
		stream,
		lastLines() {
			triedUntil = performance.now() + LAST_LINES_WITHIN_MS;
		},
	};
}
