import { expect, test } from "vitest";
import { canonicalName, canonicalRecord, type RecordType, recordProblem } from "./dns-records.ts";

test.each<[RecordType, string, string]>([
	["A", " 192.0.2.1 ", "192.0.2.1"],
	["AAAA", "2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
	["AAAA", "::ffff:192.0.2.1", "::ffff:c000:201"],
	["CNAME", "WWW.Example.NET.", "www.example.net"],
	["NS", "bücher.example", "xn--bcher-kva.example"],
	["PTR", "Mail.example.com", "mail.example.com"],
	["MX", "10\tMail.Example.com.", "10 mail.example.com"],
	["MX", "0 .", "0 ."],
	["SRV", "10 60  5060 SIP.example.com.", "10 60 5060 sip.example.com"],
	["SOA", "NS1.a. Host\\.Master.a. 1 2 3 4 4294967295", "ns1.a host\\.master.a 1 2 3 4 4294967295"],
	["CAA", '0 ISSUE "letsencrypt.org"', '0 issue "letsencrypt.org"'],
	["CAA", "128 iodef mailto:ca@example.com", '128 iodef "mailto:ca@example.com"'],
	["CAA", '0 issue "a\\"b"', '0 issue "a\\"b"'],
	["TXT", "v=spf1 -all", "v=spf1 -all"],
	["TXT", '"v=spf1 " "-all"', "v=spf1 -all"],
	["TXT", '"say \\"hi\\""', 'say "hi"'],
	["TXT", 'half "quoted"', 'half "quoted"'],
	["TXT", "tab\tinside", "tab\\009inside"],
])("%s %j is %j", (type, text, canonical) => {
	expect(canonicalRecord(type, text)).toBe(canonical);
	expect(canonicalRecord(type, canonical)).toBe(canonical);
	expect(recordProblem(type, text)).toBeNull();
});

test.each<[RecordType, string]>([
	["A", "192.0.2.256"],
	["A", "192.0.2.01"],
	["A", "192.0.2"],
	["A", "2001:db8::1"],
	["AAAA", "192.0.2.1"],
	["AAAA", "2001:db8::1::2"],
	["AAAA", "2001:db8::1%eth0"],
	["AAAA", "2001:db8::1]/"],
	["CNAME", "two words"],
	["CNAME", ""],
	["CNAME", "a..b"],
	["MX", "mail.example.com"],
	["MX", "65536 mail.example.com"],
	["MX", "-1 mail.example.com"],
	["MX", "10"],
	["SRV", "10 60 sip.example.com"],
	["SOA", "ns1.a host.a 1 2 3 4"],
	["SOA", "ns1.a host.a 1 2 3 4 4294967296"],
	["CAA", "letsencrypt.org"],
	["CAA", '256 issue "letsencrypt.org"'],
])("%s %j is refused with an example of how to write it", (type, text) => {
	expect(canonicalRecord(type, text)).toBeNull();
	expect(recordProblem(type, text)).toMatch(/^This is not an? [A-Z]+ record\. .* for example: \S/);
});

test("an empty TXT record is a record", () => {
	expect(canonicalRecord("TXT", '""')).toBe("");
});

test("the root is a dot, and a name is never more than a name", () => {
	expect(canonicalName(".")).toBe(".");
	expect(canonicalName("example.com.")).toBe("example.com");
	for (const text of ["", "..", ".a", 'a"b', "a b", "a".repeat(1_025)]) expect(canonicalName(text)).toBeNull();
});
