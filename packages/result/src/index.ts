/**
 * Success and failure as plain values: a function that can fail in ways its caller must handle returns a
 * {@link Result} instead of throwing. Results are plain objects, so they survive `structuredClone` and JSON
 * (the error's own enumerable members, at least), and two copies of this library understand one another.
 */

/** The outcome of something that went well. */
export interface Success<T> {
	readonly status: "success";
	readonly data: T;
}

/** The outcome of something that did not. `error` says which failure; match its class or name, never its message. */
export interface Failure<E extends Error> {
	readonly status: "failure";
	readonly error: E;
}

/** Either outcome. Narrow it with {@link isSuccess}, {@link isFailure} or a switch over `status`. */
export type Result<T, E extends Error = Error> = Success<T> | Failure<E>;

/** A success that carries `data`. `success()` alone carries `undefined`. */
export function success(): Success<undefined>;
export function success<T>(data: T): Success<T>;
export function success<T>(data?: T): Success<T | undefined> {
	return { status: "success", data };
}

/** A failure that carries `error`, which must be an `Error` so that it has a stack and can have a `cause`. */
export function failure<E extends Error>(error: E): Failure<E> {
	return { status: "failure", error };
}

/** Whether `result` is a success; narrows the type. */
export function isSuccess<T, E extends Error>(result: Result<T, E>): result is Success<T> {
	return result.status === "success";
}

/** Whether `result` is a failure; narrows the type. */
export function isFailure<T, E extends Error>(result: Result<T, E>): result is Failure<E> {
	return result.status === "failure";
}

/**
 * The data of a success; throws the error of a failure as it is. For tests, scripts, and places where a failure can
 * only be a bug.
 */
export function unwrap<T, E extends Error>(result: Result<T, E>): T {
	if (result.status === "failure") throw result.error;
	return result.data;
}
