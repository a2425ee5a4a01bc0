/**
 * The curve P-256 and deterministic ECDSA on it (FIPS 186-5, RFC 6979), because WebCrypto can neither derive a public
 * key from a private one nor sign the same thing twice alike. For tests only: how long it takes tells the private key.
 */

import { bigIntegerFrom } from "../server/big-integer.ts";
import { type Bytes, bigIntegerBytes, concatenate, sha256 } from "./bytes.ts";
import { invert, modulo } from "./modular.ts";

/** Field, order and generator (SP 800-186 §3.2.1.3). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const G = {
	x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
	y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
	z: 1n,
};

const WIDTH_BYTES = 32;

/** Jacobian coordinates: the affine point is (x / z², y / z³), and z = 0 is the point at infinity. */
interface Point {
	readonly x: bigint;
	readonly y: bigint;
	readonly z: bigint;
}

/** The public point of the private key `scalar`, which must be in [1, ORDER). */
export function publicPoint(scalar: bigint): { x: bigint; y: bigint } {
	const { x, y, z } = multiply(scalar);
	const inverse = invert(z, P);
	return { x: modulo(x * inverse ** 2n, P), y: modulo(y * inverse ** 3n, P) };
}

/** The ECDSA signature of `message` hashed with SHA-256: `r` and `s`. */
export async function signP256(privateKey: bigint, message: Bytes): Promise<{ r: bigint; s: bigint }> {
	const digest = bigIntegerFrom(await sha256(message)) % ORDER;
	for await (const k of nonces(privateKey, digest)) {
		const r = publicPoint(k).x % ORDER;
		const s = (invert(k, ORDER) * (digest + r * privateKey)) % ORDER;
		if (r !== 0n && s !== 0n) return { r, s };
	}
	throw new Error("RFC 6979 yields nonces without end");
}

/** The candidates for k of RFC 6979 §3.2, whose letters these are. */
async function* nonces(privateKey: bigint, digest: bigint): AsyncGenerator<bigint> {
	const seed = concatenate(bigIntegerBytes(privateKey, WIDTH_BYTES), bigIntegerBytes(digest, WIDTH_BYTES));
	let k: Bytes = new Uint8Array(WIDTH_BYTES);
	let v: Bytes = new Uint8Array(WIDTH_BYTES).fill(1);
	k = await hmac(k, concatenate(v, Uint8Array.of(0), seed));
	v = await hmac(k, v);
	k = await hmac(k, concatenate(v, Uint8Array.of(1), seed));
	v = await hmac(k, v);
	for (;;) {
		v = await hmac(k, v);
		const candidate = bigIntegerFrom(v);
		if (candidate > 0n && candidate < ORDER) yield candidate;
		k = await hmac(k, concatenate(v, Uint8Array.of(0)));
		v = await hmac(k, v);
	}
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
	const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
	return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

function multiply(scalar: bigint): Point {
	let sum: Point = { x: 1n, y: 1n, z: 0n };
	for (const bit of scalar.toString(2)) {
		sum = double(sum);
		if (bit === "1") sum = add(sum, G);
	}
	return sum;
}

function double({ x, y, z }: Point): Point {
	const yy = (y * y) % P;
	const s = (4n * x * yy) % P;
	const zz = (z * z) % P;
	const m = (3n * (x - zz) * (x + zz)) % P;
	const doubledX = modulo(m * m - 2n * s, P);
	return { x: doubledX, y: modulo(m * (s - doubledX) - 8n * yy * yy, P), z: modulo(2n * y * z, P) };
}

/** `b` has z = 1. The two are never equal here: a partial sum is the generator only before anything was doubled. */
function add(a: Point, b: Point): Point {
	if (a.z === 0n) return b;
	const zz = (a.z * a.z) % P;
	const h = modulo(b.x * zz - a.x, P);
	const r = modulo(b.y * zz * a.z - a.y, P);
	const hh = (h * h) % P;
	const hhh = (h * hh) % P;
	const v = (a.x * hh) % P;
	const x = modulo(r * r - hhh - 2n * v, P);
	return { x, y: modulo(r * (v - x) - a.y * hhh, P), z: (a.z * h) % P };
}
