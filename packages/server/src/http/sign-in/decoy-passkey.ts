/** A passkey against which unknown ones are verified, so that their refusal takes as long as that of existing ones. */

import type { StoredPasskey } from "@lapwing/passkey/server";

/**
 * Head of a COSE key for ES256 (RFC 9053 §7.1.1): kty EC2, alg -7, crv P-256, and x as 32 bytes; then y in the same
 * way.
 */
const COSE_HEAD = Buffer.from("a5010203262001215820", "hex");
const COSE_Y = Buffer.from("225820", "hex");

let made: Promise<Pick<StoredPasskey, "publicKey" | "counter">> | undefined;

/** One for each process. Its private key is not kept. */
export function decoyPasskey(): Promise<Pick<StoredPasskey, "publicKey" | "counter">> {
	made ??= make();
	return made;
}

async function make(): Promise<Pick<StoredPasskey, "publicKey" | "counter">> {
	const { publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
		"sign",
		"verify",
	]);
	const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", publicKey);
	const key = Buffer.concat([COSE_HEAD, Buffer.from(x, "base64url"), COSE_Y, Buffer.from(y, "base64url")]);
	return { publicKey: key.toString("base64url"), counter: 0 };
}
