/**
 * The JSON shapes that travel between server and browser, as WebAuthn Level 3 defines them (§5.1.8–5.1.10, §5.4–5.8).
 * They are defined here so that a server can use them without the DOM's type library. Options are assignable to the
 * DOM's types of the same name. Responses are not: the DOM's types have no null and require members that some browsers
 * omit.
 */

/** Bytes in base64url without padding. */
export type Base64URLString = string;

/** A number of the IANA registry of COSE algorithms, for example -7 for ES256. */
export type COSEAlgorithmIdentifier = number;

export type UserVerificationRequirement = "required" | "preferred" | "discouraged";
export type ResidentKeyRequirement = "required" | "preferred" | "discouraged";
export type AuthenticatorAttachment = "platform" | "cross-platform";
export type AttestationConveyancePreference = "none" | "indirect" | "direct" | "enterprise";

/** Names a credential that the browser should look for, or should not enroll a second time. */
export interface PublicKeyCredentialDescriptorJSON {
	type: "public-key";
	id: Base64URLString;
	/** How the browser may reach its authenticator (`internal`, `hybrid`, `usb`, …). */
	transports?: string[];
}

export interface PublicKeyCredentialRpEntity {
	id: string;
	name: string;
}

export interface PublicKeyCredentialUserEntityJSON {
	/** The user handle, 1 to 64 bytes. */
	id: Base64URLString;
	name: string;
	displayName: string;
}

export interface PublicKeyCredentialParameters {
	type: "public-key";
	alg: COSEAlgorithmIdentifier;
}

export interface AuthenticatorSelectionCriteria {
	authenticatorAttachment?: AuthenticatorAttachment;
	residentKey?: ResidentKeyRequirement;
	/** The Level 1 form of `residentKey: "required"`; older browsers read only this. */
	requireResidentKey?: boolean;
	userVerification?: UserVerificationRequirement;
}

/** One or two inputs of a passkey's pseudo-random function. */
export interface AuthenticationExtensionsPRFValuesJSON {
	first: Base64URLString;
	second?: Base64URLString;
}

export interface AuthenticationExtensionsPRFInputsJSON {
	eval?: AuthenticationExtensionsPRFValuesJSON;
	/** By credential id. */
	evalByCredential?: Record<Base64URLString, AuthenticationExtensionsPRFValuesJSON>;
}

export interface AuthenticationExtensionsLargeBlobInputsJSON {
	support?: "required" | "preferred";
	read?: boolean;
	write?: Base64URLString;
}

/** What the extensions are asked for (WebAuthn Level 3 §10; CTAP 2.1 §12). */
export interface AuthenticationExtensionsClientInputsJSON {
	appid?: string;
	appidExclude?: string;
	credProps?: boolean;
	prf?: AuthenticationExtensionsPRFInputsJSON;
	largeBlob?: AuthenticationExtensionsLargeBlobInputsJSON;
	credentialProtectionPolicy?: CredentialProtectionPolicy;
	enforceCredentialProtectionPolicy?: boolean;
	minPinLength?: boolean;
}

/** CTAP 2.1 §12.1: when an authenticator gives away that it holds the credential, and lets it sign. */
export type CredentialProtectionPolicy =
	| "userVerificationOptional"
	| "userVerificationOptionalWithCredentialIDList"
	| "userVerificationRequired";

/** What `navigator.credentials.create` is asked for. */
export interface PublicKeyCredentialCreationOptionsJSON {
	rp: PublicKeyCredentialRpEntity;
	user: PublicKeyCredentialUserEntityJSON;
	challenge: Base64URLString;
	pubKeyCredParams: PublicKeyCredentialParameters[];
	/** Milliseconds. */
	timeout?: number;
	excludeCredentials?: PublicKeyCredentialDescriptorJSON[];
	authenticatorSelection?: AuthenticatorSelectionCriteria;
	hints?: string[];
	attestation?: AttestationConveyancePreference;
	attestationFormats?: string[];
	extensions?: AuthenticationExtensionsClientInputsJSON;
}

/** What `navigator.credentials.get` is asked for. Without `allowCredentials` the sign-in is usernameless. */
export interface PublicKeyCredentialRequestOptionsJSON {
	challenge: Base64URLString;
	/** Milliseconds. */
	timeout?: number;
	rpId?: string;
	allowCredentials?: PublicKeyCredentialDescriptorJSON[];
	userVerification?: UserVerificationRequirement;
	hints?: string[];
	extensions?: AuthenticationExtensionsClientInputsJSON;
}

/** What the extensions answered. Nobody signs it: a page can send what it likes. */
export interface AuthenticationExtensionsClientOutputsJSON {
	[extension: string]: unknown;
}

export interface AuthenticatorAttestationResponseJSON {
	clientDataJSON: Base64URLString;
	attestationObject: Base64URLString;
	/** A copy from the attestation object, for callers without CBOR. The server half never reads it. */
	authenticatorData?: Base64URLString | undefined;
	/** Some clients say `null` where the standard leaves it out. */
	transports?: string[] | null;
	/** SubjectPublicKeyInfo. A copy, as is the next. */
	publicKey?: Base64URLString | undefined;
	publicKeyAlgorithm?: COSEAlgorithmIdentifier | undefined;
}

export interface AuthenticatorAssertionResponseJSON {
	clientDataJSON: Base64URLString;
	authenticatorData: Base64URLString;
	signature: Base64URLString;
	/** `user.id` of the registration; some password managers say `null` where the standard leaves it out. */
	userHandle?: Base64URLString | null;
}

/** What the browser answers to a registration. */
export interface RegistrationResponseJSON {
	id: Base64URLString;
	rawId: Base64URLString;
	type: "public-key";
	response: AuthenticatorAttestationResponseJSON;
	/** Some password managers say `null` where the standard leaves it out. */
	authenticatorAttachment?: string | null;
	clientExtensionResults: AuthenticationExtensionsClientOutputsJSON;
}

/** What the browser answers to a sign-in. */
export interface AuthenticationResponseJSON {
	id: Base64URLString;
	rawId: Base64URLString;
	type: "public-key";
	response: AuthenticatorAssertionResponseJSON;
	/** Some password managers say `null` where the standard leaves it out. */
	authenticatorAttachment?: string | null;
	clientExtensionResults: AuthenticationExtensionsClientOutputsJSON;
}

/** Removes a passkey that the server does not know from the person's list. */
export interface UnknownCredentialOptions {
	rpId: string;
	credentialId: Base64URLString;
}

/** Removes the account's other passkeys from the person's list, and restores those that are named. */
export interface AllAcceptedCredentialsOptions {
	rpId: string;
	/** The user handle. */
	userId: Base64URLString;
	allAcceptedCredentialIds: Base64URLString[];
}

/** Updates the names that are shown with the account's passkeys. */
export interface CurrentUserDetailsOptions {
	rpId: string;
	/** The user handle. */
	userId: Base64URLString;
	name: string;
	displayName: string;
}
