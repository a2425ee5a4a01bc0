/** The `apple` format, Apple's anonymous attestation (WebAuthn Level 3 §8.8), its steps by the standard's numbers. */

import { CONTEXT, OCTET_STRING, readSequence, readSingle } from "../certificates/der.ts";
import { digest } from "../certificates/signatures.ts";
import { certificatesOf, isCredentialKey, isEqual, type VerifyStatement } from "./statement.ts";

const NONCE_EXTENSION = "1.2.840.113635.100.8.2";
const NONCE_TAG = 1;

export const verifyApple: VerifyStatement = async ({ statement, signed, publicKey }) => {
	// Step 1: the syntax.
	const chain = certificatesOf(statement);
	if (!chain) return "statement";
	const [certificate] = chain;
	// Steps 2 and 3: the nonce of this ceremony. Step 4: it must be the one that Apple certified.
	const nonce = await digest("SHA-256", signed);
	const extension = certificate.extensions.get(NONCE_EXTENSION);
	const members = extension && readSequence(extension.value);
	const [tagged] = members ?? [];
	if (members?.length !== 1 || tagged?.tagClass !== CONTEXT || tagged.tag !== NONCE_TAG) return "certificate";
	const certified = readSingle(tagged.contents, OCTET_STRING);
	if (!certified || !isEqual(certified, nonce)) return "nonce";
	// Step 5: the key. Step 6: the type.
	if (!isCredentialKey(certificate, publicKey)) return "public-key";
	return { type: "anonca", chain, known: [NONCE_EXTENSION] };
};
