import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { secretBox } from "./secret-box.ts";

const box = secretBox(randomBytes(32));

test("a encrypted secret decrypts again for the same owner", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), fc.string(), (secret, owner) => {
			const encrypted = box.encrypt(secret, owner);
			expect(box.decrypt(encrypted, owner)).toBe(secret);
			expect(box.decrypt(encrypted, `${owner}x`)).toBeNull();
		}),
	);
});

test("encryption twice gives two texts, and neither contains the secret", () => {
	const [one, two] = [box.encrypt("hunter2hunter2", "alt_1"), box.encrypt("hunter2hunter2", "alt_1")];
	expect(one).not.toBe(two);
	expect(Buffer.from(one.slice(3), "base64url").toString("latin1")).not.toContain("hunter2");
});

test("a changed character, another key and another version do not open", () => {
	const encrypted = box.encrypt("secret", "alt_1");
	const changed = encrypted.slice(0, -2) + (encrypted.endsWith("AA") ? "BB" : "AA");
	expect(box.decrypt(changed, "alt_1")).toBeNull();
	expect(secretBox(randomBytes(32)).decrypt(encrypted, "alt_1")).toBeNull();
	expect(box.decrypt(encrypted.replace("v1", "v2"), "alt_1")).toBeNull();
	expect(box.decrypt("v1.", "alt_1")).toBeNull();
	expect(() => secretBox(randomBytes(16))).toThrow(RangeError);
});
