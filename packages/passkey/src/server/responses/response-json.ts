/**
 * Reads the JSON response of a ceremony into bytes and strings of limited length. The object may be anything that a
 * stranger can send or a caller can have: each member is read once, from the object itself, and an exception of a
 * getter or a proxy counts as a malformed response.
 */

import { decodeBase64url } from "../../base64url.ts";
import { type ClientExtensionResults, readClientExtensionResults } from "./extension-results.ts";
import { ownMember } from "./own-member.ts";
import { type JsonRequest, MAX_BODY_BYTES, readJsonBody } from "./request-body.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface RegistrationResponse {
	readonly id: string;
	readonly clientDataJSON: Bytes;
	readonly attestationObject: Bytes;
	readonly transports: string[];
	readonly clientExtensionResults: ClientExtensionResults;
}

export interface AuthenticationResponse {
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

/** WebAuthn Level 3 §4, "user handle". */
const MAX_USER_HANDLE_BYTES = 64;

/** The members of a registration, or `undefined` when one is missing or malformed. Unknown members are ignored. */
export function readRegistrationResponse(input: unknown): Promise<RegistrationResponse | undefined> {
	return readWith(input, (credential, response) => {
		const id = credentialId(credential);
		const clientDataJSON = bytesMember(response, "clientDataJSON");
		const attestationObject = bytesMember(response, "attestationObject");
		const transports = transportsOf(response);
		if (!id || !clientDataJSON || !attestationObject || !transports) return undefined;
		const clientExtensionResults = readClientExtensionResults(credential);
		return { id, clientDataJSON, attestationObject, transports, clientExtensionResults };
	});
}

/** The members of a sign-in, or `undefined` when one is missing or malformed. Unknown members are ignored. */
export function readAuthenticationResponse(input: unknown): Promise<AuthenticationResponse | undefined> {
	return readWith(input, (credential, response) => {
		const id = credentialId(credential);
		const clientDataJSON = bytesMember(response, "clientDataJSON");
		const authenticatorData = bytesMember(response, "authenticatorData");
		const signature = bytesMember(response, "signature");
		const userHandle = userHandleOf(response);
		if (!id || !clientDataJSON || !authenticatorData || !signature || userHandle === undefined) return undefined;
		const clientExtensionResults = readClientExtensionResults(credential);
		return { id, clientDataJSON, authenticatorData, signature, userHandle, clientExtensionResults };
	});
}

async function readWith<T>(input: unknown, read: (credential: object, response: object) => T): Promise<T | undefined> {
	try {
		const credential = isRequest(input) ? await readJsonBody(input) : input;
		if (!isObject(credential)) return undefined;
		const response = ownMember(credential, "response");
		return isObject(response) ? read(credential, response) : undefined;
	} catch {
		return undefined;
	}
}

/** JSON has no functions, so an object with this one is a request, of any realm or implementation. */
function isRequest(input: unknown): input is JsonRequest {
	return isObject(input) && "json" in input && typeof input.json === "function";
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function credentialId(credential: object): string | undefined {
	const id = ownMember(credential, "id");
	const attachment = ownMember(credential, "authenticatorAttachment") ?? "";
	if (ownMember(credential, "type") !== "public-key" || typeof attachment !== "string") return undefined;
	return id === ownMember(credential, "rawId") && decoded(id)?.length ? (id as string) : undefined;
}

function bytesMember(response: object, name: string): Bytes | undefined {
	return decoded(ownMember(response, name));
}

function userHandleOf(response: object): string | null | undefined {
	const userHandle = ownMember(response, "userHandle") ?? null;
	if (userHandle === null) return null;
	const bytes = decoded(userHandle);
	return bytes && bytes.length <= MAX_USER_HANDLE_BYTES ? (userHandle as string) : undefined;
}

function transportsOf(response: object): string[] | undefined {
	const reported = ownMember(response, "transports") ?? [];
	if (!Array.isArray(reported)) return undefined;
	const { length } = reported;
	if (length > MAX_TRANSPORTS) return undefined;
	const transports: string[] = [];
	for (let index = 0; index < length; index++) {
		const transport: unknown = reported[index];
		if (typeof transport !== "string" || transport.length > MAX_TRANSPORT_LENGTH) return undefined;
		transports.push(transport);
	}
	return transports;
}

/** The limit of a request also applies to an object that did not come as one. */
function decoded(text: unknown): Bytes | undefined {
	return typeof text === "string" && text.length <= MAX_BODY_BYTES ? decodeBase64url(text) : undefined;
}
