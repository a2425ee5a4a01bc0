/**
 * Where the service's log goes: standard output, in a way in which the log never stops the service, nor its end. Lines
 * are written beside the event loop. What can't be written, because the disk is full or nobody reads the pipe, waits in
 * a bounded buffer; beyond it lines are lost, and so is what nobody takes while the process ends.
 */

import { pino } from "pino";

/** Some ten thousand lines: a reader that pauses loses none, and one that is gone costs at most this much memory. */
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
	/** Until then a pipe that is full is tried again (EAGAIN: Node opens its standard output without blocking). */
	let triedUntil = Number.POSITIVE_INFINITY;
	const stream = pino.destination({
		dest: fd,
		sync: false,
		maxLength: MAX_BUFFERED_BYTES,
		retryEAGAIN: () => performance.now() < triedUntil,
	});
	const writeOut = stream.flushSync.bind(stream);
	// At the end of the process pino writes what is left until it succeeds, which on a full disk or into a full pipe is
	// never.
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
