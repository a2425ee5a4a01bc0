import type { NetworkInterfaceInfo } from "node:os";
import { describe, expect, test } from "vitest";
import { connectErrorOf, transportErrorOf } from "./errno.ts";

const LOOPBACK = [own("127.0.0.1", true), own("::1", true)];
const ONLY_IPV4 = [...LOOPBACK, own("192.0.2.2"), own("fe80::1")];
const BOTH = [...ONLY_IPV4, own("2001:db8::2")];
const NO_IPV6_AT_ALL = [own("127.0.0.1", true), own("192.0.2.2")];

describe("a failed connect", () => {
	test.each<[string, string, NetworkInterfaceInfo[], string]>([
		["ENETUNREACH", "2001:db8::9", BOTH, "unreachable"],
		["ENETUNREACH", "2001:db8::9", ONLY_IPV4, "no_network"],
		["ENETUNREACH", "198.51.100.9", ONLY_IPV4, "unreachable"],
		["ENETUNREACH", "198.51.100.9", LOOPBACK, "no_network"],
		["EHOSTUNREACH", "198.51.100.9", ONLY_IPV4, "unreachable"],
		["EHOSTUNREACH", "2001:db8::9", ONLY_IPV4, "no_network"],
		["EHOSTDOWN", "198.51.100.9", ONLY_IPV4, "unreachable"],
		["ENETDOWN", "198.51.100.9", LOOPBACK, "no_network"],
		["EADDRNOTAVAIL", "198.51.100.9", BOTH, "no_capacity"],
		["EADDRNOTAVAIL", "::1", NO_IPV6_AT_ALL, "no_network"],
		["EAFNOSUPPORT", "::1", NO_IPV6_AT_ALL, "no_network"],
		["ECONNREFUSED", "198.51.100.9", BOTH, "refused"],
		["ECONNRESET", "198.51.100.9", BOTH, "reset"],
		["ETIMEDOUT", "198.51.100.9", BOTH, "timeout"],
		["EMFILE", "198.51.100.9", BOTH, "no_capacity"],
		["ENFILE", "198.51.100.9", BOTH, "no_capacity"],
		["ENOBUFS", "198.51.100.9", BOTH, "no_capacity"],
		["ENOMEM", "198.51.100.9", BOTH, "no_capacity"],
		["EAGAIN", "198.51.100.9", BOTH, "no_capacity"],
		["ENOPROTOOPT", "198.51.100.9", BOTH, "unreachable"],
		["EACCES", "2001:db8::9", BOTH, "unreachable"],
		["EACCES", "2001:db8::9", ONLY_IPV4, "no_network"],
		["EPERM", "198.51.100.9", BOTH, "no_capacity"],
		["ESOMETHING", "198.51.100.9", BOTH, "internal"],
	])("with %s to %s", (code, address, interfaces, expected) => {
		const connectError = connectErrorOf(errno(code), address, false, () => ({ eth0: interfaces }));
		expect(
			connectError.kind === "failed" ? connectError.fault : connectError.kind === "missed" && connectError.cause,
		).toBe(expected);
	});

	test.each<[string, string]>([
		["ENETUNREACH", "no_network"],
		["EHOSTUNREACH", "no_network"],
		["EACCES", "no_capacity"],
	])("with %s before a packet has left is ours, whatever addresses we have", (code, cause) => {
		expect(connectErrorOf(errno(code), "2001:db8::9", true, () => ({ eth0: BOTH }))).toMatchObject({
			kind: "missed",
			cause,
		});
	});
});

test("what is said when no file can be opened names the limit to raise", () => {
	const message = (code: string) => connectErrorOf(errno(code), "198.51.100.9", true);
	expect(message("EMFILE")).toMatchObject({ message: expect.stringMatching(/\(EMFILE\): raise .*ulimit -n/) });
	expect(message("ENFILE")).toMatchObject({ message: expect.stringMatching(/\(ENFILE\): raise .*fs\.file-max/) });
});

test("an error in a later phase keeps its phase", () => {
	expect(transportErrorOf(errno("EHOSTUNREACH"), "transfer", "192.0.2.9")).toMatchObject({
		fault: "unreachable",
		phase: "transfer",
	});
	expect(transportErrorOf(errno("EPIPE"), "first_byte", "192.0.2.9")).toMatchObject({
		fault: "reset",
		phase: "first_byte",
	});
});

function errno(code: string): NodeJS.ErrnoException {
	return Object.assign(new Error(code), { code });
}

function own(address: string, internal = false): NetworkInterfaceInfo {
	const shared = { address, netmask: "", mac: "", internal, cidr: null };
	return address.includes(":") ? { ...shared, family: "IPv6", scopeid: 0 } : { ...shared, family: "IPv4" };
}
