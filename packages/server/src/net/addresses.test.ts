import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AddressPolicy, classOf } from "./addresses.ts";
import { readTricks } from "./testing/ssrf-corpus.ts";

const tricks = readTricks();
const hosts = tricks.filter(({ kind }) => kind === "host" || kind === "zone");

describe.each(["never", "private", "public"] as const)("%s", (expected) => {
	const classified = (addresses: readonly string[]) => addresses.map((address) => [address, classOf(address)]);
	const all = (addresses: readonly string[]) => addresses.map((address) => [address, expected]);

	test("are the addresses of the corpus that are so", () => {
		const addresses = hosts.filter((trick) => trick.expected === expected && isIP(trick.text) !== 0);
		const texts = addresses.map(({ text }) => text);
		expect(texts.length).toBeGreaterThan(10);
		expect(classified(texts)).toEqual(all(texts));
	});

	test("are their spellings, once a URL's parser has read them", () => {
		const spelled = hosts.filter(({ text, ...trick }) => trick.expected === expected && isIP(text) === 0);
		const read = spelled.map(({ text }) => URL.parse(`http://${text}/`)?.hostname ?? text).filter((text) => isIP(text));
		expect(classified(read)).toEqual(all(read));
	});
});

test.each(["not an address", "", "%eth0"])("%j is never connected to", (text) => {
	expect(classOf(text)).toBe("never");
});

test("an IPv4 address has the same class when it is embedded in IPv6", () => {
	fc.assert(
		fc.property(fc.ipV4(), (address) => {
			const expected = classOf(address);
			expect(classOf(`::ffff:${address}`)).toBe(expected);
			expect(classOf(`64:ff9b::${address}`)).toBe(expected);
			expect(classOf(`::ffff:0:${address}`)).toBe(expected);
		}),
	);
});

test("private addresses are refused only where they are denied, the others everywhere", () => {
	const allowing = new AddressPolicy(true);
	const denying = new AddressPolicy(false);
	for (let twice = 0; twice < 2; twice++) {
		expect(allowing.refusalOf("10.0.0.1")).toBeNull();
		expect(denying.refusalOf("10.0.0.1")).toContain("private");
		expect(denying.refusalOf("8.8.8.8")).toBeNull();
		expect(allowing.refusalOf("169.254.169.254")).toContain("link-local");
	}
});
