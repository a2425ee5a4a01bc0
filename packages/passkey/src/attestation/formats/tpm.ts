/** The `tpm` format (WebAuthn Level 3 §8.3), its steps in the standard's order. */

import type { Certificate } from "../certificates/certificate.ts";
import { checkSignature, digest, schemeOfCose } from "../certificates/signatures.ts";
import {
	bytesOf,
	certificatesOf,
	concatenate,
	isEqual,
	isKey,
	refusalOfAaguid,
	type VerifyStatement,
} from "./statement.ts";
import { readCertifyInfo, readPublicArea } from "./tpm-structures.ts";

/** TPM_GENERATED_VALUE, "\xffTCG": a TPM signs nothing that begins so unless it made it. */
const GENERATED = 0xff544347;
const ATTEST_CERTIFY = 0x8017;

export const verifyTpm: VerifyStatement = async ({ statement, signed, publicKey, aaguid, allowSha1 }) => {
	// The syntax.
	const chain = certificatesOf(statement);
	const signature = bytesOf(statement, "sig");
	const certInfo = bytesOf(statement, "certInfo");
	const pubArea = bytesOf(statement, "pubArea");
	if (statement.get("ver") !== "2.0" || !chain || !signature || !certInfo || !pubArea) return "statement";
	const [certificate] = chain;
	// The key in `pubArea` is the credential's.
	const area = readPublicArea(pubArea);
	if (!area) return "statement";
	if (area.nameHash === "SHA-1" && !allowSha1) return "algorithm";
	if (!isKey(area.key, publicKey)) return "public-key";
	// The integrity of `certInfo`: the certificate, the model, the signature.
	if (!meetsRequirements(certificate)) return "certificate";
	const wrongModel = refusalOfAaguid(certificate, aaguid);
	if (wrongModel) return wrongModel;
	const scheme = schemeOfCose(statement.get("alg"), allowSha1);
	if (!scheme) return "algorithm";
	const outcome = await checkSignature(certificate.publicKey, scheme, signature, certInfo);
	if (outcome !== "sound") return outcome;
	// What `certInfo` says: that a TPM made it, of this ceremony, of this key.
	const certified = readCertifyInfo(certInfo);
	if (!certified || certified.magic !== GENERATED || certified.type !== ATTEST_CERTIFY) return "certified";
	if (!isEqual(certified.extraData, await digest(scheme.hash, signed))) return "nonce";
	const name = concatenate(area.nameAlgorithm, await digest(area.nameHash, pubArea));
	if (!isEqual(certified.name, name)) return "certified";
	return { type: "attca", chain };
};

const AIK_CERTIFICATE = "2.23.133.8.3";
/** tcg-at-tpmManufacturer, -Model and -Version. Which manufacturers are good, the trust anchors tell. */
const TPM_ATTRIBUTES = ["2.23.133.2.1", "2.23.133.2.2", "2.23.133.2.3"];
/** A SEQUENCE of nothing. */
const EMPTY_NAME = "3000";

/** §8.3.1. */
function meetsRequirements(certificate: Certificate): boolean {
	const { version, subject, alternativeNames, extendedKeyUsages, basicConstraints } = certificate;
	return (
		version === 3 &&
		subject === EMPTY_NAME &&
		TPM_ATTRIBUTES.every((attribute) => alternativeNames.directory.has(attribute)) &&
		extendedKeyUsages.includes(AIK_CERTIFICATE) &&
		basicConstraints?.isCa === false
	);
}
