/**
 * When a request is sent again, and after how long. Only what may be sent twice without harm is: GET, PUT and DELETE
 * (RFC 9110 §9.2.2). `Retry-After` is honoured; where it asks for more than the caller will wait, the error is
 * returned at once, for a shorter wait would only be refused again.
 */

import type { ApiError } from "./errors.ts";
import type { Method } from "./routes.ts";

export interface RetryOptions {
	/** How often a request is sent at the most, 1 to 10. Default: 3. */
	readonly attempts?: number;
	/** Longest wait between two attempts, in milliseconds. Default: 30,000. */
	readonly maxWaitMs?: number;
}

const DEFAULT_ATTEMPTS = 3;
/** More would hide an outage from the caller. */
const MOST_ATTEMPTS = 10;
const DEFAULT_MAX_WAIT_MS = 30_000;
/** Doubles with each attempt: as long as a restart behind a load balancer takes, in three of them. */
const FIRST_WAIT_MS = 250;

const IDEMPOTENT: ReadonlySet<Method> = new Set(["GET", "PUT", "DELETE"]);
/** What passes: a limit that refills, a database or an upstream that is away for a moment. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** A policy with every member valid; throws a RangeError for one that is not. */
export function retryPolicy(options: RetryOptions | false | undefined): Required<RetryOptions> {
	if (options === false) return { attempts: 1, maxWaitMs: 0 };
	const { attempts = DEFAULT_ATTEMPTS, maxWaitMs = DEFAULT_MAX_WAIT_MS } = options ?? {};
	if (!Number.isInteger(attempts) || attempts < 1 || attempts > MOST_ATTEMPTS) {
		throw new RangeError(`retry.attempts must be an integer from 1 to ${MOST_ATTEMPTS}.`);
	}
	if (!(maxWaitMs >= 0) || maxWaitMs === Number.POSITIVE_INFINITY) {
		throw new RangeError("retry.maxWaitMs must be a number of milliseconds.");
	}
	return { attempts, maxWaitMs };
}

/**
 * Milliseconds to wait before the next attempt; null when there is none.
 * @param attempt the one that failed, from 1
 * @param random from 0 to 1: clients that failed together do not come back together
 */
export function waitBefore(
	{ method, attempt, error }: { method: Method; attempt: number; error: ApiError },
	{ attempts, maxWaitMs }: Required<RetryOptions>,
	random: number,
): number | null {
	if (attempt >= attempts || !IDEMPOTENT.has(method) || !isTransient(error)) return null;
	if (error.retryAfterSeconds === null) {
		const longest = FIRST_WAIT_MS * 2 ** (attempt - 1);
		return Math.min(maxWaitMs, longest * (0.5 + random / 2));
	}
	const asked = error.retryAfterSeconds * 1000;
	return asked <= maxWaitMs ? asked : null;
}

/** Whether the same request may succeed later. */
export function isTransient({ code, status }: Pick<ApiError, "code" | "status">): boolean {
	if (code === "NO_ANSWER" || code === "TIMED_OUT") return true;
	return status !== null && TRANSIENT_STATUSES.has(status);
}

/** Resolves after `ms`; at once, with false, when the signal aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
	if (signal?.aborted) return Promise.resolve(false);
	return new Promise((resolve) => {
		const end = (isOver: boolean) => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", onAbort);
			resolve(isOver);
		};
		const onAbort = () => end(false);
		const timer = setTimeout(() => end(true), ms);
		signal?.addEventListener("abort", onAbort);
	});
}
