/**
 * Converts a credential of the browser to the JSON that the server verifies. The credential's own `toJSON` is
 * preferred. Our own conversion is the fallback when that is missing, throws, or answers in a wrong shape, and writes
 * only what a relying party verifies. Password managers answer with their own objects here, and have had each of the
 * three faults.
 *
 * What extensions answered is always written by us: the results of `prf` are keys to what the page encrypts, and a
 * server that is never sent them can neither log nor lose them. The page gets them from {@link extensionResults}.
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
	const { response } = credential as { response: Partial<AuthenticatorAttestationResponse> };
	return write<RegistrationResponseJSON>(credential, ["attestationObject"], sendsPrf, () => {
		// Missing in older browsers.
		const transports = attempt(() => response.getTransports?.());
		return { transports: areTexts(transports) ? transports : [] };
	});
}

/** Throws `TypeError` when `credential` has no assertion to write. */
export function writeAuthentication(credential: PublicKeyCredential, sendsPrf?: boolean): AuthenticationResponseJSON {
	const { userHandle } = credential.response as Partial<AuthenticatorAssertionResponse>;
	return write<AuthenticationResponseJSON>(credential, ["authenticatorData", "signature"], sendsPrf, () =>
		userHandle ? { userHandle: encodeText(userHandle) } : {},
	);
}

/**
 * @param members those of the response that are bytes, beside the client data.
 * @param optional the others, for our own conversion.
 */
function write<Json extends Responses>(
	credential: PublicKeyCredential,
	members: string[],
	sendsPrf: boolean | undefined,
	optional: () => object,
): Json {
	const binary = ["clientDataJSON", ...members];
	const written = attempt(() => {
		const own = credential.toJSON() as Json;
		return isWhole(own, binary) ? own : undefined;
	});
	return withExtensionResults(written ?? encodeCredential<Json>(credential, binary, optional()), credential, sendsPrf);
}

function isWhole(json: Responses, binary: string[]): boolean {
	const { id, rawId, type, authenticatorAttachment, clientExtensionResults } = json;
	const response = json.response as { transports?: unknown; userHandle?: unknown };
	const { transports = [], userHandle } = response;
	const encoded = binary.map((name) => response[name as keyof typeof response]);
	return (
		rawId === id &&
		type === "public-key" &&
		isText(authenticatorAttachment ?? "") &&
		typeof (clientExtensionResults ?? "none") === "object" &&
		areTexts(transports) &&
		[id, userHandle ?? "absent", ...encoded].every((each) => isText(each) && /^[\w-]+$/.test(each))
	);
}

function encodeCredential<Json extends Responses>(
	{ rawId, response, authenticatorAttachment }: PublicKeyCredential,
	binary: string[],
	optional: object,
): Json {
	const id = encodeText(rawId);
	const encoded = binary.map((name) => [name, encodeText(response[name as keyof typeof response])]);
	return {
		id,
		rawId: id,
		type: "public-key",
		response: { ...Object.fromEntries(encoded), ...optional },
		authenticatorAttachment: isText(authenticatorAttachment) ? authenticatorAttachment : null,
		clientExtensionResults: {},
	} as Json;
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
		return bytesOf(value) ? encodeText(value) : value;
	};
	const clientExtensionResults = attempt(() => JSON.parse(JSON.stringify(results, sent))) ?? {};
	const written = { ...json, clientExtensionResults };
	outputs.set(written, results);
	return written;
}

function areTexts(value: unknown): value is string[] {
	return Array.isArray(value) && value.every(isText);
}
