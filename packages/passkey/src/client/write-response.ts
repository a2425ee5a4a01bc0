/**
 * Converts a credential of the browser to the JSON that the server verifies. The credential's own `toJSON` is
 * preferred. Our own conversion is the fallback when that is missing, throws, or answers in a wrong shape, and writes
 * only what a relying party verifies. Password managers answer with their own objects here, and have had each of the
 * three faults.
 *
 * What extensions answered is always written by us: the results of `prf` are keys to what the page encrypts, and a
 * server that is never sent them can neither log nor lose them. The page gets them from {@link extensionResults}.
 */

import { encodeBase64url } from "../base64url.ts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../webauthn-json.ts";
import { attempt } from "./attempt.ts";
import { bytesOf } from "./bytes.ts";

type Responses = RegistrationResponseJSON | AuthenticationResponseJSON;
type ExtensionResults = AuthenticationExtensionsClientOutputs;

const outputs = /* @__PURE__ */ new WeakMap<object, ExtensionResults>();

/** What the extensions answered in the ceremony of `response`; empty for a copy of a response. */
export function extensionResults(response: Responses): ExtensionResults {
	return outputs.get(response) ?? {};
}

/** Throws `TypeError` when `credential` has no attestation to write. */
export function writeRegistration(credential: PublicKeyCredential, sendsPrf?: boolean): RegistrationResponseJSON {
	const json = attempt(() => {
		const own = credential.toJSON() as RegistrationResponseJSON;
		const { attestationObject, transports = [] } = own.response;
		return isEnvelope(own) && isBase64url(attestationObject) && areTexts(transports) ? own : undefined;
	});
	return withExtensionResults(json ?? encodeRegistration(credential), credential, sendsPrf);
}

function encodeRegistration(credential: PublicKeyCredential): RegistrationResponseJSON {
	const response = credential.response as AuthenticatorAttestationResponse;
	const transports = attempt(() => response.getTransports());
	return encodeEnvelope(credential, {
		clientDataJSON: encode(response.clientDataJSON),
		attestationObject: encode(response.attestationObject),
		transports: areTexts(transports) ? transports : [],
	});
}

/** Throws `TypeError` when `credential` has no assertion to write. */
export function writeAuthentication(credential: PublicKeyCredential, sendsPrf?: boolean): AuthenticationResponseJSON {
	const json = attempt(() => {
		const own = credential.toJSON() as AuthenticationResponseJSON;
		const { authenticatorData, signature, userHandle } = own.response;
		const isWhole = isEnvelope(own) && [authenticatorData, signature, userHandle ?? "absent"].every(isBase64url);
		return isWhole ? own : undefined;
	});
	return withExtensionResults(json ?? encodeAuthentication(credential), credential, sendsPrf);
}

function encodeAuthentication(credential: PublicKeyCredential): AuthenticationResponseJSON {
	const response = credential.response as AuthenticatorAssertionResponse;
	return encodeEnvelope(credential, {
		clientDataJSON: encode(response.clientDataJSON),
		authenticatorData: encode(response.authenticatorData),
		signature: encode(response.signature),
		...(response.userHandle && { userHandle: encode(response.userHandle) }),
	});
}

function isEnvelope(json: RegistrationResponseJSON | AuthenticationResponseJSON): boolean {
	return (
		isBase64url(json.id) &&
		json.rawId === json.id &&
		json.type === "public-key" &&
		isText(json.authenticatorAttachment ?? "") &&
		typeof (json.clientExtensionResults ?? "none") === "object" &&
		isBase64url(json.response.clientDataJSON)
	);
}

function encodeEnvelope<Response>(credential: PublicKeyCredential, response: Response) {
	const id = encode(credential.rawId);
	const { authenticatorAttachment } = credential;
	return {
		id,
		rawId: id,
		type: "public-key" as const,
		response,
		authenticatorAttachment: isText(authenticatorAttachment) ? authenticatorAttachment : null,
		clientExtensionResults: {},
	};
}

/** Extensions answer with bytes at any depth (`prf`, `largeBlob`). */
function withExtensionResults<Json extends Responses>(
	json: Json,
	credential: PublicKeyCredential,
	sendsPrf: boolean | undefined,
): Json {
	const results =
		attempt(() => credential.getClientExtensionResults()) ?? (json.clientExtensionResults as ExtensionResults);
	const sent = (name: string, value: unknown) => {
		if (name === "prf" && sendsPrf !== true) return { enabled: (value as { enabled?: boolean } | null)?.enabled };
		return bytesOf(value) ? encode(value) : value;
	};
	const clientExtensionResults = attempt(() => JSON.parse(JSON.stringify(results, sent))) ?? {};
	const written = { ...json, clientExtensionResults };
	outputs.set(written, results);
	return written;
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}

function areTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every(isText);
}

function isBase64url(value: unknown): boolean {
	return isText(value) && /^[\w-]+$/.test(value);
}

function encode(value: unknown): string {
	const bytes = bytesOf(value);
	if (!bytes) throw new TypeError("the credential lacks a binary member");
	return encodeBase64url(bytes);
}
