/**
 * Live changes as an async iterator. What a browser's EventSource can't do and this does: send a key or the team's
 * header, notice that a connection is silent, honour Retry-After, and end when the service refuses for good.
 *
 *   connect ──200──▶ open ──change, resync──▶ …
 *      ▲               │ ended, broken or silent
 *      └──── wait ◀────┘
 */

import { isFailure } from "@lapwing/result";
import { Deadline } from "../deadline.ts";
import { ApiError } from "../errors.ts";
import type { components } from "../generated/openapi.ts";
import { isTransient, pause } from "../retry.ts";
import { type Connection, exchange } from "../send.ts";
import { EventStreamReader } from "./event-stream.ts";

export type LiveChange = components["schemas"]["LiveChange"];

export type LiveEvent =
	/** The connection stands. */
	| { readonly type: "open" }
	| { readonly type: "change"; readonly id: string; readonly change: LiveChange }
	/** Changes may have been missed: read what you show again. */
	| { readonly type: "resync"; readonly id: string | null }
	/** The connection broke or was refused. Null for `retryInMs`: for good, and this is the last event. */
	| { readonly type: "lost"; readonly error: ApiError; readonly retryInMs: number | null };

export interface LiveOptions {
	/** Aborting it ends the iterator. */
	readonly signal?: AbortSignal | undefined;
	/** The id of the last event that was seen, to go on after it. */
	readonly lastEventId?: string;
	/** Milliseconds without a byte after which the connection counts as lost. Default: 45,000, three heartbeats. */
	readonly silenceMs?: number;
}

const DEFAULT_SILENCE_MS = 45_000;
/** Until the service names another. */
const DEFAULT_WAIT_MS = 2_000;
/** Waits double with every failure in a row, up to this: a service that starts again is found soon. */
const MAX_WAIT_MS = 30_000;
/** The longest that Retry-After is honoured. */
const MAX_ASKED_WAIT_MS = 5 * 60_000;

/** What is known from one connection to the next. */
interface Progress {
	lastEventId: string;
	waitMs: number;
	failuresInARow: number;
	hasBeenOpen: boolean;
}

export async function* listen(connection: Connection, options: LiveOptions): AsyncGenerator<LiveEvent, void> {
	const { signal, silenceMs = DEFAULT_SILENCE_MS } = options;
	const progress: Progress = {
		lastEventId: options.lastEventId ?? "",
		waitMs: DEFAULT_WAIT_MS,
		failuresInARow: 0,
		hasBeenOpen: false,
	};
	while (!signal?.aborted) {
		const silence = new Deadline(signal, silenceMs);
		let error: ApiError | null;
		try {
			error = yield* oneConnection(connection, silence, silenceMs, progress);
		} finally {
			// Also when the loop around the iterator is left.
			silence.abort();
		}
		if (signal?.aborted) return;
		const retryInMs = waitAfter(error, progress);
		if (error !== null) yield { type: "lost", error, retryInMs };
		if (retryInMs === null) return;
		await pause(retryInMs, signal);
	}
}

/** The events of one connection, and why it ended: null when the service ended it in order, as it does now and then. */
async function* oneConnection(
	connection: Connection,
	silence: Deadline,
	silenceMs: number,
	progress: Progress,
): AsyncGenerator<LiveEvent, ApiError | null> {
	const headers: Record<string, string> = { accept: "text/event-stream" };
	if (progress.lastEventId !== "") headers["last-event-id"] = progress.lastEventId;
	const once = { ...connection, retry: { attempts: 1, maxWaitMs: 0 } };
	const answer = await exchange(once, "GET", "/api/v1/live", { headers, signal: silence.signal }, "stream");
	if (isFailure(answer)) return answer.error.code === "ABORTED" ? silent(silenceMs) : answer.error;
	const { status, body, headers: answered } = answer.data;
	if (body === null || !answered.get("content-type")?.startsWith("text/event-stream")) {
		return new ApiError("The service answered with something other than events.", {
			code: "UNEXPECTED_ANSWER",
			status,
		});
	}
	yield { type: "open" };
	// Without an id the service can't know what was missed since the last connection.
	if (progress.hasBeenOpen && progress.lastEventId === "") yield { type: "resync", id: null };
	progress.hasBeenOpen = true;
	progress.failuresInARow = 0;

	const events = new EventStreamReader();
	const decoder = new TextDecoder();
	const reader = body.getReader();
	try {
		for (;;) {
			silence.restart(silenceMs);
			const { done, value } = await reader.read();
			silence.stopClock();
			if (done) return null;
			for (const { type, data, lastEventId } of events.push(decoder.decode(value, { stream: true }))) {
				progress.lastEventId = lastEventId;
				if (type === "change") yield { type, id: lastEventId, change: JSON.parse(data) as LiveChange };
				else if (type === "resync") yield { type, id: lastEventId };
			}
			progress.waitMs = events.retryMs ?? progress.waitMs;
		}
	} catch (cause) {
		if (silence.isOver) return silent(silenceMs);
		const isUnreadable = cause instanceof SyntaxError || cause instanceof RangeError;
		return new ApiError(isUnreadable ? "The service sent an event that can't be read." : "The connection broke.", {
			code: isUnreadable ? "UNEXPECTED_ANSWER" : "NO_ANSWER",
			status: isUnreadable ? status : null,
			cause,
		});
	}
}

function silent(afterMs: number): ApiError {
	return new ApiError(`The connection was silent for ${afterMs} ms.`, { code: "TIMED_OUT" });
}

/** Milliseconds until the next connection; null when the service would refuse it as well. */
function waitAfter(error: ApiError | null, progress: Progress): number | null {
	// Those who were cut off together come back one by one.
	const jitter = 0.5 + Math.random() / 2;
	if (error === null) return progress.waitMs * jitter;
	const isRefusal = error.status !== null && error.status >= 400 && error.status < 500;
	if (isRefusal && !isTransient(error)) return null;
	const doubled = progress.waitMs * 2 ** progress.failuresInARow * jitter;
	progress.failuresInARow = Math.min(progress.failuresInARow + 1, 10);
	if (error.retryAfterSeconds === null) return Math.min(MAX_WAIT_MS, doubled);
	return Math.min(MAX_ASKED_WAIT_MS, Math.max(doubled, error.retryAfterSeconds * 1000));
}
