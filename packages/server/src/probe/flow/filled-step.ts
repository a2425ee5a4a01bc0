/** A step of a flow with its insertions filled in, as a request that can be sent. */

import type { FlowStep } from "../../domain/monitors/flow/flow-steps.ts";
import {
	insertedAsComponent,
	insertedAsHeader,
	insertedAsJson,
	insertedAsMarkup,
	insertedAsText,
	insertedNames,
	type Values,
} from "../../domain/monitors/flow/insertions.ts";
import { acceptsRedirects } from "../../domain/monitors/http/accepted-statuses.ts";
import { MAX_BODY_BYTES } from "../../domain/monitors/http/http.ts";
import type { Auth } from "../../domain/monitors/http/http-request.ts";

import type { SentHeader, TargetRequest } from "../http/follow.ts";
import { sentHeaders } from "../http/request-parts.ts";

/** The values so far, and which of them are secret. */
interface FlowValues {
	readonly all: Values;
	readonly secretNames: ReadonlySet<string>;
}

/** What of a step can't be sent, in a sentence. */
interface Unsendable {
	readonly problem: string;
}

/** A full URL that a check sends has at most this many characters; servers refuse longer ones. */
const MAX_FILLED_URL_LENGTH = 8_192;

export function filledStep(step: FlowStep, values: FlowValues, keepsBody: boolean): TargetRequest | Unsendable {
	const { all } = values;
	const filledUrl = insertedAsComponent(step.url, all);
	const url = filledUrl.length <= MAX_FILLED_URL_LENGTH ? URL.parse(filledUrl) : null;
	if (url === null) return { problem: "The URL is too long once its values are inserted." };
	const headers = filledHeaders(step, values);
	if ("problem" in headers) return headers;
	return {
		url,
		method: step.method,
		headers,
		body: step.body === null ? null : Buffer.from(filledBody(step, all)),
		bodyStaysHome: step.body !== null && holdsSecret(step.body, values),
		endpoint: {},
		followsRedirects: !acceptsRedirects(step.expect),
		keepsBody,
		maxBodyBytes: MAX_BODY_BYTES,
	};
}

function filledHeaders(step: FlowStep, values: FlowValues): readonly SentHeader[] | Unsendable {
	const headers: FlowStep["headers"] = [];
	for (const header of step.headers) {
		const value = insertedAsHeader(header.value ?? "", values.all);
		if (value === null) return { problem: `A value for the header ${header.name} holds a line end.` };
		const isSecret = header.secret === true || holdsSecret(header.value ?? "", values);
		headers.push({ ...header, value, secret: isSecret });
	}
	const auth = step.auth && filledAuth(step.auth, values.all);
	if (auth !== null && "problem" in auth) return auth;
	// Secrets were there when the run began.
	return sentHeaders({ headers, body: null, auth }) ?? { problem: "The credentials are empty." };
}

function filledAuth(auth: Auth, values: Values): Auth | Unsendable {
	if (auth.type === "basic") {
		const { username, password } = auth;
		const filled = { username: insertedAsText(username, values), password: insertedAsText(password ?? "", values) };
		return { type: "basic", ...filled };
	}
	const token = insertedAsHeader(auth.token ?? "", values);
	return token === null ? { problem: "The token holds a line end." } : { type: "bearer", token };
}

function filledBody({ headers, body }: FlowStep, values: Values): string {
	const text = body ?? "";
	const type = headers.find(({ name }) => name.toLowerCase() === "content-type")?.value?.toLowerCase() ?? "";
	if (/[/+]json\b/.test(type) || (type === "" && /^\s*[{[]/.test(text))) return insertedAsJson(text, values);
	if (type.startsWith("application/x-www-form-urlencoded")) return insertedAsComponent(text, values);
	if (/[/+](?:xml|html)\b/.test(type)) return insertedAsMarkup(text, values);
	return insertedAsText(text, values);
}

function holdsSecret(text: string, { secretNames }: FlowValues): boolean {
	return insertedNames(text).some((name) => secretNames.has(name));
}
