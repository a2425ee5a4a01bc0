/**
 * The authenticator as a page's `navigator.credentials`: reads the options of WebAuthn's `create` and `get`, answers
 * with credentials of the standard's shape, honours abort signals, and lets a conditional request (autofill) wait until
 * the test picks. A conditional registration (passkey upgrade) is answered at once, without the user.
 */

import { decodeBase64url, encodeBase64url } from "../base64url.ts";
import type { ClientExtensionResults } from "../server/responses/extension-results.ts";
import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialDescriptorJSON,
	RegistrationResponseJSON,
} from "../webauthn-json.ts";
import type { AuthenticationMisbehaviour, RegistrationMisbehaviour } from "./misbehaviour.ts";
import type { Circumstances, SoftwareAuthenticator } from "./software-authenticator.ts";

/** BufferSource, by which name only the DOM's types know it. */
type Bytes = ArrayBuffer | ArrayBufferView<ArrayBuffer>;

/** An authenticator that replaces the page's own, and how to undo that. */
export interface InstalledAuthenticator {
	/** Read at the start of each ceremony; set its members to change the next one. */
	readonly circumstances: Circumstances;
	/** The user picks a passkey from the autofill menu: every waiting conditional request is answered. */
	pickFromAutofill(): void;
	uninstall(): void;
}

/**
 * Replaces `navigator.credentials` and `PublicKeyCredential` of `page`, a window or a similar global object, with
 * `authenticator`. Ceremonies run on the page's origin.
 */
export function installAuthenticator(
	authenticator: SoftwareAuthenticator,
	page: object = globalThis,
): InstalledAuthenticator {
	const host = page as { navigator?: object; location?: { origin: string } };
	const circumstances: Circumstances = { origin: host.location?.origin };
	const waiting = new Set<() => void>();
	const pick = () =>
		new Promise<void>((resolve) => {
			waiting.add(resolve);
		});

	const credentials = {
		async create(request: { publicKey?: unknown; signal?: AbortSignal | undefined; mediation?: string } = {}) {
			const { publicKey, signal, mediation } = request;
			signal?.throwIfAborted();
			const { misbehaving, ...rest } = { userPresent: mediation !== "conditional", ...circumstances };
			const options = toJson(publicKey) as Parameters<SoftwareAuthenticator["create"]>[0];
			const misbehaviour = misbehaving as RegistrationMisbehaviour | undefined;
			const response = await authenticator.create(options, { ...rest, misbehaving: misbehaviour });
			signal?.throwIfAborted();
			return new SoftwareCredential(response);
		},
		async get(request: { publicKey?: unknown; signal?: AbortSignal | undefined; mediation?: string } = {}) {
			const { publicKey, signal, mediation } = request;
			signal?.throwIfAborted();
			const options = toJson(publicKey) as Parameters<SoftwareAuthenticator["get"]>[0];
			if (mediation === "conditional") await abortable(pick(), signal);
			const { misbehaving, ...rest } = circumstances;
			const misbehaviour = misbehaving as AuthenticationMisbehaviour | undefined;
			const response = await authenticator.get(options, { ...rest, misbehaving: misbehaviour });
			signal?.throwIfAborted();
			return new SoftwareCredential(response);
		},
	};

	host.navigator ??= {};
	const restoreCredentials = replace(host.navigator, "credentials", credentials);
	const restoreClass = replace(host, "PublicKeyCredential", SoftwareCredential);
	return {
		circumstances,
		pickFromAutofill() {
			for (const resolve of waiting) resolve();
			waiting.clear();
		},
		uninstall() {
			restoreCredentials();
			restoreClass();
		},
	};
}

/** A `PublicKeyCredential` as a page sees it. */
class SoftwareCredential {
	readonly id: string;
	readonly rawId: ArrayBuffer;
	readonly type = "public-key";
	readonly authenticatorAttachment: string | null;
	readonly response: object;
	readonly #json: RegistrationResponseJSON | AuthenticationResponseJSON;

	constructor(json: RegistrationResponseJSON | AuthenticationResponseJSON) {
		this.#json = json;
		this.id = json.id;
		this.rawId = bufferOf(json.rawId);
		this.authenticatorAttachment = json.authenticatorAttachment ?? null;
		this.response = responseOf(json);
	}

	getClientExtensionResults(): object {
		const { prf, largeBlob, ...others } = this.#json.clientExtensionResults as ClientExtensionResults;
		const { results, ...prfOthers } = prf ?? {};
		const { blob, ...blobOthers } = largeBlob ?? {};
		return {
			...others,
			...(prf && { prf: { ...prfOthers, ...(results && { results: buffersOf(results) }) } }),
			...(largeBlob && { largeBlob: { ...blobOthers, ...(blob !== undefined && { blob: bufferOf(blob) }) } }),
		};
	}

	toJSON(): RegistrationResponseJSON | AuthenticationResponseJSON {
		return structuredClone(this.#json);
	}

	static async getClientCapabilities(): Promise<Record<string, boolean>> {
		return { conditionalCreate: true, conditionalGet: true, userVerifyingPlatformAuthenticator: true };
	}

	static async isConditionalMediationAvailable(): Promise<boolean> {
		return true;
	}

	static async isUserVerifyingPlatformAuthenticatorAvailable(): Promise<boolean> {
		return true;
	}
}

function responseOf({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): object {
	const clientDataJSON = bufferOf(response.clientDataJSON);
	if ("attestationObject" in response) {
		return {
			clientDataJSON,
			attestationObject: bufferOf(response.attestationObject),
			getTransports: () => [...(response.transports ?? [])],
			getAuthenticatorData: () => bufferOf(response.authenticatorData ?? ""),
			getPublicKeyAlgorithm: () => response.publicKeyAlgorithm,
			getPublicKey: () => null,
		};
	}
	return {
		clientDataJSON,
		authenticatorData: bufferOf(response.authenticatorData),
		signature: bufferOf(response.signature),
		userHandle: response.userHandle ? bufferOf(response.userHandle) : null,
	};
}

/**
 * The options of a call with all bytes in base64url. Throws `TypeError`, as a browser does, where bytes are missing.
 */
function toJson(publicKey: unknown): unknown {
	const options = publicKey as {
		challenge: Bytes;
		user?: { id: Bytes };
		excludeCredentials?: Iterable<Descriptor>;
		allowCredentials?: Iterable<Descriptor>;
		extensions?: object;
	};
	return {
		...options,
		challenge: textOf(options.challenge),
		...(options.user && { user: { ...options.user, id: textOf(options.user.id) } }),
		...(options.excludeCredentials && { excludeCredentials: descriptorsOf(options.excludeCredentials) }),
		...(options.allowCredentials && { allowCredentials: descriptorsOf(options.allowCredentials) }),
		...(options.extensions && { extensions: withoutBytes(options.extensions) }),
	};
}

/** A copy with base64url in the place of bytes, at any depth. A text where bytes must be is a `TypeError`. */
function withoutBytes(value: object, name = ""): object {
	const members = Object.entries(value).map(([member, inner]) => {
		if (/^(first|second|write)$/.test(member) && name !== "evalByCredential") return [member, textOf(inner)];
		return [member, typeof inner === "object" && inner !== null ? withoutBytes(inner, member) : inner];
	});
	return Object.fromEntries(members);
}

function buffersOf(texts: object): object {
	return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, bufferOf(text)]));
}

type Descriptor = { readonly id: Bytes };

function descriptorsOf(descriptors: Iterable<Descriptor>): PublicKeyCredentialDescriptorJSON[] {
	return Array.from(descriptors, ({ id }) => ({ type: "public-key", id: textOf(id) }));
}

function textOf(source: Bytes): string {
	if (ArrayBuffer.isView(source)) {
		return encodeBase64url(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
	}
	if (!(source instanceof ArrayBuffer)) throw new TypeError("The options hold no bytes where they must");
	return encodeBase64url(new Uint8Array(source));
}

function bufferOf(text: string): ArrayBuffer {
	return (decodeBase64url(text) ?? new Uint8Array()).buffer;
}

function abortable(picked: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
		picked.then(resolve, reject);
	});
}

/** Replaces the member `name`, also an inherited one, and returns a function that undoes it. */
function replace(object: object, name: string, value: unknown): () => void {
	const own = Object.getOwnPropertyDescriptor(object, name);
	Object.defineProperty(object, name, { value, configurable: true, writable: true });
	return () => {
		if (own) Object.defineProperty(object, name, own);
		else Reflect.deleteProperty(object, name);
	};
}
