/**
 * Converts a credential of the browser to the JSON that the server verifies, member by member. The credential's own
 * `toJSON` is not asked: password managers answer with their own objects here, whose `toJSON` is missing, throws or
 * answers in a wrong shape, and so its every answer would have to be doubted, beside a conversion of our own.
 *
 * The results of `prf` are left out unless they are asked for: they are keys to what the page encrypts, and a server
 * that is never sent them can neither log nor lose them. The page gets them from {@link extensionResults}.
 */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../webauthn-json.ts";
import { attempt } from "./attempt.ts";
import { bytesOf } from "./bytes.ts";
import { encodeText, isText } from "./texts.ts";

type Responses = RegistrationResponseJSON | AuthenticationResponseJSON;
type ExtensionResults = AuthenticationExtensionsClientOutputs;

const outputs = /* @__PURE__ */ new WeakMap<object, ExtensionResults>();

/**
 * What the extensions answered to the ceremony that `response` came from: bytes as bytes, the results of `prf`
 * included, which are not in the response unless `sendPrfResults` asked for them. Empty when no extension answered,
 * and for a copy of a response.
 *
 * Source: WebAuthn Level 3, §5.1, `getClientExtensionResults`; §10.1.4.
 */
export function extensionResults(response: Responses): ExtensionResults {
	return outputs.get(response) ?? {};
}

/** Throws `TypeError` when `credential` has no attestation to write. */
export function writeRegistration(credential: PublicKeyCredential, sendsPrf?: boolean): RegistrationResponseJSON {
	const response = credential.response as AuthenticatorAttestationResponse;
	// The methods are missing in older browsers. The server half reads nothing but the transports.
	return write<RegistrationResponseJSON>(credential, sendsPrf, {
		clientDataJSON: encodeText(response.clientDataJSON),
		attestationObject: encodeText(response.attestationObject),
		transports: attempt(() => response.getTransports().filter(isText)) ?? [],
		authenticatorData: attempt(() => encodeText(response.getAuthenticatorData())),
		publicKey: attempt(() => encodeText(response.getPublicKey())),
		publicKeyAlgorithm: attempt(() => response.getPublicKeyAlgorithm()),
	});
}

/** Throws `TypeError` when `credential` has no assertion to write. */
export function writeAuthentication(credential: PublicKeyCredential, sendsPrf?: boolean): AuthenticationResponseJSON {
	const response = credential.response as AuthenticatorAssertionResponse;
	return write<AuthenticationResponseJSON>(credential, sendsPrf, {
		clientDataJSON: encodeText(response.clientDataJSON),
		authenticatorData: encodeText(response.authenticatorData),
		signature: encodeText(response.signature),
		...(response.userHandle && { userHandle: encodeText(response.userHandle) }),
	});
}

function write<Json extends Responses>(
	credential: PublicKeyCredential,
	sendsPrf: boolean | undefined,
	response: Json["response"],
): Json {
	const { authenticatorAttachment } = credential;
	const id = encodeText(credential.rawId);
	const results = attempt(() => credential.getClientExtensionResults());
	// Extensions answer with bytes at any depth (`prf`, `largeBlob`).
	const sent = (name: string, value: unknown) => {
		if (name === "prf" && sendsPrf !== true) return { enabled: (value as { enabled?: boolean } | null)?.enabled };
		return bytesOf(value) ? encodeText(value) : value;
	};
	const written = {
		id,
		rawId: id,
		type: "public-key",
		response,
		authenticatorAttachment: isText(authenticatorAttachment) ? authenticatorAttachment : null,
		clientExtensionResults: attempt(() => JSON.parse(JSON.stringify(results, sent))) ?? {},
	} as Json;
	if (results) outputs.set(written, results);
	return written;
}
