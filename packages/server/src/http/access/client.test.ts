import { expect, test } from "vitest";
import { clientOf, isOnInternet, networkOf, TrustedProxies } from "./client.ts";

const proxies = new TrustedProxies(["127.0.0.0/8", "::1", "10.0.0.0/8"]);

function client(peer: string, headers: Record<string, string> = {}, publicUrl: string | null = null) {
	return clientOf({ peer, host: "lapwing.example", header: (name) => headers[name] }, { proxies, publicUrl });
}

test("without a trusted proxy the client is the connection's address, whatever the headers say", () => {
	const forged = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
	expect(client("192.0.2.1", forged)).toEqual({
		address: "192.0.2.1",
		isAddressKnown: true,
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
	["10.1.2.3, 127.0.0.5", "10.1.2.3"],
	["203.0.113.9:50123", "203.0.113.9"],
	["203.0.113.9:50123, 10.1.2.3:443", "203.0.113.9"],
	["[2001:db8::9]:50123", "2001:db8::9"],
	["[2001:db8::9]", "2001:db8::9"],
	["2001:db8::9", "2001:db8::9"],
])("behind a proxy, of the list %j the client is %s", (forwardedFor, address) => {
	const found = client("127.0.0.1", { "x-forwarded-for": forwardedFor });
	expect([found.address, found.isAddressKnown]).toEqual([address, true]);
});

test.each([
	["unknown", "127.0.0.1"],
	["203.0.113.9, unknown", "127.0.0.1"],
	["unknown, 10.1.2.3", "10.1.2.3"],
	["203.0.113.9:port", "127.0.0.1"],
	["_hidden", "127.0.0.1"],
	["", "127.0.0.1"],
])(
	"behind a proxy, the list %j names nobody: the address is the proxy's, and may be on the internet",
	(list, proxy) => {
		const found = client("127.0.0.1", { "x-forwarded-for": list });
		expect([found.address, found.isAddressKnown, isOnInternet(found)]).toEqual([proxy, false, true]);
	},
);

test("a trusted proxy that does not say for whom it asks may ask for the internet", () => {
	const silent = client("10.1.2.3");
	expect([silent.address, silent.isAddressKnown, isOnInternet(silent)]).toEqual(["10.1.2.3", false, true]);
	expect(isOnInternet(client("127.0.0.1", { "x-forwarded-proto": "http" }))).toBe(true);
	expect(isOnInternet(client("127.0.0.1"))).toBe(true);
});

test.each([
	["localhost:8080", {}, false],
	["127.0.0.1:8080", { origin: "http://127.0.0.1:8080", referer: "http://127.0.0.1:8080/sign-in" }, false],
	["[::1]:8080", {}, false],
	["lapwing.localhost", {}, false],
	["localhost.example", {}, true],
	["127.0.0.1:8080", { origin: "http://lapwing.example" }, true],
	["127.0.0.1:8080", { referer: "http://lapwing.example/sign-in" }, true],
	["127.0.0.1:8080", { via: "1.1 proxy" }, true],
	["127.0.0.1:8080", { forwarded: "for=203.0.113.9" }, true],
])("a connection from this machine to %s with %j may be a proxy's for the internet: %s", (host, headers, isRemote) => {
	const header = (name: string) => (headers as Record<string, string>)[name];
	const found = clientOf({ peer: "::1", host, header }, { proxies, publicUrl: null });
	expect([found.address, isOnInternet(found)]).toEqual(["::1", isRemote]);
});

test("a request without a connection is of an unknown client, whatever its headers say", () => {
	const nobody = client("unknown", { "x-forwarded-for": "203.0.113.9" });
	expect([nobody.address, isOnInternet(nobody)]).toEqual(["unknown", true]);
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
