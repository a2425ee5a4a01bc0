/**
 * A credential as the browser made it → the JSON that the server verifies. The credential's own `toJSON` is preferred;
 * ours stands in where it is missing, throws, or answers in a wrong shape, and writes what a relying party verifies,
 * no more. Password managers hand out objects of their own making here, and have had each of the three faults.
 */

import { encodeBase64url } from "../base64url.ts";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../webauthn-json.ts";
import { attempt } from "./attempt.ts";
import { bytesOf } from "./bytes.ts";

/** Throws `TypeError` when `credential` has no attestation to write. */
export function writeRegistration(credential: PublicKeyCredential): RegistrationResponseJSON {
	const json = attempt(() => {
		const own = credential.toJSON() as RegistrationResponseJSON;
		const { attestationObject, transports = [] } = own.response;
		return isEnvelope(own) && isBase64url(attestationObject) && areTexts(transports) ? own : undefined;
	});
	if (json) return json;

	const response = credential.response as AuthenticatorAttestationResponse;
	const transports = attempt(() => response.getTransports());
	return writeEnvelope(credential, {
		clientDataJSON: encode(response.clientDataJSON),
		attestationObject: encode(response.attestationObject),
		transports: areTexts(transports) ? transports : [],
	});
}

/** Throws `TypeError` when `credential` has no assertion to write. */
export function writeAuthentication(credential: PublicKeyCredential): AuthenticationResponseJSON {
	const json = attempt(() => {
		const own = credential.toJSON() as AuthenticationResponseJSON;
		const { authenticatorData, signature, userHandle } = own.response;
		const isWhole = isEnvelope(own) && [authenticatorData, signature, userHandle ?? "absent"].every(isBase64url);
		return isWhole ? own : undefined;
	});
	if (json) return json;

	const response = credential.response as AuthenticatorAssertionResponse;
	return writeEnvelope(credential, {
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

function writeEnvelope<Response>(credential: PublicKeyCredential, response: Response) {
	const id = encode(credential.rawId);
	const { authenticatorAttachment } = credential;
	return {
		id,
		rawId: id,
		type: "public-key" as const,
		response,
		authenticatorAttachment: isText(authenticatorAttachment) ? authenticatorAttachment : null,
		clientExtensionResults: attempt(() => writeExtensionResults(credential.getClientExtensionResults())) ?? {},
	};
}

/** Extensions answer with bytes at any depth (`prf`, `largeBlob`). */
function writeExtensionResults(results: AuthenticationExtensionsClientOutputs): Record<string, unknown> {
	return JSON.parse(JSON.stringify(results, (_name, value) => (bytesOf(value) ? encode(value) : value)));
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
