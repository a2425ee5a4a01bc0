/**
 * Keys and signatures of the algorithms that a host imports: sound ones, and those that must be refused, each with one
 * thing wrong. ML-DSA is among them where the runtime has it.
 */

import { type Algorithm, ES384, ES512, ML_DSA_44, ML_DSA_65, ML_DSA_87, PS256 } from "../../algorithms.ts";
import { encodeBase64url } from "../../base64url.ts";
import { type Bytes, bigIntegerBytes, concatenate } from "../../testing/bytes.ts";
import { encodeCbor } from "../../testing/encode-cbor.ts";
import { seededEntropy } from "../../testing/entropy.ts";
import {
	type CredentialKey,
	derSignature,
	es256Key,
	es384Key,
	es512Key,
	rs256Key,
	rsaKey,
} from "../../testing/keys/credential-key.ts";
import { signDeterministically } from "../../testing/keys/deterministic-ecdsa.ts";
import { KEY_MAKERS } from "../../testing/keys/key-makers.ts";
import { isMissingMlDsa, mlDsaKey } from "../../testing/keys/ml-dsa-key.ts";
import { P384, P521, type SigningCurve } from "../../testing/keys/nist-curves.ts";
import { pssPadded } from "../../testing/keys/rsa-padding.ts";
import { makePrime } from "../../testing/keys/rsa-prime.ts";
import { type CborMap, type CborValue, decodeCbor } from "../responses/cbor.ts";
import { type RefusedRegistration, withByte } from "./registration-cases.ts";
import { flipLast, type RefusedSignIn } from "./sign-in-cases.ts";

export const ML_DSA: readonly Algorithm[] = [ML_DSA_44, ML_DSA_65, ML_DSA_87];

/** Those of the six that this runtime has. */
export const IMPORTED: readonly Algorithm[] = [ES384, ES512, PS256, ...ML_DSA].filter(({ id }) => !isMissingMlDsa(id));

const SCALAR = 0x1234567890abcdefn;

interface AlgorithmCases {
	/** One sound key of each algorithm. */
	readonly keys: readonly CredentialKey[];
	readonly registrations: readonly RefusedRegistration[];
	/** Each with the key that is stored; what signs is among the changes. */
	readonly signIns: readonly RefusedSignIn[];
	readonly acceptedSignIns: readonly RefusedSignIn[];
}

export async function makeAlgorithmCases(): Promise<AlgorithmCases> {
	const entropy = seededEntropy("algorithm cases");
	const primes = [await makePrime(entropy), await makePrime(entropy)] as const;
	const [es384, es512] = [es384Key(SCALAR), es512Key(SCALAR)];
	const ps256 = rsaKey(-37, ...primes, pssPadded);
	const mlDsa: CredentialKey[] = [];
	for (const { id } of IMPORTED.filter((each) => ML_DSA.includes(each))) {
		const key = await KEY_MAKERS.get(id)?.(entropy);
		if (key) mlDsa.push(key);
	}
	return {
		keys: [es384, es512, ps256, ...mlDsa],
		registrations: [
			...refusedPoints("ES384", es384, P384),
			...refusedPoints("ES512", es512, P521),
			...refusedModuli(ps256),
			...mlDsa.flatMap((key) => refusedMlDsaKeys(key)),
		],
		signIns: [
			...(await refusedEcdsa("ES384", es384, P384, es384Key(7n))),
			...(await refusedEcdsa("ES512", es512, P521, es512Key(7n))),
			...refusedPss(ps256, primes),
			...(await Promise.all(mlDsa.map(refusedMlDsa))).flat(),
		],
		acceptedSignIns: [
			["by ES384 with the other s", signedBy(es384, otherS(P384)), "success"],
			["by ES512 with the other s", signedBy(es512, otherS(P521)), "success"],
		],
	};
}

const bytes = (value: CborValue | undefined) => (value instanceof Uint8Array ? value : new Uint8Array());

/** A registration of `key` with some of its parameters replaced, or left out by `undefined`. */
function withParameters(key: CredentialKey, ...changes: [label: number, value: CborValue | undefined][]) {
	const parameters = decodeCbor(key.publicKey) as CborMap;
	for (const [label, value] of changes) {
		if (value === undefined) parameters.delete(label);
		else parameters.set(label, value);
	}
	return { attested: { publicKey: encodeCbor(parameters) } };
}

function refusedPoints(name: string, key: CredentialKey, { field, widthBytes }: SigningCurve): RefusedRegistration[] {
	const parameters = decodeCbor(key.publicKey) as CborMap;
	const [x, y] = [bytes(parameters.get(-2)), bytes(parameters.get(-3))];
	const other = key.algorithm === -35 ? 3 : 2;
	const malformed: [string, ReturnType<typeof withParameters>][] = [
		["a point off the curve", withParameters(key, [-3, flipLast(y)])],
		["a coordinate that the field doesn't hold", withParameters(key, [-2, bigIntegerBytes(field, widthBytes)])],
		["an x of all ones", withParameters(key, [-2, new Uint8Array(widthBytes).fill(0xff)])],
		["the point at infinity", withParameters(key, [-2, x.map(() => 0)], [-3, y.map(() => 0)])],
		["a short coordinate", withParameters(key, [-2, x.slice(1)])],
		["a long coordinate", withParameters(key, [-3, concatenate(Uint8Array.of(0), y)])],
		["a compressed point", withParameters(key, [-3, true])],
		["no y", withParameters(key, [-3, undefined])],
		["a byte behind its key", { attested: { publicKey: withByte(key.publicKey) } }],
		["an ignored parameter of 2 KB", withParameters(key, [99, new Uint8Array(2_048)])],
	];
	const unsupported: [string, ReturnType<typeof withParameters>][] = [
		["another curve", withParameters(key, [-1, other])],
		["P-256", withParameters(key, [-1, 1])],
		["no curve", withParameters(key, [-1, undefined])],
		["the key type of RSA", withParameters(key, [1, 3])],
		["no key type", withParameters(key, [1, undefined])],
	];
	return [
		...malformed.map(([what, changes]): RefusedRegistration => [`${name}: ${what}`, changes, "MalformedResponseError"]),
		...unsupported.map(
			([what, changes]): RefusedRegistration => [`${name}: ${what}`, changes, "UnsupportedAlgorithmError"],
		),
	];
}

function refusedModuli(key: CredentialKey): RefusedRegistration[] {
	const modulus = bytes((decodeCbor(key.publicKey) as CborMap).get(-1));
	const [malformed, unsupported] = ["MalformedResponseError", "UnsupportedAlgorithmError"];
	return [
		["PS256: an even modulus", withParameters(key, [-1, modulus.map((byte) => byte & 0xfe)]), malformed],
		["PS256: a leading zero", withParameters(key, [-1, concatenate(Uint8Array.of(0), modulus)]), malformed],
		["PS256: an exponent of 1", withParameters(key, [-2, Uint8Array.of(1)]), malformed],
		["PS256: no exponent", withParameters(key, [-2, undefined]), malformed],
		["PS256: a short modulus", withParameters(key, [-1, modulus.slice(1)]), unsupported],
		["PS256: the key type of EC2", withParameters(key, [1, 2]), unsupported],
	];
}

function refusedMlDsaKeys(key: CredentialKey): RefusedRegistration[] {
	const name = `ML-DSA (${key.algorithm})`;
	const pub = bytes((decodeCbor(key.publicKey) as CborMap).get(-1));
	const [malformed, unsupported] = ["MalformedResponseError", "UnsupportedAlgorithmError"];
	return [
		[`${name}: a byte too few`, withParameters(key, [-1, pub.slice(1)]), malformed],
		[`${name}: a byte too many`, withParameters(key, [-1, withByte(pub)]), malformed],
		[`${name}: an empty key`, withParameters(key, [-1, new Uint8Array()]), malformed],
		[`${name}: no key`, withParameters(key, [-1, undefined]), malformed],
		[`${name}: a key that is no bytes`, withParameters(key, [-1, encodeBase64url(pub)]), malformed],
		[`${name}: an ignored parameter of 1 KB`, withParameters(key, [99, new Uint8Array(1_024)]), malformed],
		[`${name}: the key type of OKP`, withParameters(key, [1, 1]), unsupported],
		[`${name}: no key type`, withParameters(key, [1, undefined]), unsupported],
	];
}

/** A sign-in with `stored` in the account, signed by `sign`. */
function signedBy(stored: CredentialKey, sign: CredentialKey["sign"]) {
	return { key: { ...stored, sign }, stored: { publicKey: encodeBase64url(stored.publicKey) } };
}

async function refusedEcdsa(
	name: string,
	key: CredentialKey,
	curve: SigningCurve,
	stranger: CredentialKey,
): Promise<RefusedSignIn[]> {
	const { widthBytes, order } = curve;
	const signed = (change: (r: bigint, s: bigint) => Bytes, by = curve) =>
		signedBy(key, async (message) => {
			const { r, s } = await signDeterministically(by, SCALAR, message);
			return change(r, s);
		});
	const der = (change: (sound: Bytes) => Bytes) => signed((r, s) => change(derSignature(r, s)));
	const otherHash = curve.hash === "SHA-384" ? "SHA-512" : "SHA-384";
	const cases: [string, ReturnType<typeof signedBy>][] = [
		["another key", signedBy(key, stranger.sign)],
		["a key on P-256 with the same scalar", signedBy(key, es256Key(SCALAR).sign)],
		["SHA-256", signed(derSignature, { ...curve, hash: "SHA-256" })],
		[otherHash, signed(derSignature, { ...curve, hash: otherHash })],
		[
			"two numbers side by side, not DER",
			signed((r, s) => concatenate(bigIntegerBytes(r, widthBytes), bigIntegerBytes(s, widthBytes))),
		],
		["r and s in each other's place", signed((r, s) => derSignature(s, r))],
		["an r of 0", signed((_r, s) => derSignature(0n, s))],
		["an s of 0", signed((r) => derSignature(r, 0n))],
		["both 0", signed(() => derSignature(0n, 0n))],
		["both 1", signed(() => derSignature(1n, 1n))],
		["an r of the order", signed((_r, s) => derSignature(order, s))],
		["an s of the order", signed((r) => derSignature(r, order))],
		["an r with the order added", signed((r, s) => derSignature(r + order, s))],
		["an s with the order added", signed((r, s) => derSignature(r, s + order))],
		["an s with a multiple of the order added", signed((r, s) => derSignature(r, s + (order << 16n)))],
		["a byte behind", der(withByte)],
		["a byte missing", der((sound) => sound.slice(0, -1))],
		["its last bit changed", der(flipLast)],
		["nothing", der(() => new Uint8Array())],
		["a length written long", der((sound) => longerLength(sound))],
		["an indefinite length", der((sound) => concatenate(Uint8Array.of(0x30, 0x80), body(sound), new Uint8Array(2)))],
		["a number with a zero too many", der((sound) => sequence(padded(body(sound))))],
		["a negative number", der((sound) => sequence(body(sound).map((byte, at) => (at === 2 ? byte | 0x80 : byte))))],
		["a sequence of one number", signed((r) => sequence(body(derSignature(r, 1n)).slice(0, -3)))],
		["a third number", der((sound) => sequence(concatenate(body(sound), Uint8Array.of(2, 1, 1))))],
		["a set for a sequence", der((sound) => concatenate(Uint8Array.of(0x31), sound.slice(1)))],
	];
	return cases.map(([what, changes]) => [`${name}: signed with ${what}`, changes, "SignatureError"]);
}

/** ECDSA is malleable, WebAuthn does not ask for the smaller s, and authenticators send either. */
function otherS(curve: SigningCurve): CredentialKey["sign"] {
	return async (message) => {
		const { r, s } = await signDeterministically(curve, SCALAR, message);
		return derSignature(r, curve.order - s);
	};
}

const body = (sound: Bytes) => sound.slice(sound[1] === 0x81 ? 3 : 2);
const sequence = (contents: Bytes) =>
	concatenate(
		Uint8Array.from(contents.length < 128 ? [0x30, contents.length] : [0x30, 0x81, contents.length]),
		contents,
	);
const longerLength = (sound: Bytes) =>
	sound[1] === 0x81
		? concatenate(Uint8Array.of(0x30, 0x82, 0), sound.slice(2))
		: concatenate(Uint8Array.of(0x30, 0x81), sound.slice(1));
const padded = ([tag = 0, length = 0, ...rest]: Bytes) => Uint8Array.of(tag, length + 1, 0, ...rest);

function refusedPss(key: CredentialKey, primes: readonly [bigint, bigint]): RefusedSignIn[] {
	const saltOf = (length: number) =>
		rsaKey(-37, ...primes, (digest, modulusBits) => pssPadded(digest, modulusBits, length)).sign;
	const changed = (change: (sound: Bytes) => Bytes) => async (message: Bytes) => change(await key.sign(message));
	const encoded = (change: (sound: Bytes) => Bytes) =>
		rsaKey(-37, ...primes, async (digest, modulusBits) => change(await pssPadded(digest, modulusBits))).sign;
	const modulus = bytes((decodeCbor(key.publicKey) as CborMap).get(-1));
	const cases: [string, CredentialKey["sign"]][] = [
		["no salt", saltOf(0)],
		["a salt of 20 bytes", saltOf(20)],
		["a salt of 31 bytes", saltOf(31)],
		["PKCS #1 version 1.5", rs256Key(...primes).sign],
		["another trailer", encoded((sound) => concatenate(sound.slice(0, -1), Uint8Array.of(0xcc)))],
		["another digest", encoded((sound) => sound.map((byte, at) => (at === sound.length - 2 ? byte ^ 1 : byte)))],
		["its last bit changed", changed(flipLast)],
		["a byte behind", changed(withByte)],
		["a byte missing", changed((sound) => sound.slice(0, -1))],
		["a zero before", changed((sound) => concatenate(Uint8Array.of(0), sound))],
		["nothing", changed(() => new Uint8Array())],
		["zeros", changed((sound) => sound.map(() => 0))],
		["the modulus", changed(() => modulus)],
		["more than the modulus", changed((sound) => sound.map(() => 0xff))],
	];
	return cases.map(([what, sign]) => [`PS256: signed with ${what}`, signedBy(key, sign), "SignatureError"]);
}

async function refusedMlDsa(key: CredentialKey): Promise<RefusedSignIn[]> {
	const stranger = await mlDsaKey(key.algorithm, new Uint8Array(32));
	const changed = (change: (sound: Bytes) => Bytes) => async (message: Bytes) => change(await key.sign(message));
	const { sets, bytes: hintBytes } = HINTS.get(key.algorithm) ?? { sets: 0, bytes: 0 };
	const cases: [string, CredentialKey["sign"]][] = [
		["another key", stranger.sign],
		["another message", async (message) => key.sign(withByte(message))],
		["its first bit changed", changed((sound) => sound.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))],
		["its last bit changed", changed(flipLast)],
		["a byte behind", changed(withByte)],
		["a byte missing", changed((sound) => sound.slice(0, -1))],
		["nothing", changed(() => new Uint8Array())],
		["zeros", changed((sound) => sound.map(() => 0))],
		["ones", changed((sound) => sound.map(() => 0xff))],
		// FIPS 204, algorithm 21: hints past the last one are zeros, and there are no more than fit.
		[
			"a hint behind the last one",
			changed((sound) => sound.map((byte, at) => (at === sound.length - sets - 1 ? byte ^ 0xff : byte))),
		],
		[
			"more hints than fit",
			changed((sound) => sound.map((byte, at) => (at === sound.length - 1 ? hintBytes + 1 : byte))),
		],
	];
	return cases.map(([what, sign]) => [
		`ML-DSA (${key.algorithm}): signed with ${what}`,
		signedBy(key, sign),
		"SignatureError",
	]);
}

/** Of FIPS 204, table 1: k and ω. */
const HINTS: ReadonlyMap<number, { readonly sets: number; readonly bytes: number }> = new Map([
	[-48, { sets: 4, bytes: 80 }],
	[-49, { sets: 6, bytes: 55 }],
	[-50, { sets: 8, bytes: 75 }],
]);
