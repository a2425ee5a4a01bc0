/**
 * What each refusal really says, for the OpenAPI document: a test collects what the routes answer, and looks for these
 * among it. The codes are those of ../kernel/refusal.ts.
 */

import { type Detail, type ErrorStyle, REFUSALS, type RefusalCode } from "../kernel/refusal.ts";

export interface RefusalExample {
	readonly message: string;
	readonly details?: readonly Detail[];
}

export const REFUSAL_EXAMPLES: Readonly<Record<RefusalCode, RefusalExample>> = {
	BAD_REQUEST: { message: "Name the team in the header Lapwing-Team." },
	VALIDATION_ERROR: {
		message: "The query failed validation.",
		details: [{ path: "noSuchParameter", message: "There is no parameter noSuchParameter here." }],
	},
	UNAUTHORIZED: { message: "Send your API key as Authorization: Bearer <key>." },
	FORBIDDEN: { message: "This API key lacks the scope monitors:write." },
	SIGN_IN_AGAIN: {
		message: "Sign in by a one-time link or with a passkey first, and then set the password within 15 minutes.",
	},
	PASSWORDS_OFF: { message: "Nobody signs in with a password here. Use another way." },
	INSECURE_CONNECTION: { message: "A password would cross the internet unencrypted. Open this service over https." },
	CROSS_ORIGIN: { message: "This request was sent by a page of another site." },
	NOT_FOUND: { message: "There is no such resource." },
	NOT_CHECKED: { message: "The monitor is paused. Resume it, and it is checked at once." },
	METHOD_NOT_ALLOWED: { message: "This resource knows GET, HEAD, POST." },
	LAST_OWNER: { message: "The team would have no owner left. Make another member an owner first." },
	IN_USE: { message: "1 monitor names this location. Let it name another one first." },
	LAST_WAY_IN: { message: "You could not sign in without this passkey. Add another one first." },
	PRECONDITION_FAILED: { message: "Something changed since this was planned. Plan again." },
	UNSUPPORTED_MEDIA_TYPE: { message: "Send the body as JSON, with the header Content-Type: application/json." },
	TOO_MANY_REQUESTS: { message: "This key may make 60 requests a minute." },
	TOO_MANY_CONNECTIONS: { message: "Too many connections are open. Close some, or try again later." },
	SHUTTING_DOWN: { message: "The service is stopping. Try again in a few seconds." },
	NOT_PROBED: { message: "The name servers do not answer." },
	DATABASE_BUSY: { message: "The database can't take this request now. Try again later." },
	INTERNAL_ERROR: { message: "An internal error. The log has the details under this request id." },
};

/** Instead of that of BAD_REQUEST, on lists. */
export const CURSOR_EXAMPLE: RefusalExample = { message: "The cursor is malformed or belongs to another list." };

/** A second one where a body is taken: it is refused at a place in it. */
export const BODY_EXAMPLE: RefusalExample = {
	message: "The body failed validation.",
	details: [{ path: "/interval", message: "There is no member interval here. Did you mean intervalSeconds?" }],
};

const REQUEST_ID = "0b9d1c0e-3a56-4f0c-9d4e-6a2c54f1a7b3";

/** The bodies in which `codes` are sent, as a response's `examples`. */
export function refusalExamples(
	codes: readonly RefusalCode[],
	style: ErrorStyle,
	{ hasBody, isList }: { hasBody: boolean; isList: boolean },
) {
	const exampleOf = (code: RefusalCode) => (code === "BAD_REQUEST" && isList ? CURSOR_EXAMPLE : REFUSAL_EXAMPLES[code]);
	const named = codes.map((code) => [code, { value: bodyOf(code, exampleOf(code), style) }] as const);
	const ofBody = hasBody && codes.includes("VALIDATION_ERROR");
	const { BAD_REQUEST, ...others } = Object.fromEntries(named);
	return {
		...others,
		...(ofBody && { body: { value: bodyOf("VALIDATION_ERROR", BODY_EXAMPLE, style) } }),
		// Last, because a reader sees the first one, and this one is rare.
		...(BAD_REQUEST && { BAD_REQUEST }),
	};
}

function bodyOf(code: RefusalCode, { message, details }: RefusalExample, style: ErrorStyle) {
	const { status, type, title } = REFUSALS[code];
	if (style === "code") {
		return {
			error: { code, message, ...(details && { details }) },
			meta: { requestId: REQUEST_ID, timestamp: "2025-01-01T00:00:00.000Z" },
		};
	}
	const errors = details?.map((detail) => ({ pointer: detail.path, message: detail.message }));
	return { type, title, status, detail: message, instance: `urn:uuid:${REQUEST_ID}`, ...(errors && { errors }) };
}
