import { describe, expect, test } from "vitest";
import { asHost, hostAndPort, hostProblem } from "./host.ts";

describe("a host", () => {
	test.each([
		["db", "db"],
		["DB.Example.COM", "db.example.com"],
		["db.example.com.", "db.example.com"],
		["_service._tcp.example.com", "_service._tcp.example.com"],
		["bücher.example", "xn--bcher-kva.example"],
		["192.0.2.1", "192.0.2.1"],
		["2001:DB8:0:0::1", "2001:db8::1"],
		["[::1]", "::1"],
	])("%s is accepted as %s", (host, canonical) => {
		expect(hostProblem(host)).toBeNull();
		expect(asHost(host)).toBe(canonical);
	});

	test.each([
		"",
		".",
		"db:5432",
		"tcp://db",
		"db/path",
		"user@db",
		"two words",
		"-db",
		"db-",
		"a..b",
		`${"a".repeat(64)}.example`,
		`${"a.".repeat(127)}aa`,
		"[::1",
		"::g",
		"300.0.0.1",
		"[]",
	])("%j is refused", (host) => {
		expect(hostProblem(host)).toEqual(expect.any(String));
	});

	test("stands before its port, in brackets where it has colons", () => {
		expect(hostAndPort("db.example.com", 5432)).toBe("db.example.com:5432");
		expect(hostAndPort("::1", 5432)).toBe("[::1]:5432");
	});
});
