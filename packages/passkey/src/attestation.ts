/**
 * The attestation entry point: a policy that verifies attestation statements with certificates. Needs
 * `@peculiar/asn1-schema` and `@peculiar/asn1-x509`, which nobody needs who doesn't import it.
 */

export type { PathRefusal, RevocableCertificate } from "./attestation/certificates/certificate-path.ts";
export type { TrustAnchor } from "./attestation/certificates/trust-anchors.ts";
export type { Metadata } from "./attestation/metadata/metadata.ts";
export {
	MetadataError,
	type MetadataRefusalReason,
	type VerifyMetadataBlobOptions,
	verifyMetadataBlob,
} from "./attestation/metadata/metadata-blob.ts";
export { type AttestationFormat, type AttestationPolicyOptions, attestationPolicy } from "./attestation/policy.ts";
export { AttestationError, type AttestationRefusalReason } from "./server/errors.ts";
export type {
	AttestationPolicy,
	AttestationTrust,
	AttestationType,
	MetadataBlobEntry,
	MetadataStatement,
	ModelUnprovenReason,
	StatusReport,
} from "./server/verification/attestation-policy.ts";
