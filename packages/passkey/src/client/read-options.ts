/**
 * Converts the server's options to those that the browser takes. The browser's own parser is preferred, because it
 * knows members that came after this code. Our own parser is the fallback when there is none, when it throws, and when
 * its result is not what was asked for (password managers replace these functions too). It passes unknown members
 * through unchanged. The bytes in the inputs of `prf` and `largeBlob` are always decoded by us: a browser may have
 * learned an extension after its parser, which then drops the input or hands a text on.
 */

import { attempt } from "./attempt.ts";
import { bytesOf } from "./bytes.ts";
import { InvalidOptionsError } from "./errors.ts";
import type { CreationOptionsJSON, RequestOptionsJSON } from "./options-json.ts";
import { decodeText, isText } from "./texts.ts";

/** Throws {@link InvalidOptionsError} for what neither parser can read. */
export function readCreationOptions(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions {
	return read(
		json,
		() => PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON),
		({ rp, user, pubKeyCredParams, excludeCredentials = [] }) =>
			[rp.name, user.name, user.displayName].every(isText) &&
			bytesOf(user.id) &&
			[pubKeyCredParams, excludeCredentials].every(Array.isArray),
	);
}

/** Throws {@link InvalidOptionsError} for what neither parser can read. */
export function readRequestOptions(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions {
	return read(
		json,
		() => PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON),
		({ allowCredentials = [] }) => Array.isArray(allowCredentials),
	);
}

function read<Options extends { challenge: unknown; extensions?: object }>(
	json: CreationOptionsJSON | RequestOptionsJSON,
	parse: () => Options,
	isComplete: (options: Options) => unknown,
): Options {
	const checked = (options: Options): Options => {
		if (bytesOf(options.challenge) && isComplete(options) && agrees(options, json)) return options;
		throw new TypeError("a member is wrong");
	};
	try {
		const options = attempt(() => checked(parse())) ?? checked(decodeMembers(json) as Options);
		if (!json.extensions) return options;
		const { prf, largeBlob } = decodeMembers(json.extensions) as Record<string, object | undefined>;
		return {
			...options,
			extensions: { ...options.extensions, ...(prf && { prf }), ...(largeBlob && { largeBlob }) },
		};
	} catch (cause) {
		throw new InvalidOptionsError({ cause });
	}
}

/**
 * Whether `parsed` holds what `json` does: a sign-in without its allow list would offer every passkey, one without its
 * relying party id finds no passkey of a parent domain, and a passkey made without `residentKey` can't sign in without
 * a user name. Extensions are compared by no one: a browser leaves out those that it does not know.
 */
// biome-ignore lint/suspicious/noExplicitAny: the values are a stranger's; a member that is missing throws.
function agrees(parsed: any, json: any): boolean {
	return Object.entries(json).every(([name, value]) => {
		if (value === undefined || name === "extensions") return true;
		if (isBinary(json, name)) return bytesOf(parsed[name]);
		if (typeof value !== "object") return parsed[name] === value;
		return parsed[name].length === (value as ArrayLike<unknown>).length && agrees(parsed[name], value);
	});
}

/** Whether a member is bytes. Of the ids only a relying party's is not, whose object has neither of the two. */
function isBinary(parent: object, name: string): boolean {
	return (
		/^(challenge|first|second|write)$/.test(name) || (name === "id" && ("type" in parent || "displayName" in parent))
	);
}

/** A copy in which every binary member is decoded, those of `prf` and `largeBlob` among them. */
function decodeMembers(json: object): unknown {
	return JSON.parse(JSON.stringify(json), function (this: object, name: string, value: unknown) {
		return isBinary(this, name) ? decodeText(value) : value;
	});
}
