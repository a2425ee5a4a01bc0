/** The `fido-u2f` format (WebAuthn Level 3 §8.6), its steps by the standard's numbers. */

import { decodeCbor } from "../../server/responses/cbor.ts";
import { checkSignature, partsOf } from "../certificates/signatures.ts";
import { bytesOf, certificatesOf, concatenate, type VerifyStatement } from "./statement.ts";

const X = -2;
const Y = -3;
const COORDINATE_BYTES = 32;

export const verifyFidoU2f: VerifyStatement = async (received) => {
	const { statement, clientDataHash, rpIdHash, credentialId, publicKey } = received;
	// Step 1: the syntax.
	const chain = certificatesOf(statement);
	const signature = bytesOf(statement, "sig");
	if (!chain || !signature) return "statement";
	// Step 2: one certificate, with a key on P-256.
	if (chain.length !== 1) return "statement";
	const [{ publicKey: attestationKey }] = chain;
	const parts = partsOf(attestationKey);
	if (parts?.kind !== "ec" || parts.curve !== "P-256") return "algorithm";
	// Steps 3 and 4: the credential's key as an uncompressed point.
	const key = decodeCbor(publicKey);
	const [x, y] = key instanceof Map ? [key.get(X), key.get(Y)] : [];
	if (!(x instanceof Uint8Array && x.length === COORDINATE_BYTES)) return "public-key";
	if (!(y instanceof Uint8Array && y.length === COORDINATE_BYTES)) return "public-key";
	// Steps 5 and 6: the signature over what U2F signs. Steps 7 and 8: the type.
	const verificationData = concatenate(
		Uint8Array.of(0),
		rpIdHash,
		clientDataHash,
		credentialId,
		Uint8Array.of(4),
		x,
		y,
	);
	const scheme = { name: "ECDSA", hash: "SHA-256" } as const;
	const outcome = await checkSignature(attestationKey, scheme, signature, verificationData);
	return outcome === "sound" ? { type: "basic-or-attca", chain } : outcome;
};
