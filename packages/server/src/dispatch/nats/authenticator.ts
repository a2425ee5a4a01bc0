/**
 * Signs a process in to NATS: its user's JWT, and the server's nonce signed with the user's key. By node:crypto and
 * without the libraries that make such keys (./keys.ts): those sign in JavaScript, which costs a prober 3 MB for a
 * signature at its start.
 */

import { createPrivateKey, sign } from "node:crypto";
import type { Authenticator } from "@nats-io/transport-node";

export interface UserCredentials {
	readonly jwt: string;
	/** The private half of its key, as NATS writes it: base32 with a prefix and a checksum. */
	readonly seed: string;
}

/** PKCS #8 of an Ed25519 key (RFC 8410 §7), up to its 32 bytes. */
const ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
/** RFC 4648 §6. */
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const PREFIX_BYTES = 2;
const KEY_BYTES = 32;

export function authenticatorOf({ jwt, seed }: UserCredentials): Authenticator {
	const key = decoded(seed).subarray(PREFIX_BYTES, PREFIX_BYTES + KEY_BYTES);
	const privateKey = createPrivateKey({ key: Buffer.concat([ED25519, key]), format: "der", type: "pkcs8" });
	return (nonce = "") => ({ jwt, sig: sign(null, Buffer.from(nonce), privateKey).toString("base64url") });
}

function decoded(base32: string): Buffer {
	const bytes: number[] = [];
	let [bits, held] = [0, 0];
	for (const character of base32) {
		held = ((held << 5) | BASE32.indexOf(character)) & 0xfff;
		bits += 5;
		if (bits < 8) continue;
		bits -= 8;
		bytes.push((held >> bits) & 0xff);
	}
	return Buffer.from(bytes);
}
