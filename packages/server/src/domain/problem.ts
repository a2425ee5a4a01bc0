/**
 * Why a change was refused: a closed set of codes. Services return them as failures; the API answers each with a
 * refusal (http/kernel/change-endpoint.ts), a command prints its sentences. What only a bug can cause throws instead.
 */

import { type Failure, failure } from "@lapwing/result";

/**
 * missing_scope: the actor lacks the scope of this change; not_found: there is no such object in the team, or no
 * longer; invalid: a value is wrong by itself or beside others; full: a limit is reached; taken: another object has
 * what must be unique; sign_in_first: only the owner of an account may, who is not signed in; sign_in_again: they
 * signed in too long ago, or in another way than this change asks for; last_owner: the team would have no owner left;
 * in_use: other objects depend on it; last_way_in: the person could not sign in any more; not_checked: the monitor is
 * paused, or of a type that is not probed; unconfirmed: whoever wants it has to say that they mean it; outdated: what
 * it was planned for has changed since.
 */
export type ProblemCode =
	| "missing_scope"
	| "not_found"
	| "invalid"
	| "full"
	| "taken"
	| "sign_in_first"
	| "sign_in_again"
	| "last_owner"
	| "in_use"
	| "last_way_in"
	| "not_checked"
	| "unconfirmed"
	| "outdated";

export interface ProblemDetail {
	/** JSON Pointer into the input (RFC 6901); empty: the input as a whole. */
	readonly path: string;
	/** One sentence for whoever wants the change. */
	readonly message: string;
}

export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
	override readonly name = "Problem";
	readonly code: Code;
	readonly details: readonly ProblemDetail[];

	constructor(code: Code, details: readonly ProblemDetail[]) {
		super(details.map(({ message }) => message).join(" "));
		this.code = code;
		this.details = details;
	}
}

/** A failure with one detail. */
export function problem<Code extends ProblemCode>(code: Code, path: string, message: string): Failure<Problem<Code>> {
	return failure(new Problem(code, [{ path, message }]));
}

export function invalid(path: string, message: string): Failure<Problem<"invalid">> {
	return problem("invalid", path, message);
}

/** The same of an input that stands in a larger one. `at`: where, a JSON Pointer. */
export function failureAt<Code extends ProblemCode>(
	at: string,
	{ error: { code, details } }: Failure<Problem<Code>>,
): Failure<Problem<Code>> {
	return failure(
		new Problem(
			code,
			details.map(({ path, message }) => ({ path: `${at}${path}`, message })),
		),
	);
}

/** The object does not exist, was deleted, or belongs to another team: the same for all three. */
export function notFound(): Failure<Problem<"not_found">> {
	return problem("not_found", "", "There is no such resource.");
}
