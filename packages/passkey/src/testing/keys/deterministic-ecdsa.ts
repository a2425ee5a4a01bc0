/**
 * Deterministic ECDSA on the NIST curves (FIPS 186-5, RFC 6979), because WebCrypto can neither derive a public key from
 * a private one nor sign the same message twice with the same result. For tests only: its duration reveals the private
 * key.
 */

import { bigIntegerFrom } from "../../server/keys/big-integer.ts";
import { type Bytes, bigIntegerBytes, concatenate } from "../bytes.ts";
import { invert, modulo } from "./modular.ts";
import type { SigningCurve } from "./nist-curves.ts";

/** Jacobian coordinates: the affine point is (x / z², y / z³), and z = 0 is the point at infinity. */
interface Point {
	readonly x: bigint;
	readonly y: bigint;
	readonly z: bigint;
}

/** The public point of the private key `scalar`, which must be in [1, order). */
export function publicPoint(curve: SigningCurve, scalar: bigint): { x: bigint; y: bigint } {
	const { x, y, z } = multiply(curve, scalar);
	const inverse = invert(z, curve.field);
	return { x: modulo(x * inverse ** 2n, curve.field), y: modulo(y * inverse ** 3n, curve.field) };
}

/** The ECDSA signature of `message` hashed with the curve's hash: `r` and `s`. */
export async function signDeterministically(
	curve: SigningCurve,
	privateKey: bigint,
	message: Bytes,
): Promise<{ r: bigint; s: bigint }> {
	const { order } = curve;
	const hash = new Uint8Array(await crypto.subtle.digest(curve.hash, message));
	const digest = leftmostBits(hash, order) % order;
	for await (const k of nonces(curve, privateKey, digest, hash.length)) {
		const r = publicPoint(curve, k).x % order;
		const s = (invert(k, order) * (digest + r * privateKey)) % order;
		if (r !== 0n && s !== 0n) return { r, s };
	}
	throw new Error("RFC 6979 yields nonces without end");
}

/** The number of the leftmost bits of `bytes`, as many as the order has: bits2int of RFC 6979 §2.3.2. */
function leftmostBits(bytes: Bytes, order: bigint): bigint {
	const surplus = 8 * bytes.length - order.toString(2).length;
	return bigIntegerFrom(bytes) >> BigInt(Math.max(0, surplus));
}

/** The candidates for k of RFC 6979 §3.2, whose letters these are. */
async function* nonces(
	{ order, widthBytes, hash }: SigningCurve,
	privateKey: bigint,
	digest: bigint,
	hashBytes: number,
): AsyncGenerator<bigint> {
	const hmac = async (key: Bytes, message: Bytes): Promise<Bytes> => {
		const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
		return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
	};
	const seed = concatenate(bigIntegerBytes(privateKey, widthBytes), bigIntegerBytes(digest, widthBytes));
	let k: Bytes = new Uint8Array(hashBytes);
	let v: Bytes = new Uint8Array(hashBytes).fill(1);
	k = await hmac(k, concatenate(v, Uint8Array.of(0), seed));
	v = await hmac(k, v);
	k = await hmac(k, concatenate(v, Uint8Array.of(1), seed));
	v = await hmac(k, v);
	for (;;) {
		let t: Bytes = new Uint8Array();
		while (t.length < widthBytes) {
			v = await hmac(k, v);
			t = concatenate(t, v);
		}
		const candidate = leftmostBits(t, order);
		if (candidate > 0n && candidate < order) yield candidate;
		k = await hmac(k, concatenate(v, Uint8Array.of(0)));
		v = await hmac(k, v);
	}
}

function multiply({ field, generator }: SigningCurve, scalar: bigint): Point {
	let sum: Point = { x: 1n, y: 1n, z: 0n };
	for (const bit of scalar.toString(2)) {
		sum = double(sum, field);
		if (bit === "1") sum = add(sum, { ...generator, z: 1n }, field);
	}
	return sum;
}

function double({ x, y, z }: Point, field: bigint): Point {
	const yy = (y * y) % field;
	const s = (4n * x * yy) % field;
	const zz = (z * z) % field;
	const m = (3n * (x - zz) * (x + zz)) % field;
	const doubledX = modulo(m * m - 2n * s, field);
	return { x: doubledX, y: modulo(m * (s - doubledX) - 8n * yy * yy, field), z: modulo(2n * y * z, field) };
}

/** `b` has z = 1. The two are never equal here: a partial sum is the generator only before anything was doubled. */
function add(a: Point, b: Point, field: bigint): Point {
	if (a.z === 0n) return b;
	const zz = (a.z * a.z) % field;
	const h = modulo(b.x * zz - a.x, field);
	const r = modulo(b.y * zz * a.z - a.y, field);
	const hh = (h * h) % field;
	const hhh = (h * hh) % field;
	const v = (a.x * hh) % field;
	const x = modulo(r * r - hhh - 2n * v, field);
	return { x, y: modulo(r * (v - x) - a.y * hhh, field), z: (a.z * h) % field };
}
