/** What a request sends beside its address, as the form holds it: of an http monitor, and of a step of a flow. */

import { type Identified, identified } from "../../../ui/forms/items.ts";

/** A secret that is null is the one that the service keeps; `isKept` says whether there is one. */
export interface HeaderDraft extends Identified {
	readonly name: string;
	readonly value: string | null;
	readonly secret: boolean;
	readonly isKept: boolean;
}

export const AUTH_TYPES = ["none", "basic", "bearer"] as const;
export type AuthType = (typeof AUTH_TYPES)[number];

export interface AuthDraft {
	readonly type: AuthType;
	readonly username: string;
	readonly password: string | null;
	readonly token: string | null;
	/** The type whose secret the service keeps. */
	readonly kept: AuthType;
}

export interface RequestDraft {
	readonly headers: readonly HeaderDraft[];
	readonly auth: AuthDraft;
	/** Empty: none. */
	readonly body: string;
}

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

export function takesBody(method: unknown): boolean {
	return method !== "GET" && method !== "HEAD";
}

const NO_AUTH: AuthDraft = { type: "none", username: "", password: "", token: "", kept: "none" };
export const NO_REQUEST: RequestDraft = { headers: [], auth: NO_AUTH, body: "" };

export function newHeader(): HeaderDraft {
	return identified({ name: "", value: "", secret: false, isKept: false });
}

/** The members of a request in bodies and answers. */
interface RequestBody {
	readonly headers?: readonly { readonly name: string; readonly value: string | null; readonly secret?: boolean }[];
	readonly auth?:
		| null
		| { readonly type: "basic"; readonly username: string; readonly password: string | null }
		| { readonly type: "bearer"; readonly token: string | null };
	readonly body?: string | null;
}

/** A request as it is answered. */
export function requestDraftOf({ headers = [], auth = null, body = null }: RequestBody): RequestDraft {
	return {
		headers: headers.map(({ name, value, secret = false }) =>
			identified({ name, value, secret, isKept: secret && value === null }),
		),
		auth: auth === null ? NO_AUTH : { ...NO_AUTH, ...auth, kept: auth.type },
		body: body ?? "",
	};
}

/** A request as it is sent. Where `method` takes no body, none is sent. */
export function requestBodyOf({ headers, auth, body }: RequestDraft, method: unknown): RequestBody {
	return {
		headers: headers.map(({ name, value, secret }) => ({ name: name.trim(), value, ...(secret && { secret }) })),
		auth: authBodyOf(auth),
		body: body === "" || !takesBody(method) ? null : body,
	};
}

function authBodyOf({ type, username, password, token }: AuthDraft): NonNullable<RequestBody["auth"]> | null {
	if (type === "basic") return { type, username, password };
	return type === "bearer" ? { type, token } : null;
}

/** Whether it sends more than its address. */
export function isPlain({ headers, auth, body }: RequestDraft): boolean {
	return headers.length === 0 && auth.type === "none" && body === "";
}
