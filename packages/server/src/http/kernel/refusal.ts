/**
 * Refusals: a closed set of codes, and the two forms of their bodies. Handlers return a Refusal as a value; ./serve.ts
 * turns it into a response in the style of its endpoint.
 */

import { isFailure, type Result } from "@lapwing/result";
import type { Problem, ProblemCode } from "../../domain/problem.ts";

/**
 * code: the envelope of most endpoints (docs/rules/http.md#errors); problem: RFC 9457, for the reports
 * (docs/rules/http.md#report-errors).
 */
export type ErrorStyle = "code" | "problem";

export const REFUSALS = {
	BAD_REQUEST: { status: 400, type: "bad-request", title: "The request is malformed" },
	VALIDATION_ERROR: { status: 400, type: "validation-error", title: "The request failed validation" },
	UNAUTHORIZED: { status: 401, type: "unauthorized", title: "The API key or session is missing or invalid" },
	FORBIDDEN: { status: 403, type: "forbidden", title: "The API key or role lacks the scope of this operation" },
	SIGN_IN_AGAIN: { status: 403, type: "sign-in-again", title: "This needs a new sign-in, by a link or a passkey" },
	PASSWORDS_OFF: { status: 403, type: "passwords-off", title: "Passwords are turned off here, or by the team" },
	INSECURE_CONNECTION: { status: 403, type: "insecure-connection", title: "Passwords are not taken over http" },
	CROSS_ORIGIN: { status: 403, type: "cross-origin", title: "A page of another site sent the request" },
	NOT_FOUND: { status: 404, type: "not-found", title: "There is no such resource" },
	METHOD_NOT_ALLOWED: { status: 405, type: "method-not-allowed", title: "The resource does not support this method" },
	LAST_OWNER: { status: 409, type: "last-owner", title: "The team would have no owner left" },
	IN_USE: { status: 409, type: "in-use", title: "Other resources depend on this one" },
	LAST_WAY_IN: { status: 409, type: "last-way-in", title: "The account would have no way to sign in left" },
	NOT_CHECKED: { status: 409, type: "not-checked", title: "The monitor is paused, or no check of it is ever made" },
	PRECONDITION_FAILED: { status: 412, type: "precondition-failed", title: "It has changed since it was read" },
	UNSUPPORTED_MEDIA_TYPE: { status: 415, type: "unsupported-media-type", title: "The body is not sent as JSON" },
	TOO_MANY_REQUESTS: { status: 429, type: "too-many-requests", title: "Too many requests" },
	TOO_MANY_CONNECTIONS: { status: 503, type: "too-many-connections", title: "Too many connections are open" },
	SHUTTING_DOWN: { status: 503, type: "shutting-down", title: "The service is stopping" },
	NOT_PROBED: { status: 503, type: "not-probed", title: "Lapwing could not make the probe" },
	DATABASE_BUSY: { status: 503, type: "database-busy", title: "The database can't take the request now" },
	INTERNAL_ERROR: { status: 500, type: "internal-error", title: "An internal error" },
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** A problem with one member of the body or one query parameter. */
export interface Detail {
	/** JSON Pointer into the body (RFC 6901), or the query parameter's name. */
	readonly path: string;
	readonly message: string;
}

/** Problems reported at most: a body of 64 KiB could have thousands. */
const MAX_DETAILS = 50;

export class Refusal {
	readonly code: RefusalCode;
	/** One sentence, sent to the client. Contains nothing internal. */
	readonly message: string;
	readonly details: readonly Detail[] | null;
	readonly headers: Readonly<Record<string, string>>;

	constructor(
		code: RefusalCode,
		message: string,
		{ details, headers = {} }: { details?: readonly Detail[]; headers?: Readonly<Record<string, string>> } = {},
	) {
		this.code = code;
		const more = (details?.length ?? 0) - MAX_DETAILS;
		this.message = more > 0 ? `${message} ${more} more ${more === 1 ? "is" : "are"} not listed.` : message;
		this.details = details?.slice(0, MAX_DETAILS) ?? null;
		this.headers = headers;
	}
}

/** The resource does not exist, was deleted, or belongs to another team. The answer is the same for all three. */
export function notFound(): Refusal {
	return new Refusal("NOT_FOUND", "There is no such resource.");
}

/** A VALIDATION_ERROR with one detail. */
export function invalid(path: string, message: string): Refusal {
	return new Refusal("VALIDATION_ERROR", "The request failed validation.", { details: [{ path, message }] });
}

const REFUSAL_CODES: Readonly<Record<ProblemCode, RefusalCode>> = {
	missing_scope: "FORBIDDEN",
	not_found: "NOT_FOUND",
	invalid: "VALIDATION_ERROR",
	full: "VALIDATION_ERROR",
	taken: "VALIDATION_ERROR",
	sign_in_first: "UNAUTHORIZED",
	sign_in_again: "SIGN_IN_AGAIN",
	last_owner: "LAST_OWNER",
	in_use: "IN_USE",
	last_way_in: "LAST_WAY_IN",
	not_checked: "NOT_CHECKED",
	unconfirmed: "VALIDATION_ERROR",
	outdated: "PRECONDITION_FAILED",
};

/** How the API answers a change that its service refused. */
export function refusalOf({ code, message, details }: Problem): Refusal {
	const refused = REFUSAL_CODES[code];
	if (refused === "UNAUTHORIZED") return new Refusal(refused, message, { headers: { "www-authenticate": "Bearer" } });
	if (refused !== "VALIDATION_ERROR") return new Refusal(refused, message);
	return new Refusal(refused, "The request failed validation.", { details });
}

/** Null for a success. */
export function failureRefusal(result: Result<unknown, Problem>): Refusal | null {
	return isFailure(result) ? refusalOf(result.error) : null;
}

export function refusalResponse(
	refusal: Refusal,
	style: ErrorStyle,
	{ requestId, now, headers }: { requestId: string; now: number; headers: Readonly<Record<string, string>> },
): Response {
	const { status, type, title } = REFUSALS[refusal.code];
	const { message, details } = refusal;
	const body =
		style === "code"
			? {
					error: { code: refusal.code, message, ...(details && { details }) },
					meta: { requestId, timestamp: new Date(now).toISOString() },
				}
			: {
					type,
					title,
					status,
					detail: message,
					instance: `urn:uuid:${requestId}`,
					...(details && { errors: details.map(({ path, message }) => ({ pointer: path, message })) }),
				};
	const contentType = style === "code" ? "application/json" : "application/problem+json";
	return new Response(JSON.stringify(body), {
		status,
		headers: { ...headers, "content-type": contentType, ...refusal.headers },
	});
}
