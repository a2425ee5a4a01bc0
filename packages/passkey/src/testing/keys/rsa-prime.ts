/** Makes the primes of an RSA key out of given randomness, because WebCrypto uses its own. For tests only. */

import { bigIntegerFrom } from "../../server/keys/big-integer.ts";
import type { Entropy } from "../entropy.ts";
import { powerModulo } from "./modular.ts";

export const RSA_EXPONENT = 65_537n;
const PRIME_BYTES = 128;

/** Sieving by small primes leaves about 40 candidates to test; a test takes 5 ms on a machine of 2025. */
const SIEVE_LIMIT = 20_000;

/** A prime of 1,024 bits, the two uppermost set so that the product of two has 2,048. Takes 50 to 250 ms. */
export async function makePrime(entropy: Entropy): Promise<bigint> {
	const bytes = await entropy(PRIME_BYTES);
	bytes[0] = (bytes[0] ?? 0) | 0xc0;
	const start = bigIntegerFrom(bytes) | 1n;
	const small = smallPrimes();
	const remainders = small.map((prime) => Number(start % BigInt(prime)));
	for (let step = 0; ; step += 2) {
		if (small.some((prime, index) => ((remainders[index] ?? 0) + step) % prime === 0)) continue;
		const candidate = start + BigInt(step);
		if ((candidate - 1n) % RSA_EXPONENT !== 0n && isProbablePrime(candidate)) return candidate;
	}
}

function smallPrimes(): number[] {
	const isComposite = new Uint8Array(SIEVE_LIMIT);
	const primes: number[] = [];
	for (let number = 2; number < SIEVE_LIMIT; number++) {
		if (isComposite[number]) continue;
		primes.push(number);
		for (let multiple = number * number; multiple < SIEVE_LIMIT; multiple += number) isComposite[multiple] = 1;
	}
	return primes;
}

/** Miller–Rabin to the bases 2, 3 and 5: random numbers of this size that pass one round are composite once in 2^80. */
function isProbablePrime(candidate: bigint): boolean {
	let exponent = candidate - 1n;
	let twos = 0;
	for (; exponent % 2n === 0n; exponent /= 2n) twos++;
	return [2n, 3n, 5n].every((base) => {
		let power = powerModulo(base, exponent, candidate);
		if (power === 1n || power === candidate - 1n) return true;
		for (let round = 1; round < twos; round++) {
			power = (power * power) % candidate;
			if (power === candidate - 1n) return true;
		}
		return false;
	});
}
