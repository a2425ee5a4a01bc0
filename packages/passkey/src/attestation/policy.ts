/**
 * A host's policy on attestation: which statements it takes, whom it trusts. Follows steps 21 to 24 of WebAuthn Level 3
 * §7.1; the procedures of the formats are files of their own.
 */

import { AttestationError, type AttestationRefusalReason } from "../server/errors.ts";
import { uuid } from "../server/responses/uuid.ts";
import { isAcceptedAttestation } from "../server/verification/attestation.ts";
import type {
	AttestationPolicy,
	AttestationTrust,
	ModelUnprovenReason,
	ReceivedAttestation,
} from "../server/verification/attestation-policy.ts";
import { encodeBase64 } from "./certificates/base64.ts";
import type { Certificate } from "./certificates/certificate.ts";
import { pathToAnchor, type RevocableCertificate } from "./certificates/certificate-path.ts";
import { readTrustAnchors, type TrustAnchor } from "./certificates/trust-anchors.ts";
import { verifyAndroidKey } from "./formats/android-key.ts";
import { verifyApple } from "./formats/apple.ts";
import { statementsOf } from "./formats/compound.ts";
import { verifyFidoU2f } from "./formats/fido-u2f.ts";
import { verifyPacked } from "./formats/packed.ts";
import { concatenate, type VerifiedStatement, type VerifyStatement } from "./formats/statement.ts";
import { verifyTpm } from "./formats/tpm.ts";
import { isBroken, Metadata, type MetadataEntry } from "./metadata/metadata.ts";

/** The formats of statements that a policy can take. */
export type AttestationFormat = SimpleFormat | "compound";

/** Those that carry certificates, by themselves. Spelled out, so that our types lead to none of ASN.1. */
type SimpleFormat = "packed" | "tpm" | "android-key" | "apple" | "fido-u2f";

/** In the order in which registrations prefer them. */
const PROCEDURES: Readonly<Record<SimpleFormat, VerifyStatement>> = {
	packed: verifyPacked,
	tpm: verifyTpm,
	"android-key": verifyAndroidKey,
	apple: verifyApple,
	"fido-u2f": verifyFidoU2f,
};

const FORMATS = [...(Object.keys(PROCEDURES) as SimpleFormat[]), "compound"] as const;

export interface AttestationPolicyOptions {
	/**
	 * The certificates that a statement's must lead to, or be: PEM text, of which one may hold several, or DER bytes.
	 * Trusted until you take them out, whatever date they bear. They prove that you trust the maker, not which model it
	 * is: what leads to them alone carries no metadata.
	 */
	trustAnchors?: readonly TrustAnchor[] | undefined;
	/**
	 * What `verifyMetadataBlob` answered, or a function that gives the latest. The certificates that an authenticator's
	 * entry names are trust anchors for that model alone, and a model that is reported as broken, or of which the reports
	 * can't be read, is refused.
	 */
	metadata?: Metadata | (() => Metadata | undefined) | undefined;
	/**
	 * The formats with certificates to accept, the preferred first. `compound` holds several statements: each must be of
	 * a format that is accepted, and each must prove what it says. Default: all six.
	 */
	formats?: readonly AttestationFormat[] | undefined;
	/**
	 * Whether to take registrations that prove no model: `none`, which most synced passkeys send, and `self`. Default:
	 * neither, for who asks for attestation usually means to refuse what has none.
	 */
	acceptUnattested?: readonly ("none" | "self")[] | undefined;
	/**
	 * What to ask browsers for. `enterprise` needs an arrangement with the browser's administrator. Default: `direct`.
	 */
	conveyance?: "indirect" | "direct" | "enterprise" | undefined;
	/** Whether signatures and names by SHA-1 count, as the TPMs of older versions of Windows make. Default: false. */
	allowSha1?: boolean | undefined;
	/**
	 * Which lists of an Android key's properties count: those that its secure environment enforces (`tee`), or also those
	 * that Android's software does (`union`). Default: `tee`.
	 */
	androidKeyLists?: "tee" | "union" | undefined;
	/** Asked for every certificate of a path but the trust anchor. What it throws, `verifyRegistration` throws. */
	isRevoked?: ((certificate: RevocableCertificate) => boolean | Promise<boolean>) | undefined;
	/** The time at which certificates must be valid. Default: now. For tests. */
	now?: (() => Date) | undefined;
}

/**
 * The policy to pass to `RelyingParty` as `attestation`.
 *
 * @throws RangeError when neither trust anchors nor metadata are given, or an option is no such word; TypeError when a
 * trust anchor can't be read, or an option is of another type.
 *
 * @example
 * ```ts
 * import { attestationPolicy } from "@lapwing/passkey/attestation";
 * import { RelyingParty } from "@lapwing/passkey/server";
 * import { readFile } from "node:fs/promises";
 *
 * const attestation = attestationPolicy({ trustAnchors: [await readFile("yubico-root.pem", "utf8")] });
 * const relyingParty = new RelyingParty({ id: "example.com", name: "Example", attestation });
 * ```
 */
export function attestationPolicy(options: AttestationPolicyOptions): AttestationPolicy {
	const { metadata, isRevoked, allowSha1 = false, now = () => new Date() } = options;
	const { androidKeyLists = "tee", conveyance = "direct", acceptUnattested = [] } = options;
	const formats = [...(options.formats ?? FORMATS)];
	requireWords("formats", formats, FORMATS);
	if (formats.length === 0) throw new RangeError("formats: at least one is needed");
	requireWords("acceptUnattested", acceptUnattested, ["none", "self"]);
	requireWords("androidKeyLists", [androidKeyLists], ["tee", "union"]);
	requireWords("conveyance", [conveyance], ["indirect", "direct", "enterprise"]);
	// The entries of a blob that nobody verified, say.
	if (metadata !== undefined && typeof metadata !== "function" && !(metadata instanceof Metadata)) {
		throw new TypeError("metadata: what verifyMetadataBlob answered, or a function that answers it");
	}
	if (typeof allowSha1 !== "boolean") throw new TypeError("allowSha1: true or false");
	// A list of serial numbers, say, which nobody would look anything up in before the first enrollment.
	if (isRevoked !== undefined && typeof isRevoked !== "function") throw new TypeError("isRevoked: must be a function");
	const trustAnchors = readTrustAnchors(options.trustAnchors ?? []);
	if (trustAnchors.length === 0 && !metadata) {
		throw new RangeError("trustAnchors or metadata: without a certificate to trust nothing can be accepted");
	}
	const accepted = new Set<string>(acceptUnattested);

	async function judge(received: ReceivedAttestation): Promise<AttestationTrust | AttestationRefusalReason> {
		const { format, statement, authenticatorData, clientDataHash, key } = received;
		const signed = concatenate(authenticatorData, clientDataHash);
		const isSelf = format === "packed" && !statement.has("x5c");
		if (format === "none" || isSelf) {
			if (!(await isAcceptedAttestation(format, statement, key, signed))) return "statement";
			const type = isSelf ? "self" : "none";
			return accepted.has(type) ? { type, path: [], modelProven: false, unproven: "unattested" } : "unattested";
		}
		// Step 21: the format and its procedure.
		const known = formats.find((each) => each === format);
		if (!known) return "format";
		if (known === "compound") return judgeAll(statementsOf(received));
		const verified = await PROCEDURES[known]({ ...received, signed, allowSha1, androidKeyLists });
		if (typeof verified === "string") return verified;
		// Step 22: the trust anchors.
		const latest = typeof metadata === "function" ? metadata() : metadata;
		const found = await latest?.entryOf(format, uuid(received.aaguid), verified.chain[0]);
		const time = now();
		if (found && isBroken(found, time)) return "status";
		// Step 24: the trust path. Only the roots of the model's own entry prove the model.
		const terms = { now: time.getTime(), allowSha1, known: verified.known ?? [], isRevoked };
		const proof = found && (await pathToAnchor(verified.chain, { ...terms, anchors: found.trustAnchors }));
		if (found && proof !== undefined && proof !== "untrusted") {
			return typeof proof === "string" ? proof : provenModel(verified, proof, found);
		}
		const path = await pathToAnchor(verified.chain, { ...terms, anchors: trustAnchors });
		if (typeof path === "string") return path;
		return trust(verified.type, path, found ? "own-anchor" : latest ? "no-entry" : "no-metadata");
	}

	/** §8.9: how many must verify is for the policy to say, and this one says all. */
	async function judgeAll(statements: readonly ReceivedAttestation[] | undefined) {
		if (!statements) return "statement";
		const outcomes: AttestationTrust[] = [];
		for (const each of statements) {
			const outcome = await judge(each);
			if (typeof outcome === "string") return outcome;
			outcomes.push(outcome);
		}
		return outcomes.find(({ path }) => path.length > 0) ?? outcomes[0] ?? "statement";
	}

	return {
		conveyance,
		formats,
		async judge(received) {
			const outcome = await judge(received);
			return typeof outcome === "string" ? new AttestationError(outcome, { format: received.format }) : outcome;
		},
	};
}

function requireWords(option: string, words: readonly string[], known: readonly string[]): void {
	if (!Array.isArray(words)) throw new TypeError(`${option}: must be an array`);
	if (!words.every((word) => known.includes(word))) throw new RangeError(`${option}: ${known.join(", ")}`);
}

function provenModel(
	{ type }: VerifiedStatement,
	path: readonly Certificate[],
	{ entry, attestationType }: MetadataEntry,
): AttestationTrust {
	const known = type === "basic-or-attca" ? (attestationType ?? type) : type;
	return { type: known, path: path.map(({ der }) => encodeBase64(der)), modelProven: true, metadata: entry };
}

function trust(
	type: AttestationTrust["type"],
	path: readonly Certificate[],
	unproven: ModelUnprovenReason,
): AttestationTrust {
	return { type, path: path.map(({ der }) => encodeBase64(der)), modelProven: false, unproven };
}
