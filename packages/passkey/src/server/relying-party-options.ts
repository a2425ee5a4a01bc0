/** What a relying party is told of itself, tested and copied once. */

import type { COSEAlgorithmIdentifier, UserVerificationRequirement } from "../webauthn-json.ts";
import { ALGORITHMS, type Algorithm } from "./algorithms.ts";

export interface RelyingPartyOptions {
	/**
	 * The registrable domain that credentials are bound to, as browsers write it: lower case, Punycode, without scheme,
	 * port or path; `localhost` for development. The parent domain covers all its subdomains.
	 */
	id: string;
	/** The name that the passkey prompt shows. */
	name: string;
	/**
	 * The origin or origins that ceremonies may run on: `https://example.com`, without a path or a trailing slash; for a
	 * native app `android:apk-key-hash:…`. Default: the https origin of `id`.
	 */
	origin?: string | readonly string[] | undefined;
	/** `required` makes a missing biometric or PIN a refusal. Default: `preferred`. */
	userVerification?: UserVerificationRequirement | undefined;
	/**
	 * The algorithms to offer, the preferred first: COSE numbers of those that are always there, and others as
	 * `@lapwing/passkey/algorithms` exports them. Default: ES256 (-7), RS256 (-257), EdDSA (-8).
	 */
	algorithms?: readonly (COSEAlgorithmIdentifier | Algorithm)[] | undefined;
	/**
	 * Algorithms of `@lapwing/passkey/algorithms` that stored passkeys have and that are not offered to new ones.
	 * Default: none. (What is always there needs no mention: a stored key of it verifies, offered or not.)
	 */
	verifyOnly?: readonly Algorithm[] | undefined;
	/** Milliseconds that the browser keeps the prompt open. Default: 300,000. */
	timeout?: number | undefined;
	/** Whether a ceremony may run inside a cross-origin frame. Default: false. */
	allowFramed?: boolean | undefined;
}

export interface RelyingPartySettings {
	readonly id: string;
	readonly name: string;
	readonly origins: readonly string[];
	readonly userVerification: UserVerificationRequirement;
	readonly algorithms: readonly COSEAlgorithmIdentifier[];
	/** Those that a key may have, offered or not. */
	readonly verifiable: readonly Algorithm[];
	readonly timeoutMs: number;
	readonly allowFramed: boolean;
}

/** WebAuthn Level 3 §15.1 recommends 5 to 10 minutes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** The settings that `options` mean. Throws `TypeError` or `RangeError` for options that no ceremony could succeed with. */
export function settingsFrom(options: RelyingPartyOptions): RelyingPartySettings {
	const id = nonEmpty(options.id, "id");
	requireDomain(id);
	const name = nonEmpty(options.name, "name");
	const origins = [options.origin ?? `https://${id}`].flat();
	if (origins.length === 0) throw new RangeError("origin: at least one is needed");
	for (const origin of origins) requireOrigin(nonEmpty(origin, "origin"));
	const { algorithms, verifiable } = algorithmsFrom(options);
	const timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
	if (!(timeoutMs > 0 && Number.isFinite(timeoutMs))) throw new RangeError("timeout: milliseconds, more than 0");
	const userVerification = requirement(options.userVerification, "preferred");
	const allowFramed = options.allowFramed ?? false;
	return { id, name, origins, userVerification, algorithms, verifiable, timeoutMs, allowFramed };
}

/** The COSE numbers to offer, and all that can be verified. */
function algorithmsFrom({ algorithms: offered = ALGORITHMS, verifyOnly = [] }: RelyingPartyOptions) {
	const imported = [...offered, ...verifyOnly].filter(isAlgorithm);
	const verifiable = [...new Set([...ALGORITHMS, ...imported])];
	const algorithms = offered.map((each) => (isAlgorithm(each) ? each.id : each));
	const isKnown = (id: unknown) => verifiable.some((each) => each.id === id);
	if (algorithms.length === 0 || !algorithms.every(isKnown) || !verifyOnly.every(isAlgorithm)) {
		throw new RangeError(
			"algorithms: at least one is needed, each -7, -257, -8 or imported from @lapwing/passkey/algorithms",
		);
	}
	for (const { isAvailable, webCrypto } of imported) {
		if (isAvailable?.() === false) throw new RangeError(`algorithms: this runtime cannot verify ${webCrypto.name}`);
	}
	return { algorithms, verifiable };
}

/** Told by what no number and no other library's object has. */
function isAlgorithm(value: unknown): value is Algorithm {
	return typeof (value as Algorithm | null)?.readKey === "function";
}

/** `asked`, or else `otherwise`. Throws for any other word: a misspelt `required` must not be read as a preference. */
export function requirement(
	asked: UserVerificationRequirement | undefined,
	otherwise: UserVerificationRequirement,
): UserVerificationRequirement {
	const requirement = asked ?? otherwise;
	if (!["required", "preferred", "discouraged"].includes(requirement)) {
		throw new RangeError("userVerification: required, preferred or discouraged");
	}
	return requirement;
}

function nonEmpty(value: unknown, option: string): string {
	if (typeof value !== "string") throw new TypeError(`${option}: must be a string`);
	if (value === "") throw new RangeError(`${option}: must not be empty`);
	return value;
}

/**
 * An origin in the id's place is the commonest mistake, and browsers refuse it with a message that says nothing of it.
 * Upper case and letters that are not Punycode match no page's domain, or hash to another id than the browser's. An IP
 * address passes: browsers refuse it in plain words, and a test without one may use it.
 */
function requireDomain(id: string): void {
	if (parsedUrl(`https://${id}`)?.hostname !== id) {
		throw new RangeError(
			"id: must be a domain as a browser writes it (lower case, Punycode), without scheme, port or path",
		);
	}
}

/** A web origin that is not its own serialization equals no browser's, so every ceremony would fail. */
function requireOrigin(origin: string): void {
	if (!/^https?:/i.test(origin)) return;
	if (parsedUrl(origin)?.origin !== origin) {
		throw new RangeError(
			"origin: must be scheme, host and port as a browser writes them, without path or trailing slash",
		);
	}
}

function parsedUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
