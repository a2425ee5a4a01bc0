/** The remainder in [0, modulus), of negative values too. */
export function modulo(value: bigint, modulus: bigint): bigint {
	const remainder = value % modulus;
	return remainder < 0n ? remainder + modulus : remainder;
}

/** The number that times `value` leaves 1; the two must share no factor. By the extended Euclidean algorithm. */
export function invert(value: bigint, modulus: bigint): bigint {
	let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
	while (a !== 0n && b !== 0n && a !== 1n) {
		const quotient = b / a;
		[a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
	}
	return modulo(x, modulus);
}

/** By squaring and multiplying; its duration reveals the exponent. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let power = 1n;
	for (const bit of exponent.toString(2)) {
		power = (power * power) % modulus;
		if (bit === "1") power = (power * base) % modulus;
	}
	return power;
}
