/** The `android-key` format (WebAuthn Level 3 §8.4), its steps in the standard's order. */

import type { Bytes } from "../../bytes.ts";
import {
	CONTEXT,
	type DerElement,
	INTEGER,
	OCTET_STRING,
	readElements,
	readSequence,
	readSingle,
	SET,
} from "../certificates/der.ts";
import { checkSignature, schemeOfCose } from "../certificates/signatures.ts";
import { bytesOf, certificatesOf, isCredentialKey, isEqual, type VerifyStatement } from "./statement.ts";

/** Android's key description. */
const KEY_DESCRIPTION = "1.3.6.1.4.1.11129.2.1.17";

export const verifyAndroidKey: VerifyStatement = async (received) => {
	const { statement, signed, publicKey, clientDataHash, allowSha1, androidKeyLists } = received;
	// The syntax.
	const chain = certificatesOf(statement);
	const signature = bytesOf(statement, "sig");
	if (!chain || !signature) return "statement";
	const [certificate] = chain;
	// The signature by the certificate's key, and that this is the credential's key.
	const scheme = schemeOfCose(statement.get("alg"), allowSha1);
	if (!scheme) return "algorithm";
	const outcome = await checkSignature(certificate.publicKey, scheme, signature, signed);
	if (outcome !== "sound") return outcome;
	if (!isCredentialKey(certificate, publicKey)) return "public-key";
	// The challenge that the key was made for.
	const extension = certificate.extensions.get(KEY_DESCRIPTION);
	const description = extension && readKeyDescription(extension.value);
	if (!description) return "certificate";
	if (!isEqual(description.challenge, clientDataHash)) return "nonce";
	// The lists of what the key may be used for.
	const { teeEnforced, softwareEnforced } = description;
	const lists = androidKeyLists === "tee" ? [teeEnforced] : [teeEnforced, softwareEnforced];
	const isForSigning =
		!teeEnforced.isForAllApplications &&
		!softwareEnforced.isForAllApplications &&
		lists.some(({ isGenerated }) => isGenerated) &&
		lists.some(({ purposes }) => purposes.length === 1 && purposes[0] === PURPOSE_SIGN);
	return isForSigning ? { type: "basic", chain, known: [KEY_DESCRIPTION] } : "authorization-list";
};

interface AuthorizationList {
	readonly isForAllApplications: boolean;
	readonly isGenerated: boolean;
	readonly purposes: readonly number[];
}

/** The members of KeyDescription that we read, by position, in every version of its schema from 1 to 400. */
const [CHALLENGE, SOFTWARE_ENFORCED, TEE_ENFORCED] = [4, 6, 7];

function readKeyDescription(bytes: Bytes) {
	const members = readSequence(bytes);
	const challenge = members?.[CHALLENGE];
	const softwareEnforced = readAuthorizationList(members?.[SOFTWARE_ENFORCED]);
	const teeEnforced = readAuthorizationList(members?.[TEE_ENFORCED]);
	if (challenge?.tag !== OCTET_STRING || !softwareEnforced || !teeEnforced) return undefined;
	return { challenge: challenge.contents, softwareEnforced, teeEnforced };
}

const PURPOSE = 1;
const ALL_APPLICATIONS = 600;
const ORIGIN = 702;
/** KM_PURPOSE_SIGN and KM_ORIGIN_GENERATED. */
const PURPOSE_SIGN = 2;
const ORIGIN_GENERATED = 0;

/** Reads the three members that count; the many others differ with Android's versions. */
function readAuthorizationList(list: DerElement | undefined): AuthorizationList | undefined {
	const members = list && readElements(list.contents);
	if (!members || members.some(({ tagClass }) => tagClass !== CONTEXT)) return undefined;
	const member = (tag: number) => members.find((each) => each.tag === tag)?.contents;
	const [purpose, origin] = [member(PURPOSE), member(ORIGIN)];
	const purposes = purpose && readElements(readSingle(purpose, SET) ?? new Uint8Array());
	return {
		isForAllApplications: member(ALL_APPLICATIONS) !== undefined,
		isGenerated: origin !== undefined && smallInteger(readSingle(origin, INTEGER)) === ORIGIN_GENERATED,
		purposes: purposes?.map(({ tag, contents }) => smallInteger(tag === INTEGER ? contents : undefined)) ?? [],
	};
}

/** NaN for what is no integer of one byte, which all that count are. */
function smallInteger(contents: Uint8Array | undefined): number {
	return contents?.length === 1 ? (contents[0] ?? Number.NaN) : Number.NaN;
}
