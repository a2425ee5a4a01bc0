/** A public key in a form that every runtime's cryptography imports. */

import type { Bytes } from "../../bytes.ts";

export type ImportableKey =
	/** JSON Web Key (RFC 7517). */
	| { readonly format: "jwk"; readonly key: Readonly<Record<string, string>> }
	/** The DER of a SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
	| { readonly format: "spki"; readonly key: Bytes };

/** Why a key is refused: it is not a key, or its kind is unknown or too weak. */
export type KeyRefusal = "malformed" | "unsupported";
