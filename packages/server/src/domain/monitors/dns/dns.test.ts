import { expect, test } from "vitest";
import { NO_PHASES } from "../../checks/observation.ts";
import { type DnsSettings, normalized, problemsOf, shortfallOf } from "../types.ts";
import { asResolver } from "./dns.ts";

function settings(over: Partial<DnsSettings> = {}): DnsSettings {
	return {
		type: "dns",
		domain: "example.com",
		recordType: "A",
		resolver: null,
		expected: null,
		mode: "equals",
		...over,
	};
}

function response(records: readonly string[], exists = true) {
	const common = { responseTimeMs: 5, phases: NO_PHASES, certificate: null, address: "192.0.2.53" } as const;
	return { kind: "answered", type: "dns", records, exists, ...common } as const;
}

const AB = ["192.0.2.1", "192.0.2.2"];

test.each<[string, Partial<DnsSettings>, readonly string[], string | null]>([
	["any record will do", {}, AB, null],
	["no record is down", {}, [], "A records of example.com: no such record. Expected: at least one."],
	["the order does not matter", { expected: AB }, AB.toReversed(), null],
	[
		"one is missing",
		{ expected: AB },
		["192.0.2.1"],
		"A records of example.com: 192.0.2.1. Expected: 192.0.2.1, 192.0.2.2.",
	],
	[
		"one is too many",
		{ expected: ["192.0.2.1"] },
		AB,
		"A records of example.com: 192.0.2.1, 192.0.2.2. Expected: 192.0.2.1.",
	],
	["others beside those that it must contain", { expected: ["192.0.2.1"], mode: "contains" }, AB, null],
	[
		"it does not contain one",
		{ expected: AB, mode: "contains" },
		["192.0.2.1", "192.0.2.3"],
		"A records of example.com: 192.0.2.1, 192.0.2.3. Expected: at least 192.0.2.1, 192.0.2.2.",
	],
])("%s", (_name, over, records, message) => {
	expect(shortfallOf(settings(over), response(records))).toEqual(message && { reason: "dns_records", message });
});

test("a name that does not exist has no records, and the message says so", () => {
	expect(shortfallOf(settings(), response([], false))?.message).toContain("no such record: the name does not exist");
});

test("a message shows what it has room for of a thousand records", () => {
	const many = Array.from({ length: 1_000 }, (_, index) => `${index} ${"x".repeat(300)}`);
	const message = shortfallOf(settings({ expected: AB }), response(many))?.message ?? "";
	expect(message.length).toBeLessThan(1_000);
	expect(message).toMatch(/ and \d+ more\. Expected: 192\.0\.2\.1, 192\.0\.2\.2\.$/);
});

test("settings are kept in canonical form, each record once", () => {
	expect(
		normalized(
			settings({
				domain: "Example.COM.",
				recordType: "MX",
				resolver: "[2001:DB8::53]:53",
				expected: ["10  Mail.example.com.", "10 mail.example.com"],
			}),
		),
	).toEqual(
		settings({ domain: "example.com", recordType: "MX", resolver: "2001:db8::53", expected: ["10 mail.example.com"] }),
	);
});

test("an address has a name in reverse, for PTR alone", () => {
	const reverse = (domain: string) => (normalized(settings({ domain, recordType: "PTR" })) as DnsSettings).domain;
	expect(reverse("192.0.2.1")).toBe("1.2.0.192.in-addr.arpa");
	expect(reverse("2001:db8::1")).toBe(`1.${"0.".repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`);
	expect(problemsOf(settings({ domain: "192.0.2.1", recordType: "PTR" }))).toEqual([]);
	expect(problemsOf(settings({ domain: "192.0.2.1" }))).toMatchObject([{ path: "/domain" }]);
});

test("expected records are of the type that is asked for", () => {
	const problems = problemsOf(settings({ recordType: "MX", expected: ["10 mail.example.com", "mail.example.com"] }));
	expect(problems).toMatchObject([{ path: "/expected/1", message: expect.stringContaining("10 mail.example.com") }]);
});

test.each([
	["192.0.2.53", { host: "192.0.2.53", port: 53, text: "192.0.2.53" }],
	["192.0.2.53:53", { host: "192.0.2.53", port: 53, text: "192.0.2.53" }],
	["192.0.2.53:5353", { host: "192.0.2.53", port: 5353, text: "192.0.2.53:5353" }],
	["2001:db8::53", { host: "2001:db8::53", port: 53, text: "2001:db8::53" }],
	["[2001:db8::53]:5353", { host: "2001:db8::53", port: 5353, text: "[2001:db8::53]:5353" }],
	["dns.example.com", null],
	["192.0.2.53:0", null],
	["192.0.2.53:65536", null],
	["192.0.2.053", null],
	["", null],
])("%j as a resolver is %j", (text, resolver) => {
	expect(asResolver(text)).toEqual(resolver);
});
