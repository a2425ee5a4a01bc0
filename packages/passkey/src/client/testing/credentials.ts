/** Small builders of what travels through the client half: options, and credentials as a browser hands them out. */

import type {
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
} from "../../webauthn-json.ts";

/** `text` as the bytes of an `ArrayBuffer`. */
export function bufferOf(text: string): ArrayBuffer {
	return new TextEncoder().encode(text).buffer;
}

/** `text` in base64url. */
export function base64urlOf(text: string): string {
	return Buffer.from(text).toString("base64url");
}

export function creationOptions(
	changes: Partial<PublicKeyCredentialCreationOptionsJSON> = {},
): PublicKeyCredentialCreationOptionsJSON {
	return {
		rp: { id: "example.com", name: "Example" },
		user: { id: base64urlOf("account"), name: "ada", displayName: "Ada" },
		challenge: base64urlOf("challenge"),
		pubKeyCredParams: [{ type: "public-key", alg: -7 }],
		...changes,
	};
}

export function requestOptions(
	changes: Partial<PublicKeyCredentialRequestOptionsJSON> = {},
): PublicKeyCredentialRequestOptionsJSON {
	return { rpId: "example.com", challenge: base64urlOf("challenge"), ...changes };
}

/** A credential with an attestation and without `toJSON`. */
export function attestedCredential(changes: object = {}) {
	return {
		id: base64urlOf("credential"),
		rawId: bufferOf("credential"),
		type: "public-key",
		authenticatorAttachment: "platform",
		getClientExtensionResults: () => ({}),
		response: {
			clientDataJSON: bufferOf("client data"),
			attestationObject: bufferOf("attestation"),
			getTransports: () => ["internal"],
		},
		...changes,
	};
}

/** A credential with an assertion and without `toJSON`. */
export function assertedCredential(changes: object = {}) {
	return {
		id: base64urlOf("credential"),
		rawId: bufferOf("credential"),
		type: "public-key",
		authenticatorAttachment: "platform",
		getClientExtensionResults: () => ({}),
		response: {
			clientDataJSON: bufferOf("client data"),
			authenticatorData: bufferOf("authenticator data"),
			signature: bufferOf("signature"),
			userHandle: bufferOf("account"),
		},
		...changes,
	};
}
