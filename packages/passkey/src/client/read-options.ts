/**
 * Converts the server's options to those that the browser takes. The browser's own parser is preferred, because it
 * knows members that came after this code. Our own parser is the fallback when there is none, when it throws, and when
 * its result is not what was asked for (password managers replace these functions too). It passes unknown members
 * through unchanged. The bytes in the inputs of `prf` and `largeBlob` are always decoded by us: a browser may have
 * learned an extension after its parser, which then drops the input or hands a text on.
 */

import { decodeBase64url } from "../base64url.ts";
import { attempt } from "./attempt.ts";
import { bytesOf } from "./bytes.ts";
import { InvalidOptionsError } from "./errors.ts";
import type { CreationOptionsJSON, CredentialDescriptorJSON, RequestOptionsJSON } from "./options-json.ts";

/** Throws {@link InvalidOptionsError} for what neither parser can read. */
export function readCreationOptions(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions {
	const parsed = attempt(() => {
		const options = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
		const isWhole =
			bytesOf(options.challenge) &&
			bytesOf(options.user.id) &&
			options.rp.id === json.rp.id &&
			options.rp.name === json.rp.name &&
			options.pubKeyCredParams.length === json.pubKeyCredParams.length &&
			keeps(options.authenticatorSelection, json.authenticatorSelection) &&
			areDescriptors(options.excludeCredentials, json.excludeCredentials);
		return isWhole ? options : undefined;
	});
	return orInvalid(() => withExtensions(parsed ?? decodeCreationOptions(json), json));
}

/** Throws {@link InvalidOptionsError} for what neither parser can read. */
export function readRequestOptions(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions {
	const parsed = attempt(() => {
		const options = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
		const { rpId, userVerification } = json;
		const isWhole =
			bytesOf(options.challenge) &&
			keeps(options, { rpId, userVerification }) &&
			areDescriptors(options.allowCredentials, json.allowCredentials);
		return isWhole ? options : undefined;
	});
	return orInvalid(() => withExtensions(parsed ?? decodeRequestOptions(json), json));
}

/** Whether `parsed` names as many credentials as `json`: without its allow list a sign-in would offer every passkey. */
function areDescriptors(parsed: PublicKeyCredentialDescriptor[] | undefined, json: unknown[] | undefined): boolean {
	const descriptors = parsed ?? [];
	return descriptors.length === (json ?? []).length && descriptors.every((each) => bytesOf(each.id));
}

/**
 * Whether `parsed` has the members of `json`: a sign-in without its relying party id finds no passkey of a parent
 * domain, and a passkey made without `residentKey` can't sign in without a user name.
 */
function keeps(parsed: object | undefined, json: object | undefined): boolean {
	return Object.entries(json ?? {}).every(
		([name, value]) => value === undefined || (parsed as Record<string, unknown> | undefined)?.[name] === value,
	);
}

function decodeCreationOptions(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions {
	const { name, displayName } = json.user;
	if (![json.rp.name, name, displayName].every((each) => typeof each === "string"))
		throw new TypeError("a name is missing");
	return {
		...json,
		user: { ...json.user, id: decode(json.user.id) },
		challenge: decode(json.challenge),
		pubKeyCredParams: [...json.pubKeyCredParams],
		excludeCredentials: decodeDescriptors(json.excludeCredentials),
	} as PublicKeyCredentialCreationOptions;
}

function decodeRequestOptions(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions {
	return {
		...json,
		challenge: decode(json.challenge),
		allowCredentials: decodeDescriptors(json.allowCredentials),
	} as PublicKeyCredentialRequestOptions;
}

/** Both calls treat an empty list as no list. */
function decodeDescriptors(list: CredentialDescriptorJSON[] | undefined): object[] {
	return (list ?? []).map((each) => ({ ...each, id: decode(each.id) }));
}

/** `first` and `second` of `prf`, for all credentials and for each, and `write` of `largeBlob` are bytes. */
function withExtensions<Options extends { extensions?: object }>(
	options: Options,
	{ extensions }: { extensions?: object | undefined },
): Options {
	if (!extensions) return options;
	const { prf, largeBlob } = extensions as { prf?: unknown; largeBlob?: unknown };
	const decoded = JSON.parse(JSON.stringify({ prf, largeBlob }), (name, value) =>
		/^(first|second|write)$/.test(name) ? decode(value) : value,
	);
	return { ...options, extensions: { ...options.extensions, ...decoded } };
}

function decode(text: unknown): Uint8Array<ArrayBuffer> {
	const bytes = typeof text === "string" ? decodeBase64url(text) : undefined;
	if (!bytes) throw new TypeError("not base64url");
	return bytes;
}

function orInvalid<T>(read: () => T): T {
	try {
		return read();
	} catch (cause) {
		throw new InvalidOptionsError({ cause });
	}
}
