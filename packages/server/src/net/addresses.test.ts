import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AddressClass, AddressPolicy, classOf } from "./addresses.ts";

const EXPECTED: Record<AddressClass, string[]> = {
	never: [
		"169.254.169.254",
		"169.254.0.0",
		"169.254.255.255",
		"fe80::1",
		"febf::1",
		"fe80::1%eth0",
		"224.0.0.1",
		"239.255.255.255",
		"ff02::1",
		"255.255.255.255",
		"0.0.0.0",
		"0.1.2.3",
		"::",
		"fd00:ec2::254",
		"fd00:0ec2:0:0:0:0:0:254",
		"fd20:ce::254",
		"168.63.129.16",
		"100.100.100.200",
		"::ffff:169.254.169.254",
		"::ffff:a9fe:a9fe",
		"::ffff:0:169.254.169.254",
		"64:ff9b::169.254.169.254",
		"64:ff9b:1::169.254.169.254",
		"2002:a9fe:a9fe::1",
		"2001:0:a9fe:a9fe::1",
		"2001:0:808:808:0:0:5601:5601",
		"::169.254.169.254",
		"::ffff:168.63.129.16",
		"not an address",
		"",
	],
	private: [
		"127.0.0.1",
		"127.255.255.254",
		"::1",
		"10.0.0.1",
		"172.16.0.1",
		"172.31.255.255",
		"192.168.1.1",
		"100.64.0.1",
		"100.127.255.255",
		"198.18.0.1",
		"192.0.2.1",
		"240.0.0.1",
		"fc00::1",
		"fdff::1",
		"fec0::1",
		"2001:db8::1",
		"::ffff:127.0.0.1",
		"::ffff:10.0.0.1",
		"64:ff9b::10.0.0.1",
		"64:ff9b:1::8.8.8.8",
		"2002:0a00:0001::1",
		"2001:0:808:808:0:0:f5ff:fffe",
		"::127.0.0.1",
	],
	public: [
		"8.8.8.8",
		"172.15.255.255",
		"172.32.0.0",
		"100.63.255.255",
		"100.128.0.0",
		"169.253.255.255",
		"169.255.0.0",
		"1.1.1.1",
		"223.255.255.255",
		"2606:4700::1111",
		"::ffff:8.8.8.8",
		"64:ff9b::8.8.8.8",
		"2002:808:808::1",
	],
};

for (const [expected, addresses] of Object.entries(EXPECTED)) {
	describe(expected, () => {
		test.each(addresses)("%s", (address) => {
			expect(classOf(address)).toBe(expected);
		});
	});
}

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

test("every spelling of an address is classified after the URL parser normalized it", () => {
	for (const host of ["2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "169.254.169.254."]) {
		expect(classOf(new URL(`http://${host}/`).hostname)).toBe("never");
	}
	expect(classOf(new URL("http://2130706433/").hostname)).toBe("private");
	expect(classOf(new URL("http://127.1/").hostname)).toBe("private");
	expect(classOf(new URL("http://[::ffff:a9fe:a9fe]/").hostname.slice(1, -1))).toBe("never");
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
