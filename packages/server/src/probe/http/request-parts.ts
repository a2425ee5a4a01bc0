/** The headers and the body of a request as its owner set them up, ready to be sent. */

import type { Auth, RequestSettings } from "../../domain/monitors/http/http-request.ts";
import type { SentHeader } from "./follow.ts";

/** Headers that hold credentials, whether or not they are marked secret. */
const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);

/** Null when a secret could not be read. */
export function sentHeaders({ headers, auth }: RequestSettings): readonly SentHeader[] | null {
	const sent: SentHeader[] = [];
	for (const { name, value, secret } of headers) {
		if (value === null) return null;
		sent.push({ name, value, staysHome: secret === true || CREDENTIALS.has(name.toLowerCase()) });
	}
	if (auth === null) return sent;
	const value = authorizationOf(auth);
	return value === null ? null : [...sent, { name: "Authorization", value, staysHome: true }];
}

/** RFC 7617 with UTF-8, RFC 6750. */
function authorizationOf(auth: Auth): string | null {
	if (auth.type === "bearer") return auth.token && `Bearer ${auth.token}`;
	return auth.password && `Basic ${basicCredentials(auth.username, auth.password)}`;
}

function basicCredentials(username: string, password: string): string {
	return Buffer.from(`${username}:${password}`).toString("base64");
}

/** What of the request must not show when the target echoes it. */
export function secretsOf({ headers, auth }: RequestSettings): string[] {
	const secrets = headers.flatMap(({ value, secret }) => (secret === true && value !== null ? [value] : []));
	if (auth?.type === "bearer" && auth.token !== null) secrets.push(auth.token);
	if (auth?.type === "basic" && auth.password !== null) {
		secrets.push(auth.password, basicCredentials(auth.username, auth.password));
	}
	return secrets;
}

export function sentBody({ body }: RequestSettings): Uint8Array | null {
	return body === null ? null : Buffer.from(body);
}
