import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { secretBox } from "./sealed-secrets.ts";

const box = secretBox(randomBytes(32));

test("a sealed secret opens again with the same owner", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), fc.string(), (secret, owner) => {
			const sealed = box.seal(secret, owner);
			expect(box.open(sealed, owner)).toBe(secret);
			expect(box.open(sealed, `${owner}x`)).toBeNull();
		}),
	);
});

test("sealing twice gives two texts, and neither contains the secret", () => {
	const [one, two] = [box.seal("hunter2hunter2", "alt_1"), box.seal("hunter2hunter2", "alt_1")];
	expect(one).not.toBe(two);
	expect(Buffer.from(one.slice(3), "base64url").toString("latin1")).not.toContain("hunter2");
});

test("a changed character, another key and another version do not open", () => {
	const sealed = box.seal("secret", "alt_1");
	const changed = sealed.slice(0, -2) + (sealed.endsWith("AA") ? "BB" : "AA");
	expect(box.open(changed, "alt_1")).toBeNull();
	expect(secretBox(randomBytes(32)).open(sealed, "alt_1")).toBeNull();
	expect(box.open(sealed.replace("v1", "v2"), "alt_1")).toBeNull();
	expect(box.open("v1.", "alt_1")).toBeNull();
	expect(() => secretBox(randomBytes(16))).toThrow(RangeError);
});
