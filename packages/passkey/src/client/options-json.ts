/**
 * What the ceremonies take: the JSON that `RelyingParty` issues. The types also accept those of the DOM's library and
 * of other server libraries for the same JSON, whose strings are narrower or wider.
 */

interface CredentialDescriptorJSON {
	type: string;
	/** Base64url. */
	id: string;
	transports?: string[] | undefined;
}

/** WebAuthn Level 3, §5.1.8: PublicKeyCredentialCreationOptionsJSON. */
export interface CreationOptionsJSON {
	rp: { id?: string | undefined; name: string };
	/** `id` in base64url. */
	user: { id: string; name: string; displayName: string };
	/** Base64url. */
	challenge: string;
	pubKeyCredParams: { type: string; alg: number }[];
	/** Milliseconds. */
	timeout?: number | undefined;
	excludeCredentials?: CredentialDescriptorJSON[] | undefined;
	authenticatorSelection?: object | undefined;
	hints?: string[] | undefined;
	attestation?: string | undefined;
	attestationFormats?: string[] | undefined;
	extensions?: object | undefined;
}

/** WebAuthn Level 3, §5.1.9: PublicKeyCredentialRequestOptionsJSON. */
export interface RequestOptionsJSON {
	/** Base64url. */
	challenge: string;
	/** Milliseconds. */
	timeout?: number | undefined;
	rpId?: string | undefined;
	allowCredentials?: CredentialDescriptorJSON[] | undefined;
	userVerification?: string | undefined;
	hints?: string[] | undefined;
	extensions?: object | undefined;
}
