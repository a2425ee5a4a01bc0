import { createPublicKey } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64url } from "../../base64url.ts";
import { type Bytes, bigIntegerBytes } from "../../testing/bytes.ts";
import { cborMap, encodeCbor } from "../../testing/encode-cbor.ts";
import { seededEntropy } from "../../testing/entropy.ts";
import { edDsaKey, es256Key, rs256Key } from "../../testing/keys/credential-key.ts";
import { makePrime } from "../../testing/keys/rsa-prime.ts";
import { parseCoseKey } from "./cose-key.ts";

const coordinate = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new Uint8Array(bytes));
const p256 = (x: Bytes, y: Bytes) => encodeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y]));
const ed25519 = (x: Bytes) => encodeCbor(cborMap([1, 1], [3, -8], [-1, 6], [-2, x]));

/** The key's parameters, read back by Node from what the parser makes of it. */
function jwkOf(coseKey: Bytes) {
	const key = parseCoseKey(coseKey);
	if (typeof key === "string") return key;
	const { format, key: material } = key.importable;
	const imported =
		format === "spki"
			? createPublicKey({ key: Buffer.from(material), format: "der", type: "spki" })
			: createPublicKey({ key: { ...material }, format });
	return imported.export({ format: "jwk" });
}

test("a P-256 key is read as the point that was written, and Node takes it for one", () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 2n ** 255n }), (scalar) => {
			const { publicKey } = es256Key(scalar);
			const jwk = jwkOf(publicKey);
			if (typeof jwk === "string") return expect.unreachable(jwk);
			expect(jwk).toMatchObject({ kty: "EC", crv: "P-256" });
			const [x, y] = [jwk.x, jwk.y].map((text) => decodeBase64url(text ?? "") ?? new Uint8Array());
			expect(p256(x ?? new Uint8Array(), y ?? new Uint8Array())).toStrictEqual(publicKey);
		}),
		{ numRuns: 30 },
	);
});

test("two random coordinates are not a point, as in Node", () => {
	fc.assert(
		fc.property(coordinate, coordinate, (x, y) => {
			expect(parseCoseKey(p256(x, y))).toBe("malformed");
			const jwk = {
				kty: "EC",
				crv: "P-256",
				x: Buffer.from(x).toString("base64url"),
				y: Buffer.from(y).toString("base64url"),
			};
			expect(() => createPublicKey({ key: jwk, format: "jwk" })).toThrow();
		}),
	);
});

test("a point's other y is a point too, and the coordinates of infinity are none", () => {
	const { publicKey } = es256Key(9n);
	const field = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
	const y = field - BigInt(`0x${Buffer.from(publicKey.slice(-32)).toString("hex")}`);
	expect(parseCoseKey(p256(publicKey.slice(-67, -35), bigIntegerBytes(y, 32)))).toBeTypeOf("object");
	expect(parseCoseKey(p256(new Uint8Array(32), new Uint8Array(32)))).toBe("malformed");
});

test("every Ed25519 key that is derived from a secret is read", async () => {
	await fc.assert(
		fc.asyncProperty(coordinate, async (secret) => {
			expect(jwkOf((await edDsaKey(secret)).publicKey)).toMatchObject({ kty: "OKP", crv: "Ed25519" });
		}),
		{ numRuns: 30 },
	);
});

test("about half of all texts of 32 bytes are no Ed25519 key, for the curve has no point of that y", () => {
	let points = 0;
	for (let y = 2; y < 202; y++) {
		const key = parseCoseKey(ed25519(Uint8Array.of(y, ...new Uint8Array(31))));
		if (typeof key !== "string") points++;
	}
	expect(points).toBeGreaterThan(60);
	expect(points).toBeLessThan(140);
});

// The encodings of the eight points of small order, canonical or not (libsodium keeps the same list).
test.each([
	"0000000000000000000000000000000000000000000000000000000000000000",
	"0100000000000000000000000000000000000000000000000000000000000000",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
])("the Ed25519 point %s is no key, with either sign", (hex) => {
	const bytes = Uint8Array.from(Buffer.from(hex, "hex"));
	expect(parseCoseKey(ed25519(bytes))).toBe("malformed");
	bytes[31] = (bytes[31] ?? 0) | 0x80;
	expect(parseCoseKey(ed25519(bytes))).toBe("malformed");
});

test("an RSA key is read as what was written", async () => {
	const entropy = seededEntropy("cose");
	const { publicKey } = rs256Key(await makePrime(entropy), await makePrime(entropy));
	const jwk = jwkOf(publicKey);
	if (typeof jwk === "string") return expect.unreachable(jwk);
	const [n, e] = [jwk.n, jwk.e].map((text) => decodeBase64url(text ?? "") ?? new Uint8Array());
	expect(encodeCbor(cborMap([1, 3], [3, -257], [-1, n ?? null], [-2, e ?? null]))).toStrictEqual(publicKey);
});

test("parameters that nobody asked for are ignored, and a byte behind the map is not", () => {
	const { publicKey } = es256Key(5n);
	const [x, y] = [publicKey.slice(-67, -35), publicKey.slice(-32)];
	expect(parseCoseKey(encodeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, x], [-3, y], [4, [1]], ["x", 1])))).toBeTypeOf(
		"object",
	);
	expect(parseCoseKey(Uint8Array.of(...publicKey, 0))).toBe("malformed");
});

test("a key is as long as the longest RSA key with room to spare, and no longer: it is stored as it came", () => {
	const largest: Bytes = new Uint8Array(1_024).fill(0xff);
	const rsa = (ignored: number) =>
		encodeCbor(cborMap([1, 3], [3, -257], [-1, largest], [-2, Uint8Array.of(1, 0, 1)], ["x", new Uint8Array(ignored)]));
	expect(rsa(1_003).length).toBe(2_048);
	expect(parseCoseKey(rsa(1_003))).toBeTypeOf("object");
	expect(parseCoseKey(rsa(1_004))).toBe("malformed");
});
