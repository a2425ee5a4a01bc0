/**
 * What an http check and a step of a flow send beside their URL and method: headers, a body, and credentials. Header
 * values that are marked secret, passwords and tokens are secrets (../secrets.ts).
 */

import { z } from "zod";
import type { Method } from "../monitor.ts";
import type { SecretChange, SettingsProblem } from "../type.ts";

const MAX_HEADERS = 20;
/** Servers refuse heads of more than 8 to 16 KiB; the other headers and cookies need room, too. */
const MAX_HEADER_VALUE = 4_096;
const MAX_CREDENTIAL = 2_048;
const MAX_REQUEST_BODY_BYTES = 64 * 1024;

/** RFC 9110 §5.1, §5.6.2. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
/** RFC 9110 §5.5, without the bytes beyond ASCII, whose meaning depends on the server. */
const HEADER_VALUE = /^(?:[!-~](?:[\t -~]*[!-~])?)?$/;
/** What decides how the message is framed and where the connection ends is ours. */
const SET_BY_PROBER: ReadonlySet<string> = new Set([
	"connection",
	"content-length",
	"expect",
	"host",
	"keep-alive",
	"proxy-connection",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

interface Header {
	readonly name: string;
	/** Null: a secret that is not shown, or not given anew. */
	readonly value: string | null;
	readonly secret?: boolean | undefined;
}

export type Auth =
	| { readonly type: "basic"; readonly username: string; readonly password: string | null }
	| { readonly type: "bearer"; readonly token: string | null };

export interface RequestSettings {
	readonly headers: readonly Header[];
	readonly body: string | null;
	readonly auth: Auth | null;
}

export const NO_REQUEST = { headers: [], body: null, auth: null } satisfies RequestSettings;

/** @param isValue what a header's value may be; a flow's values may hold insertions */
export function requestFields(isValue: (value: string) => boolean = (value) => HEADER_VALUE.test(value)) {
	const header = z
		.strictObject({
			name: z
				.string()
				.regex(HEADER_NAME, "A header's name has 1–100 letters, digits and !#$%&'*+-.^_`|~")
				.refine((name) => !SET_BY_PROBER.has(name.toLowerCase()), "The prober sets this header itself.")
				.meta({ example: "X-Api-Key" }),
			value: z
				.string()
				.max(MAX_HEADER_VALUE)
				.refine(isValue, "A header's value is printable ASCII, with no space at its ends.")
				.nullable()
				.meta({
					pattern: "^([!-~]([\\t -~]*[!-~])?)?$",
					description: "Null in answers where it is secret; null in an update keeps that secret.",
				}),
			secret: z
				.boolean()
				.optional()
				.meta({ description: "Encrypted at rest, never answered, and sent only to the monitor's own server." }),
		})
		.refine(({ value, secret }) => value !== null || secret === true, {
			path: ["value"],
			message: "Only a secret can be null.",
		});
	const credential = z
		.string()
		.min(1)
		.max(MAX_CREDENTIAL)
		.refine((text) => !CONTROL.test(text) && text.isWellFormed(), "Must not hold control or broken characters.")
		.nullable()
		.meta({ description: "Null in answers; null in an update keeps it." });
	const auth = z.discriminatedUnion("type", [
		z.strictObject({
			type: z.literal("basic"),
			username: z
				.string()
				.max(MAX_CREDENTIAL)
				.refine((name) => !name.includes(":") && !CONTROL.test(name), "A username holds no colon (RFC 7617).")
				.meta({ example: "monitor" }),
			password: credential,
		}),
		z.strictObject({
			type: z.literal("bearer"),
			token: credential.refine((token) => token === null || isValue(token), "A token is printable ASCII."),
		}),
	]);
	return {
		headers: z.array(header).max(MAX_HEADERS).default([]),
		body: z
			.string()
			.refine((body) => Buffer.byteLength(body) <= MAX_REQUEST_BODY_BYTES, "A body has at most 64 KiB.")
			.refine((body) => !body.includes("\0") && body.isWellFormed(), "Must not hold NUL or broken characters.")
			.nullable()
			.default(null)
			.meta({
				description: "Sent unchanged, in UTF-8; not with GET and HEAD. Set its type with a Content-Type header.",
			}),
		auth: auth.nullable().default(null).meta({ description: "Sent only to the monitor's own server." }),
	} as const;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\0-\x1f\x7f]/;

/** What is wrong with a request whose members are valid one by one; paths are within the request. */
export function requestProblems(request: RequestSettings, method: Method): readonly SettingsProblem[] {
	const problems: SettingsProblem[] = [];
	if (request.body !== null && !takesBody(method)) {
		const message = `A ${method} request has no body: remove it, or choose another method.`;
		problems.push({ path: "/body", message });
	}
	const index = request.headers.findIndex(({ name }) => name.toLowerCase() === "authorization");
	if (request.auth !== null && index >= 0) {
		const message = "auth sets this header already: remove one of the two.";
		problems.push({ path: `/headers/${index}/name`, message });
	}
	return problems;
}

function takesBody(method: Method): boolean {
	return method !== "GET" && method !== "HEAD";
}

/** The request with its secrets changed; `id` and `path` are within the request. */
export function mapRequestSecrets<Request extends RequestSettings>(request: Request, change: SecretChange): Request {
	const { headers, auth } = request;
	/** Headers of one name are told apart by their order. */
	const seen = new Map<string, number>();
	const changedHeaders = headers.map((header, index) => {
		if (header.secret !== true) return header;
		const name = header.name.toLowerCase();
		const count = seen.get(name) ?? 0;
		seen.set(name, count + 1);
		const id = count === 0 ? `header:${name}` : `header:${name}:${count}`;
		return { ...header, value: change(id, header.value, `/headers/${index}/value`) };
	});
	return { ...request, headers: changedHeaders, auth: auth && mapAuthSecret(auth, change) };
}

function mapAuthSecret(auth: Auth, change: SecretChange): Auth {
	if (auth.type === "basic") {
		return { ...auth, password: change("auth:password", auth.password, "/auth/password") };
	}
	return { ...auth, token: change("auth:token", auth.token, "/auth/token") };
}
