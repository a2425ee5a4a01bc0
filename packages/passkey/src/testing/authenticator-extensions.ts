/**
 * The extensions of the software authenticator: what it keeps for each credential, and what it and the browser before
 * it answer (WebAuthn Level 3 §10.1; CTAP 2.1 §12).
 */

import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import type { CborMap } from "../server/responses/cbor.ts";
import type {
	AuthenticationExtensionsClientInputsJSON,
	AuthenticationExtensionsClientOutputsJSON,
	AuthenticationExtensionsPRFValuesJSON,
} from "../webauthn-json.ts";
import { type Bytes, concatenate, sha256 } from "./bytes.ts";
import { cborMap } from "./encode-cbor.ts";
import type { Entropy } from "./entropy.ts";

/** Those that it can do, by the name in the options. */
export const AUTHENTICATOR_EXTENSIONS = [
	"appid",
	"appidExclude",
	"credProps",
	"credentialProtectionPolicy",
	"largeBlob",
	"minPinLength",
	"prf",
] as const;

export type AuthenticatorExtension = (typeof AUTHENTICATOR_EXTENSIONS)[number];

/** What a credential holds for its extensions. */
export interface ExtensionState {
	/** Of its pseudo-random function, if it was made with one. */
	prfSecret?: Bytes;
	/** Whether it was made to store a blob. */
	storesBlob?: boolean;
	blob?: string;
}

interface ExtensionAnswers {
	readonly client: AuthenticationExtensionsClientOutputsJSON;
	/** For the authenticator data; absent when empty. */
	readonly authenticator?: CborMap;
	readonly state: ExtensionState;
}

interface Registration {
	readonly inputs: AuthenticationExtensionsClientInputsJSON;
	readonly known: readonly AuthenticatorExtension[];
	readonly isDiscoverable: boolean;
	readonly minPinLength: number;
	readonly entropy: Entropy;
}

const POLICIES = [
	"userVerificationOptional",
	"userVerificationOptionalWithCredentialIDList",
	"userVerificationRequired",
] as const;
const PRF_SECRET_BYTES = 32;

/** What a registration answers. Throws a `DOMException` where a browser ends the ceremony with it. */
export async function answerRegistration(registration: Registration): Promise<ExtensionAnswers> {
	const { inputs, known, isDiscoverable, minPinLength, entropy } = registration;
	const { prf, largeBlob, credentialProtectionPolicy: policy } = inputs;
	if (prf?.evalByCredential) throw new DOMException("There is no credential yet", "NotSupportedError");
	if (largeBlob?.read || largeBlob?.write) throw new DOMException("There is no blob yet", "NotSupportedError");
	const storesBlob = largeBlob !== undefined && known.includes("largeBlob");
	if (largeBlob?.support === "required" && !storesBlob) throw incapable("stores no blobs");
	const protects = policy !== undefined && known.includes("credentialProtectionPolicy");
	if (policy && inputs.enforceCredentialProtectionPolicy && !protects) throw incapable("protects no credentials");

	const prfSecret = prf && known.includes("prf") ? await entropy(PRF_SECRET_BYTES) : undefined;
	const results = prfSecret && (await evaluate(prfSecret, prf?.eval));
	const client: AuthenticationExtensionsClientOutputsJSON = {
		...(inputs.appidExclude !== undefined && known.includes("appidExclude") && { appidExclude: true }),
		...(inputs.credProps && known.includes("credProps") && { credProps: { rk: isDiscoverable } }),
		...(prf && { prf: { enabled: prfSecret !== undefined, ...(results && { results }) } }),
		...(largeBlob && { largeBlob: { supported: storesBlob } }),
	};
	const authenticator = cborMap();
	if (prfSecret) authenticator.set("hmac-secret", true);
	if (protects) authenticator.set("credProtect", POLICIES.indexOf(policy) + 1);
	if (inputs.minPinLength && known.includes("minPinLength")) authenticator.set("minPinLength", minPinLength);
	const state = { ...(prfSecret && { prfSecret }), storesBlob };
	return { client, state, ...(authenticator.size > 0 && { authenticator }) };
}

interface SignIn {
	readonly inputs: AuthenticationExtensionsClientInputsJSON;
	readonly known: readonly AuthenticatorExtension[];
	readonly allowed: readonly string[];
	/** What it holds; a blob is written into it. */
	readonly credential: ExtensionState & { readonly id: string; readonly rpId: string };
}

/** What a sign-in answers. */
export async function answerSignIn({ inputs, known, allowed, credential }: SignIn) {
	const { appid, prf, largeBlob } = inputs;
	const client: AuthenticationExtensionsClientOutputsJSON = {};
	if (appid !== undefined && known.includes("appid")) client["appid"] = credential.rpId === appid;
	if (prf) {
		const values = prf.evalByCredential?.[credential.id] ?? prf.eval;
		const results = credential.prfSecret && (await evaluate(credential.prfSecret, values));
		client["prf"] = results ? { results } : {};
	}
	if (largeBlob?.read) client["largeBlob"] = credential.blob === undefined ? {} : { blob: credential.blob };
	if (largeBlob?.write !== undefined) {
		const written = credential.storesBlob === true && allowed.length === 1;
		if (written) credential.blob = largeBlob.write;
		client["largeBlob"] = { written };
	}
	return client;
}

/** Throws the `DOMException` of a browser for inputs of a sign-in that contradict its list of credentials. */
export function requireSoundInputs(inputs: AuthenticationExtensionsClientInputsJSON, allowed: readonly string[]): void {
	const ids = Object.keys(inputs.prf?.evalByCredential ?? {});
	if (ids.length > 0 && allowed.length === 0) {
		throw new DOMException("evalByCredential needs a list of credentials", "NotSupportedError");
	}
	if (!ids.every((id) => allowed.includes(id))) {
		throw new DOMException("evalByCredential names a credential that is not in the list", "SyntaxError");
	}
	if (inputs.largeBlob?.write !== undefined && (inputs.largeBlob.read || allowed.length !== 1)) {
		throw new DOMException("A blob is written to one credential", "NotSupportedError");
	}
}

async function evaluate(secret: Bytes, values: AuthenticationExtensionsPRFValuesJSON | undefined) {
	if (!values) return undefined;
	const first = await evaluatePrf(secret, decodeBase64url(values.first) ?? new Uint8Array());
	if (values.second === undefined) return { first: encodeBase64url(first) };
	const second = await evaluatePrf(secret, decodeBase64url(values.second) ?? new Uint8Array());
	return { first: encodeBase64url(first), second: encodeBase64url(second) };
}

/** §10.1.4: the input is hashed behind a prefix, so that no page reaches the secrets of CTAP's own `hmac-secret`. */
export async function evaluatePrf(secret: Bytes, input: Bytes): Promise<Bytes> {
	const salt = await sha256(concatenate(new TextEncoder().encode("WebAuthn PRF"), Uint8Array.of(0), input));
	const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	return new Uint8Array(await crypto.subtle.sign("HMAC", key, salt));
}

/** How a browser ends when no authenticator can do what must be done: as if the person had dismissed it. */
function incapable(why: string): DOMException {
	return new DOMException(`The authenticator ${why}`, "NotAllowedError");
}
