/** Field, order and generator of the NIST curves (SP 800-186 §3.2.1), and the hash that COSE signs with on each. */

export interface SigningCurve {
	readonly field: bigint;
	readonly order: bigint;
	readonly generator: { readonly x: bigint; readonly y: bigint };
	/** Bytes of a coordinate and of a scalar. */
	readonly widthBytes: number;
	readonly hash: "SHA-256" | "SHA-384" | "SHA-512";
}

export const P256: SigningCurve = {
	field: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
	order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
	generator: {
		x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
		y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
	},
	widthBytes: 32,
	hash: "SHA-256",
};

export const P384: SigningCurve = {
	field: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
	order: 0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
	generator: {
		x: 0xaa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b9859f741e082542a385502f25dbf55296c3a545e3872760ab7n,
		y: 0x3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147ce9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5fn,
	},
	widthBytes: 48,
	hash: "SHA-384",
};

export const P521: SigningCurve = {
	field: 2n ** 521n - 1n,
	order: 2n ** 521n - 0x5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7n,
	generator: {
		x: 0xc6858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dbaa14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66n,
		y: 0x11839296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650n,
	},
	widthBytes: 66,
	hash: "SHA-512",
};
