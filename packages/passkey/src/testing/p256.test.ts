import { expect, test } from "vitest";
import { publicPoint, signP256 } from "./p256.ts";

// RFC 6979 §A.2.5.
const privateKey = 0xc9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721n;

test("the public key of the RFC's example is its private key's", () => {
	expect(publicPoint(privateKey)).toStrictEqual({
		x: 0x60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6n,
		y: 0x7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299n,
	});
});

test("the RFC's messages get the RFC's signatures", async () => {
	expect(await signP256(privateKey, new TextEncoder().encode("sample"))).toStrictEqual({
		r: 0xefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716n,
		s: 0xf7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8n,
	});
	expect(await signP256(privateKey, new TextEncoder().encode("test"))).toStrictEqual({
		r: 0xf1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367n,
		s: 0x019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083n,
	});
});
