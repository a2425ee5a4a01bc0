/**
 * Where the service's log goes: standard output, in a way in which the log never stops the service. Lines are written
 * beside the event loop. What can't be written, because the disk is full or nobody reads the pipe, waits in a bounded buffer; beyond it
 * lines are lost.
 */

import { pino } from "pino";

/** Some ten thousand lines: a reader that pauses loses none, one that is gone costs no more than this. */
const MAX_BUFFERED_BYTES = 4 * 1_048_576;
const STDOUT = 1;

export type LogOutput = ReturnType<typeof pino.destination>;

export function logOutput(fd: number = STDOUT): LogOutput {
	const output = pino.destination({ dest: fd, sync: false, maxLength: MAX_BUFFERED_BYTES });
	// At the end of the process pino writes what is left until it succeeds, which on a full disk is never.
	const flushSync = output.flushSync.bind(output);
	output.on("error", () => {
		output.flushSync = () => {};
	});
	output.on("write", () => {
		output.flushSync = flushSync;
	});
	return output;
}
