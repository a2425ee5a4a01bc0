/**
 * Names and signs of authenticators by their AAGUID. Nothing proves an AAGUID but an attestation: use it to help people
 * tell their passkeys apart, never to decide. The list is as old as its first line says.
 */

import { decodeBase64url } from "../base64url.ts";
import { uuid } from "../server/responses/uuid.ts";
import type { MetadataBlobEntry } from "../server/verification/attestation-policy.ts";
import { NAMES, PATHS, SIGNS } from "./list.gen.ts";

export interface AuthenticatorLabel {
	/** What its maker calls it, at most 120 characters. Text of others: escape it, as any text. */
	readonly name: string;
	/**
	 * The `d` of one SVG `<path>` in a box of 24 × 24, in one colour, so that it suits light and dark pages with
	 * `fill="currentColor"`: the sign of the brand, or {@link PASSKEY_ICON}.
	 */
	readonly icon: string;
}

/** A key, for authenticators that no sign is known of. */
export const PASSKEY_ICON =
	"M7 6a6 6 0 1 0 5.65 8H16v4h4v-4h3v-4H12.65A6 6 0 0 0 7 6zm0 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4z";

/** FIDO bounds a description at 200 characters; a name on a page is shorter. */
const MAX_NAME_LENGTH = 120;

/**
 * What to call the authenticator with that AAGUID; `undefined` when nobody knows it, as nobody does where it is all
 * zeros.
 *
 * @param aaguid as `RegisteredPasskey.aaguid` reports it: a hyphenated UUID, in any case.
 * @param metadata what `verifyMetadataBlob` gave: asked for the models that the list doesn't name.
 *
 * @example
 * ```ts
 * import { labelOf, PASSKEY_ICON } from "@lapwing/passkey/aaguids";
 *
 * export function passkeyTitle(aaguid: string): string {
 * 	const { name, icon } = labelOf(aaguid) ?? { name: "Passkey", icon: PASSKEY_ICON };
 * 	return `<svg viewBox="0 0 24 24" width="16" fill="currentColor"><path d="${icon}"/></svg> ${name}`;
 * }
 * ```
 */
export function labelOf(
	aaguid: string,
	metadata?: { entry(aaguid: string): MetadataBlobEntry | undefined },
): AuthenticatorLabel | undefined {
	const id = aaguid.toLowerCase();
	const listed = Object.hasOwn(NAMES, id) ? NAMES[id] : undefined;
	const name = listed ?? metadata?.entry(id)?.metadataStatement?.description;
	if (typeof name !== "string" || name.trim() === "") return undefined;
	const [, sign = ""] = Object.entries(SIGNS).find(([word]) => name.includes(word)) ?? [];
	return { name: name.trim().slice(0, MAX_NAME_LENGTH), icon: PATHS[sign] ?? PASSKEY_ICON };
}

/** Bytes of authenticator data before the AAGUID: hash of the relying party id, flags, counter (WebAuthn §6.1). */
const BEFORE_AAGUID = 37;
const FLAGS = 32;
const ATTESTED = 0x40;

/**
 * The AAGUID in a registration, for a page that names the new passkey before it sends it: `undefined` when the browser
 * reports no authenticator data. Nobody has verified it; the server's `RegisteredPasskey.aaguid` is of the same bytes.
 *
 * @param registration what `Passkey.register` gave.
 */
export function aaguidOf(registration: {
	readonly response: { readonly authenticatorData?: string | null | undefined };
}): string | undefined {
	const data = decodeBase64url(registration.response.authenticatorData ?? "");
	if (!data || data.length < BEFORE_AAGUID + 16 || ((data[FLAGS] ?? 0) & ATTESTED) === 0) return undefined;
	return uuid(data.subarray(BEFORE_AAGUID, BEFORE_AAGUID + 16));
}
