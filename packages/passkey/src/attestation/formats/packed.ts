/** The `packed` format with certificates (WebAuthn Level 3 §8.2), its steps in the standard's order. */

import type { Certificate } from "../certificates/certificate.ts";
import { checkSignature, schemeOfCose } from "../certificates/signatures.ts";
import { bytesOf, certificatesOf, refusalOfAaguid, type VerifyStatement } from "./statement.ts";

export const verifyPacked: VerifyStatement = async ({ statement, signed, aaguid, allowSha1 }) => {
	// Step 1: the syntax. Step 3, without `x5c`, is self attestation, which the policy tells apart before.
	const chain = certificatesOf(statement);
	const signature = bytesOf(statement, "sig");
	if (!chain || !signature) return "statement";
	const [certificate] = chain;
	// Step 2: the signature, the certificate, the model, the type.
	const scheme = schemeOfCose(statement.get("alg"), allowSha1);
	if (!scheme) return "algorithm";
	const outcome = await checkSignature(certificate.publicKey, scheme, signature, signed);
	if (outcome !== "sound") return outcome;
	if (!meetsRequirements(certificate)) return "certificate";
	return refusalOfAaguid(certificate, aaguid) ?? { type: "basic-or-attca", chain };
};

const COUNTRY = "2.5.4.6";
const ORGANIZATION = "2.5.4.10";
const ORGANIZATIONAL_UNIT = "2.5.4.11";
const COMMON_NAME = "2.5.4.3";

/** §8.2.1. */
function meetsRequirements({ version, subjectAttributes: subject, basicConstraints }: Certificate): boolean {
	return (
		version === 3 &&
		/^[A-Z]{2}$/.test(subject.get(COUNTRY) ?? "") &&
		(subject.get(ORGANIZATION) ?? "") !== "" &&
		subject.get(ORGANIZATIONAL_UNIT) === "Authenticator Attestation" &&
		(subject.get(COMMON_NAME) ?? "") !== "" &&
		basicConstraints?.isCa === false
	);
}
