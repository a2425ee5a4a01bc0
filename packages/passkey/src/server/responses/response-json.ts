/**
 * Reads the JSON response of a ceremony into bytes and strings of limited length. The object may be anything that a
 * stranger can send or a caller can have: each member is read once, from the object itself, and an exception of a
 * getter or a proxy counts as a malformed response.
 */

import { decodeBase64url } from "../../base64url.ts";
import type { Bytes } from "../../bytes.ts";
import { MalformedResponseError } from "../errors.ts";
import { type ClientExtensionResults, readClientExtensionResults } from "./extension-results.ts";
import { ownMember } from "./own-member.ts";
import { type JsonRequest, MAX_BODY_BYTES, readJsonBody } from "./request-body.ts";

interface RegistrationResponse {
	readonly id: string;
	readonly clientDataJSON: Bytes;
	readonly attestationObject: Bytes;
	readonly transports: string[];
	readonly clientExtensionResults: ClientExtensionResults;
}

interface AuthenticationResponse {
	readonly id: string;
	readonly clientDataJSON: Bytes;
	readonly authenticatorData: Bytes;
	readonly signature: Bytes;
	readonly userHandle: string | null;
	readonly clientExtensionResults: ClientExtensionResults;
}

/** The standard has seven transports. Hosts store them, so a stranger must not choose how much that is. */
const MAX_TRANSPORTS = 16;
const MAX_TRANSPORT_LENGTH = 64;

const TOO_LONG = "too-long";

/** WebAuthn Level 3 §4, "user handle". */
const MAX_USER_HANDLE_BYTES = 64;

/** The members of a registration, or which one is missing or malformed. Unknown members are ignored. */
export function readRegistrationResponse(input: unknown): Promise<RegistrationResponse | MalformedResponseError> {
	return readWith("registration response", input, (credential, response) => ({
		id: credentialId(credential),
		clientDataJSON: bytesMember(response, "clientDataJSON"),
		attestationObject: bytesMember(response, "attestationObject"),
		transports: transportsOf(response),
		clientExtensionResults: readClientExtensionResults(credential),
	}));
}

/** The members of a sign-in, or which one is missing or malformed. Unknown members are ignored. */
export function readAuthenticationResponse(input: unknown): Promise<AuthenticationResponse | MalformedResponseError> {
	return readWith("authentication response", input, (credential, response) => ({
		id: credentialId(credential),
		clientDataJSON: bytesMember(response, "clientDataJSON"),
		authenticatorData: bytesMember(response, "authenticatorData"),
		signature: bytesMember(response, "signature"),
		userHandle: userHandleOf(response),
		clientExtensionResults: readClientExtensionResults(credential),
	}));
}

/** Ends the reading; `readWith` says of which part the member is. */
function refuse(member: string, problem: string): never {
	throw new MalformedResponseError("", { member, problem });
}

async function readWith<Read>(
	part: string,
	input: unknown,
	read: (credential: object, response: object) => Read,
): Promise<Read | MalformedResponseError> {
	try {
		const credential = isRequest(input) ? await jsonOf(input) : input;
		if (!isObject(credential)) refuse("", problemOf(credential, "object"));
		const response = ownMember(credential, "response");
		if (!isObject(response)) refuse("response", problemOf(response, "object"));
		return read(credential, response);
	} catch (error) {
		// Anything else is what a getter or a proxy threw, and nobody's to read.
		const isOurs = error instanceof MalformedResponseError;
		return new MalformedResponseError(part, isOurs ? error.detail : { member: "", problem: "unreadable" });
	}
}

async function jsonOf(request: JsonRequest): Promise<unknown> {
	const body = await readJsonBody(request);
	if (typeof body === "string") refuse("request", body);
	return body.json;
}

/** JSON has no functions, so an object with this one is a request, of any realm or implementation. */
function isRequest(input: unknown): input is JsonRequest {
	return isObject(input) && "json" in input && typeof input.json === "function";
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function credentialId(credential: object): string {
	const type = ownMember(credential, "type");
	if (type !== "public-key") refuse("type", "unexpected");
	const attachment = ownMember(credential, "authenticatorAttachment") ?? "";
	if (typeof attachment !== "string") refuse("authenticatorAttachment", problemOf(attachment));
	const id = ownMember(credential, "id");
	if (decoded("id", id).length === 0) refuse("id", "empty");
	if (id !== ownMember(credential, "rawId")) refuse("rawId", "not-id");
	return id as string;
}

function bytesMember(response: object, name: string): Bytes {
	return decoded(`response.${name}`, ownMember(response, name));
}

/** Null where there is none. Some password managers send an empty one for none. */
function userHandleOf(response: object): string | null {
	const userHandle = ownMember(response, "userHandle") ?? "";
	if (userHandle === "") return null;
	const member = "response.userHandle";
	if (decoded(member, userHandle).length > MAX_USER_HANDLE_BYTES) {
		refuse(member, TOO_LONG);
	}
	return userHandle as string;
}

function transportsOf(response: object): string[] {
	const reported = ownMember(response, "transports") ?? [];
	const transports: string[] = [];
	const length = Array.isArray(reported) ? reported.length : Number.NaN;
	for (let index = 0; length <= MAX_TRANSPORTS && index < length; index++) {
		const transport: unknown = (reported as unknown[])[index];
		if (typeof transport === "string" && transport.length <= MAX_TRANSPORT_LENGTH) transports.push(transport);
	}
	return transports.length === length ? transports : refuse("response.transports", "unexpected");
}

/** The limit of a request also applies to an object that did not come as one. */
function decoded(member: string, text: unknown): Bytes {
	if (typeof text !== "string") refuse(member, problemOf(text));
	if (text.length > MAX_BODY_BYTES) refuse(member, TOO_LONG);
	const bytes = decodeBase64url(text);
	if (bytes) return bytes;
	const isBase64 = /^[A-Za-z\d+/]*={0,2}$/.test(text);
	refuse(member, isBase64 ? "base64" : "not-base64url");
}

/** What is wrong with a value of another type than `wanted`. */
function problemOf(value: unknown, wanted: "text" | "object" = "text"): string {
	return (value ?? null) === null ? "missing" : `not-${wanted}`;
}
