import { expect, test } from "vitest";
import { clientOf, networkOf, TrustedProxies } from "./client.ts";

const proxies = new TrustedProxies(["127.0.0.0/8", "::1", "10.0.0.0/8"]);

function client(peer: string, headers: Record<string, string> = {}, publicUrl: string | null = null) {
	return clientOf({ peer, host: "lapwing.example", header: (name) => headers[name] }, { proxies, publicUrl });
}

test("without a trusted proxy the client is the connection's address, whatever the headers say", () => {
	const forged = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
	expect(client("192.0.2.1", forged)).toEqual({
		address: "192.0.2.1",
		isHttps: false,
		origin: "http://lapwing.example",
		port: null,
	});
	expect(client("::ffff:192.0.2.1").address).toBe("192.0.2.1");
});

test.each([
	["203.0.113.9", "203.0.113.9"],
	["198.51.100.7, 203.0.113.9", "203.0.113.9"],
	["203.0.113.9, 10.1.2.3", "203.0.113.9"],
	["203.0.113.9,10.1.2.3 , 127.0.0.5", "203.0.113.9"],
	["nonsense, 203.0.113.9", "203.0.113.9"],
	["203.0.113.9, nonsense", "127.0.0.1"],
	["203.0.113.9:50123", "203.0.113.9"],
	["203.0.113.9:50123, 10.1.2.3:443", "203.0.113.9"],
	["[2001:db8::9]:50123", "2001:db8::9"],
	["[2001:db8::9]", "2001:db8::9"],
	["2001:db8::9", "2001:db8::9"],
	["203.0.113.9:port", "127.0.0.1"],
	["", "127.0.0.1"],
])("behind a proxy, of the list %j the client is %s", (forwardedFor, address) => {
	expect(client("127.0.0.1", { "x-forwarded-for": forwardedFor }).address).toBe(address);
});

test("a request without a connection is of an unknown client, whatever its headers say", () => {
	expect(client("unknown", { "x-forwarded-for": "203.0.113.9" }).address).toBe("unknown");
});

test("https follows from the proxy's header, else from PUBLIC_URL", () => {
	expect(client("::1", { "x-forwarded-proto": "https" }).isHttps).toBe(true);
	expect(client("::1", { "x-forwarded-proto": "HTTPS, http" }).origin).toBe("https://lapwing.example");
	expect(client("::1", { "x-forwarded-proto": "http" }, "https://lapwing.example").isHttps).toBe(false);
	expect(client("192.0.2.1", {}, "https://lapwing.example").isHttps).toBe(true);
});

test("addresses of one IPv6 network count as one", () => {
	expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff::9"));
	expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
	expect(networkOf("unknown")).toBe("unknown");
});

test("invalid addresses and ranges are refused", () => {
	expect(() => new TrustedProxies(["10.0.0.0/64"])).toThrow(RangeError);
	expect(() => new TrustedProxies(["localhost"])).toThrow(RangeError);
});
