/** What a request sends beside its address, as the form holds it: of an http monitor, and of a step of a flow. */

import { type NamedValue, type NamedValueBody, namedValueBodyOf, namedValueOf } from "./named-value.tsx";

export type AuthType = "none" | "basic" | "bearer";

/** A secret that is null is the one that the service keeps. */
interface AuthDraft {
	readonly type: AuthType;
	readonly username: string;
	readonly password: string | null;
	readonly token: string | null;
	/** The type whose secret the service keeps. */
	readonly kept: AuthType;
}

export interface RequestDraft {
	readonly headers: readonly NamedValue[];
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

/** The members of a request in bodies and answers. */
interface RequestBody {
	readonly headers?: readonly NamedValueBody[];
	readonly auth?:
		| null
		| { readonly type: "basic"; readonly username: string; readonly password: string | null }
		| { readonly type: "bearer"; readonly token: string | null };
	readonly body?: string | null;
}

/** A request as it is answered. */
export function requestDraftOf({ headers = [], auth = null, body = null }: RequestBody): RequestDraft {
	return {
		headers: headers.map(namedValueOf),
		auth: auth === null ? NO_AUTH : { ...NO_AUTH, ...auth, kept: auth.type },
		body: body ?? "",
	};
}

/** A request as it is sent. Where `method` takes no body, none is sent. */
export function requestBodyOf({ headers, auth, body }: RequestDraft, method: unknown): RequestBody {
	return {
		headers: headers.map(namedValueBodyOf),
		auth: authBodyOf(auth),
		body: body === "" || !takesBody(method) ? null : body,
	};
}

function authBodyOf({ type, username, password, token }: AuthDraft): NonNullable<RequestBody["auth"]> | null {
	if (type === "basic") return { type, username, password };
	return type === "bearer" ? { type, token } : null;
}
