/** RSASSA-PSS with SHA-256 (RFC 8230 §2), whose salt is as long as the digest. Other lengths do not verify. */

import type { Algorithm } from "../server/keys/algorithm.ts";
import { readRsaKey } from "../server/keys/rsa-key.ts";

const SALT_BYTES = 32;

/** `RSA_PKCS1_PSS_PADDING` of `node:crypto`, which is not imported: see ../server/keys/cryptography.ts. */
const PSS_PADDING = 6;

/** RSASSA-PSS with SHA-256 and keys of 2,048 to 8,192 bits, COSE number -37. */
export const PS256: Algorithm = {
	id: -37,
	keyType: 3, // RSA
	readKey: readRsaKey,
	readSignature: (signature) => signature,
	webCrypto: { name: "RSA-PSS", hash: "SHA-256", saltLength: SALT_BYTES },
	nodeDigest: "sha256",
	nodePadding: { padding: PSS_PADDING, saltLength: SALT_BYTES },
};
