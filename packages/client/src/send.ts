/**
 * One request from its parts to its answer: headers, time limit, attempts, and the error where there is one. What
 * throws here is a mistake in the program (a header that is none); everything else is a value.
 */

import { type Failure, failure, isSuccess, type Result, type Success, success } from "@lapwing/result";
import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import { Deadline } from "./deadline.ts";
import { ApiError, errorOf } from "./errors.ts";
import { pause, type RetryOptions, waitBefore } from "./retry.ts";
import type { CallOptions, Method } from "./routes.ts";

/** Where and as whom requests are sent. */
export interface Connection {
	readonly baseUrl: string;
	/** Read for each request: the team may change while the client lives. */
	headers(): Record<string, string>;
	readonly credentials: "omit" | "same-origin" | "include";
	readonly fetch: (request: Request) => Promise<Response>;
	readonly timeoutMs: number;
	readonly retry: Required<RetryOptions>;
}

/** A request to a path whose types are not known. */
export interface SendOptions extends CallOptions {
	readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
	/** Sent as JSON; a Blob as it is, under its own type. */
	readonly body?: unknown;
}

export interface Exchange extends CallOptions {
	/** Values for the names in braces in the path. */
	readonly path?: Readonly<Record<string, unknown>>;
	readonly query?: Readonly<Record<string, unknown>> | undefined;
	readonly body?: unknown;
}

/** What to do with an answer of 2xx: to be read within the time limit, or left to the caller as it is. */
type Reading<T> = { readonly whole: (response: Response) => Promise<T> } | "stream";

/** Every attempt, until one succeeds or none is left. */
export async function exchange<T = Response>(
	connection: Connection,
	method: Method,
	path: string,
	options: Exchange,
	reading: Reading<T>,
): Promise<Result<T, ApiError>> {
	// Not when the client is made: modules of a page are loaded by servers and tests as well.
	if (connection.baseUrl === "" && !("location" in globalThis)) {
		throw new TypeError("Outside a page, the client needs a baseUrl.");
	}
	if (Object.values(options.path ?? {}).some(isNoId)) return noSuchResource();
	for (let attempt = 1; ; attempt++) {
		const outcome = await attemptOnce(connection, method, path, options, reading);
		if (isSuccess(outcome)) return outcome;
		const waitMs = waitBefore({ method, attempt, error: outcome.error }, connection.retry, Math.random());
		if (waitMs === null) return outcome;
		if (!(await pause(waitMs, options.signal))) return aborted(options.signal?.reason);
	}
}

async function attemptOnce<T>(
	connection: Connection,
	method: Method,
	path: string,
	options: Exchange,
	reading: Reading<T>,
): Promise<Success<T> | Failure<ApiError>> {
	const isBlob = options.body instanceof Blob;
	const type = isBlob ? { "content-type": (options.body as Blob).type || "application/octet-stream" } : {};
	const headers = new Headers({ ...connection.headers(), ...type, ...options.headers });
	const deadline = new Deadline(options.signal, connection.timeoutMs);
	let isHandedOver = false;
	try {
		const { response, error } = await fetchClientOf(connection, deadline).request(lower(method), path, {
			params: { path: options.path ?? {}, query: options.query ?? {} },
			...(options.body === undefined ? {} : { body: options.body }),
			...(isBlob && { bodySerializer: (blob: unknown) => blob }),
			headers,
			parseAs: "stream",
			signal: deadline.signal,
		});
		if (!response.ok) return failure(errorOf(response, error));
		// From here on the caller reads, for as long as it takes; its signal still ends that.
		isHandedOver = reading === "stream";
		return success(reading === "stream" ? (deadline.releaseAfter(response) as T) : await reading.whole(response));
	} catch (cause) {
		if (options.signal?.aborted) return aborted(cause);
		return failure(errorWithoutAnswer(cause, deadline.isOver ? connection.timeoutMs : null));
	} finally {
		if (!isHandedOver) deadline.release();
	}
}

function errorWithoutAnswer(cause: unknown, timedOutAfterMs: number | null): ApiError {
	if (timedOutAfterMs !== null) {
		return new ApiError(`The service did not answer within ${timedOutAfterMs} ms.`, { code: "TIMED_OUT", cause });
	}
	if (cause instanceof UnexpectedAnswer) {
		const { message, status } = cause;
		return new ApiError(message, { code: "UNEXPECTED_ANSWER", status, cause: cause.cause });
	}
	return new ApiError("The service can't be reached.", { code: "NO_ANSWER", cause });
}

/** An answer of 2xx that is not what was asked for. */
class UnexpectedAnswer extends Error {
	readonly status: number;
	constructor(status: number, cause?: unknown) {
		super(`The service answered ${status} with something other than the JSON that was asked for.`, { cause });
		this.status = status;
	}
}

/** The JSON of an answer; undefined where it has no body. */
export async function readJson(response: Response): Promise<unknown> {
	if (response.status === 204) return undefined;
	const text = await response.text();
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new UnexpectedAnswer(response.status, cause);
	}
}

function aborted(cause: unknown): Failure<ApiError> {
	return failure(new ApiError("The request was aborted.", { code: "ABORTED", cause }));
}

/** Written into a path, these would name another resource than the one that was meant: `monitors/..` is `/api/v1`. */
function isNoId(value: unknown): boolean {
	return ["", ".", ".."].includes(String(value));
}

function noSuchResource(): Failure<ApiError> {
	return failure(new ApiError("No resource has such an id.", { code: "NOT_FOUND" }));
}

// biome-ignore lint/suspicious/noExplicitAny: paths are strings here; ./routes.ts compares them with the document.
type AnyPaths = any;

function fetchClientOf({ baseUrl, credentials, fetch }: Connection, deadline: Deadline): FetchClient<AnyPaths> {
	return createFetchClient<AnyPaths>({ baseUrl, credentials, fetch: (request) => fetch(deadline.keep(request)) });
}

function lower(method: Method): Lowercase<Method> {
	return method.toLowerCase() as Lowercase<Method>;
}
