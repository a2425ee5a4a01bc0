/**
 * What can go wrong with a request, as a value with a closed set of codes. The API has two bodies for errors: its own
 * envelope, and RFC 9457 problem details for reports. Both become an ApiError with the same codes.
 */

import { ERROR_CODES } from "./generated/error-codes.ts";
import { parseRetryAfter } from "./retry-after.ts";

/**
 * The codes of the service, and four of this client: `NO_ANSWER` (no connection, or it broke), `TIMED_OUT` (no whole
 * answer within `timeoutMs`), `ABORTED` (by the caller's signal), `UNEXPECTED_ANSWER` (of a proxy, or of a service that
 * is newer than this client: see `status`).
 */
export type ErrorCode = (typeof ERROR_CODES)[number] | "NO_ANSWER" | "TIMED_OUT" | "ABORTED" | "UNEXPECTED_ANSWER";

/** What is wrong with one member of the body or one query parameter. */
export interface Detail {
	/** JSON Pointer into the body (RFC 6901), or the query parameter's name. */
	readonly path: string;
	readonly message: string;
}

interface Members {
	readonly code: ErrorCode;
	readonly status?: number | null;
	readonly details?: readonly Detail[];
	readonly requestId?: string | null;
	readonly retryAfterSeconds?: number | null;
	readonly cause?: unknown;
}

/** A request that did not succeed. Match its code, never its message. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly code: ErrorCode;
	/** Of the answer; null when none came. */
	readonly status: number | null;
	/** Of `VALIDATION_ERROR` and `BAD_REQUEST`; otherwise empty. */
	readonly details: readonly Detail[];
	/** Names the request in the service's log. */
	readonly requestId: string | null;
	/** Seconds after which to try again, where the answer says so. */
	readonly retryAfterSeconds: number | null;

	constructor(message: string, { code, status, details, requestId, retryAfterSeconds, cause }: Members) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
		this.status = status ?? null;
		this.details = details ?? [];
		this.requestId = requestId ?? null;
		this.retryAfterSeconds = retryAfterSeconds ?? null;
	}
}

/**
 * The error that an answer outside 2xx means.
 * @param body parsed from JSON; its text where it is none
 */
export function errorOf({ status, headers }: Response, body: unknown): ApiError {
	const { code, message, details } = readEnvelope(body) ?? readProblem(body) ?? {};
	const known = ERROR_CODES.find((each) => each === code);
	return new ApiError(message ?? `The service answered ${status}, without an error that this client knows.`, {
		code: known ?? "UNEXPECTED_ANSWER",
		status,
		details: details ?? [],
		requestId: headers.get("x-request-id"),
		retryAfterSeconds: parseRetryAfter(headers.get("retry-after"), Date.now()),
	});
}

interface Read {
	readonly code: string;
	readonly message: string;
	readonly details: readonly Detail[];
}

/** `{ error: { code, message, details? } }` */
function readEnvelope(body: unknown): Read | null {
	const error = member(body, "error");
	const [code, message] = [member(error, "code"), member(error, "message")];
	if (typeof code !== "string" || typeof message !== "string") return null;
	return { code, message, details: readDetails(member(error, "details"), "path") };
}

/** RFC 9457: `{ type: "not-found", detail, errors? }`. Types are the codes in kebab-case. */
function readProblem(body: unknown): Read | null {
	const [type, detail] = [member(body, "type"), member(body, "detail")];
	if (typeof type !== "string" || typeof detail !== "string") return null;
	const code = type.toUpperCase().replaceAll("-", "_");
	return { code, message: detail, details: readDetails(member(body, "errors"), "pointer") };
}

function readDetails(list: unknown, pathMember: "path" | "pointer"): Detail[] {
	if (!Array.isArray(list)) return [];
	return list.flatMap((each): Detail[] => {
		const [path, message] = [member(each, pathMember), member(each, "message")];
		return typeof path === "string" && typeof message === "string" ? [{ path, message }] : [];
	});
}

function member(value: unknown, name: string): unknown {
	return typeof value === "object" && value !== null && Object.hasOwn(value, name)
		? (value as Readonly<Record<string, unknown>>)[name]
		: undefined;
}
