import { expect, test } from "vitest";
import { publicPoint, signDeterministically } from "./deterministic-ecdsa.ts";
import { P256, P384, P521 } from "./nist-curves.ts";

// RFC 6979 §A.2.5, §A.2.6 and §A.2.7, with the hash that COSE pairs with each curve.
const EXAMPLES = [
	{
		name: "P-256",
		curve: P256,
		privateKey: 0xc9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721n,
		publicKey: {
			x: 0x60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6n,
			y: 0x7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299n,
		},
		sample: {
			r: 0xefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716n,
			s: 0xf7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8n,
		},
	},
	{
		name: "P-384",
		curve: P384,
		privateKey: 0x6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5n,
		publicKey: {
			x: 0xec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13n,
			y: 0x8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720n,
		},
		sample: {
			r: 0x94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46n,
			s: 0x99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8n,
		},
	},
	{
		name: "P-521",
		curve: P521,
		privateKey:
			0xfad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75caa896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538n,
		publicKey: {
			x: 0x1894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd371123d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023a4n,
			y: 0x493101c962cd4d2fddf782285e64584139c2f91b47f87ff82354d6630f746a28a0db25741b5b34a828008b22acc23f924faafbd4d33f81ea66956dfeaa2bfdfcf5n,
		},
		sample: {
			r: 0xc328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f174e25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fan,
			s: 0x617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af282623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67an,
		},
	},
] as const;

test.each(EXAMPLES)("the public key of the RFC's example on $name is its private key's", (example) => {
	expect(publicPoint(example.curve, example.privateKey)).toStrictEqual(example.publicKey);
});

test.each(EXAMPLES)("the RFC's message gets the RFC's signature on $name", async ({ curve, privateKey, sample }) => {
	const message = new TextEncoder().encode("sample");
	expect(await signDeterministically(curve, privateKey, message)).toStrictEqual(sample);
});

test("the RFC's other message gets its signature", async () => {
	const message = new TextEncoder().encode("test");
	expect(await signDeterministically(P256, EXAMPLES[0].privateKey, message)).toStrictEqual({
		r: 0xf1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367n,
		s: 0x019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083n,
	});
});
