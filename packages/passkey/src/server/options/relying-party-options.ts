/** The options of a relying party, checked and copied once. */

import type { COSEAlgorithmIdentifier, UserVerificationRequirement } from "../../webauthn-json.ts";
import { ALGORITHMS, type Algorithm } from "../keys/algorithm.ts";
import type { AttestationPolicy } from "../verification/attestation-policy.ts";
import { domain, list, nonEmpty, oneOf, origin } from "./option-checks.ts";

export interface RelyingPartyOptions {
	/**
	 * The registrable domain that credentials are bound to, as browsers write it: lower case, Punycode, without scheme,
	 * port or path; `localhost` for development. The parent domain covers all its subdomains.
	 */
	id: string;
	/**
	 * Ids that passkeys were registered under before the site moved to `id`. Sign-ins with them are accepted, and
	 * `authenticate` can ask for them with `rpId`; new passkeys are registered under `id` alone. Default: none.
	 */
	formerIds?: readonly string[] | undefined;
	/** The name that the passkey prompt shows. */
	name: string;
	/**
	 * The origin or origins that ceremonies may run on: `https://example.com`, without a path or a trailing slash; for a
	 * native app `android:apk-key-hash:…`. Or a function that answers whether a ceremony may run on an origin, for
	 * previews and tenants. Default: the https origin of `id`.
	 */
	origin?: string | readonly string[] | OriginCheck | undefined;
	/**
	 * Whether `origin` may be an http one of another host than this machine, which no browser has passkeys on. For tests.
	 * Default: false.
	 */
	allowInsecureOrigin?: boolean | undefined;
	/** `required` makes a missing biometric or PIN a refusal. Default: `preferred`. */
	userVerification?: UserVerificationRequirement | undefined;
	/**
	 * The algorithms to offer, the preferred first: COSE numbers of the built-in ones, and others as
	 * `@lapwing/passkey/algorithms` exports them. Default: ES256 (-7), RS256 (-257), EdDSA (-8).
	 */
	algorithms?: readonly (COSEAlgorithmIdentifier | Algorithm)[] | undefined;
	/**
	 * Algorithms of `@lapwing/passkey/algorithms` that stored passkeys have and that are not offered to new ones.
	 * Default: none. Stored keys of the three built-in algorithms always verify.
	 */
	verifyOnly?: readonly Algorithm[] | undefined;
	/** Milliseconds that the browser keeps the prompt open. Default: 300,000. */
	timeout?: number | undefined;
	/**
	 * Whether a ceremony may run inside a cross-origin frame: `true` for a frame in any page, `{ topOrigins }` for frames
	 * in pages of these origins alone. With `topOrigins` a browser that does not send `topOrigin` is refused.
	 * Default: false.
	 */
	allowFramed?: boolean | Framing | undefined;
	/**
	 * Which attestation statements to ask for and to accept: an `attestationPolicy` of `@lapwing/passkey/attestation`.
	 * Default: none is asked for, and `none` and self attestation alone are accepted.
	 */
	attestation?: AttestationPolicy | undefined;
}

/**
 * Answers whether ceremonies may run on `origin`, for previews and tenants. It is asked with a serialised https origin,
 * an http one of localhost or an `android:` one, and with nothing else that a stranger can send.
 */
export type OriginCheck = (origin: string) => boolean | Promise<boolean>;

/** Which pages may frame a ceremony. */
export interface Framing {
	/** Origins of the pages at the top (the address that the person sees), written like those of `origin`. */
	topOrigins: readonly string[];
}

export interface RelyingPartySettings {
	readonly id: string;
	readonly formerIds: readonly string[];
	readonly name: string;
	readonly origins: readonly string[] | OriginCheck;
	readonly userVerification: UserVerificationRequirement;
	readonly algorithms: readonly COSEAlgorithmIdentifier[];
	/** The algorithms that a key may have, offered or not. */
	readonly verifiable: readonly Algorithm[];
	readonly timeoutMs: number;
	readonly framing: boolean | Framing;
	readonly attestation: AttestationPolicy | undefined;
}

/** WebAuthn Level 3 §15.1 recommends 5 to 10 minutes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** What `options` mean. Throws `TypeError` or `RangeError` for options that no ceremony could succeed with. */
export function settingsFrom(options: RelyingPartyOptions): RelyingPartySettings {
	const id = domain("id", options.id);
	const formerIds = list("formerIds", options.formerIds ?? []).map((each) => domain("formerIds", each));
	const name = nonEmpty("name", options.name);
	const { origin: asked = `https://${id}`, allowInsecureOrigin = false } = options;
	const origins = typeof asked === "function" ? asked : originList("origin", [asked].flat(), allowInsecureOrigin);
	const { algorithms, verifiable } = algorithmsFrom(options);
	const timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
	if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) throw new RangeError("timeout: must be more than 0");
	const userVerification = requirement(options.userVerification, "preferred");
	const framing = framingFrom(options.allowFramed ?? false, allowInsecureOrigin);
	const { attestation } = options;
	// `attestation: "direct"`, as other libraries have it, would ask for statements and then trust nobody with them.
	if (attestation !== undefined && typeof attestation?.judge !== "function") {
		throw new TypeError("attestation: must be an attestationPolicy");
	}
	return { id, formerIds, name, origins, userVerification, algorithms, verifiable, timeoutMs, framing, attestation };
}

/** The COSE numbers to offer, and all that can be verified. */
function algorithmsFrom({ algorithms: offered = ALGORITHMS, verifyOnly = [] }: RelyingPartyOptions) {
	const imported = [...list("algorithms", offered), ...list("verifyOnly", verifyOnly)].filter(isAlgorithm);
	const verifiable = [...new Set([...ALGORITHMS, ...imported])];
	const algorithms = offered.map((each) => (isAlgorithm(each) ? each.id : each));
	const isKnown = (id: unknown) => verifiable.some((each) => each.id === id);
	if (algorithms.length === 0 || !algorithms.every(isKnown)) {
		throw new RangeError("algorithms: at least one of -7, -257, -8 or imported from @lapwing/passkey/algorithms");
	}
	if (!verifyOnly.every(isAlgorithm)) {
		throw new RangeError("verifyOnly: each must be imported");
	}
	for (const { isAvailable, webCrypto } of imported) {
		if (isAvailable?.() === false) {
			throw new RangeError(`algorithms: this runtime cannot verify ${webCrypto.name}; leave it out or use Node 24.7`);
		}
	}
	return { algorithms, verifiable };
}

/** Recognized by a member that no number and no object of another library has. */
function isAlgorithm(value: unknown): value is Algorithm {
	return typeof (value as Algorithm | null)?.readKey === "function";
}

/** `asked`, or `otherwise` by default. Throws for any other word: a misspelt `required` is not a preference. */
export function requirement(
	asked: UserVerificationRequirement | undefined,
	otherwise: UserVerificationRequirement,
): UserVerificationRequirement {
	return oneOf("userVerification", asked ?? otherwise, ["required", "preferred", "discouraged"]);
}

/** Any other value, the text "false" among them, would count as true. */
function framingFrom(allowFramed: boolean | Framing, allowsInsecure: boolean): boolean | Framing {
	if (typeof allowFramed === "boolean") return allowFramed;
	if (typeof allowFramed !== "object") {
		throw new TypeError("allowFramed: must be true, false or { topOrigins }");
	}
	return { topOrigins: originList("allowFramed.topOrigins", allowFramed.topOrigins, allowsInsecure) };
}

function originList(option: string, values: readonly unknown[], allowsInsecure: boolean): readonly string[] {
	const origins = list(option, values).map((each) => origin(option, each, allowsInsecure));
	if (origins.length === 0) throw new RangeError(`${option}: at least one is needed`);
	return origins;
}
