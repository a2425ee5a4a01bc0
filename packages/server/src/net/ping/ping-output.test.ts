import { expect, test } from "vitest";
import { localProblemIn, readPingOutput } from "./ping-output.ts";

const IPUTILS = `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=0.028 ms
64 bytes from 192.0.2.1: icmp_seq=3 ttl=64 time=12 ms

--- 192.0.2.1 ping statistics ---
3 packets transmitted, 2 received, 33.3333% packet loss, time 203ms
rtt min/avg/max/mdev = 0.028/6.014/12.000/5.986 ms
`;
const BUSYBOX = `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: seq=0 ttl=64 time=0.050 ms
64 bytes from 192.0.2.1: seq=1 ttl=64 time=0.111 ms
`;
const BSD = `PING 192.0.2.1 (192.0.2.1): 56 data bytes
64 bytes from 192.0.2.1: icmp_seq=0 ttl=64 time=1.5 ms
Request timeout for icmp_seq 1
`;
const IPV6 = `PING 2001:db8::1(2001:db8::1) 56 data bytes
64 bytes from 2001:db8::1: icmp_seq=1 ttl=64 time=0.3 ms
`;
const UNREACHABLE = `PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.
From 192.0.2.254 icmp_seq=1 Destination Host Unreachable
`;

test.each([
	["iputils", IPUTILS, [0.028, 12]],
	["BusyBox", BUSYBOX, [0.05, 0.111]],
	["BSD", BSD, [1.5]],
	["IPv6", IPV6, [0.3]],
	["no reply", UNREACHABLE, []],
	["nothing", "", []],
])("round trips as %s prints them", (_name, text, roundTripsMs) => {
	expect(readPingOutput(text, 3)).toEqual({
		roundTripsMs,
		isUnreachable: text === UNREACHABLE,
		hasOtherReplies: false,
	});
});

test.each([
	["duplicates", "icmp_seq=1 ttl=64 time=1 ms\nicmp_seq=1 ttl=64 time=2 ms (DUP!)", [1]],
	[
		"more replies than packets",
		"icmp_seq=1 time=1 ms\nicmp_seq=2 time=1 ms\nicmp_seq=3 time=1 ms\nseq=4 time=9 ms",
		[1, 1, 1],
	],
	["another host's reply", "icmp_seq=1 ttl=64 time=1 ms (DIFFERENT ADDRESS!)", []],
	["a round trip of hours", "icmp_seq=1 ttl=64 time=99999999 ms", []],
	["a round trip that is none", "icmp_seq=1 ttl=64 time=-5 ms", []],
	["a line that breaks off", "icmp_seq=1 ttl=64 ti", []],
])("%s", (_what, text, roundTripsMs) => {
	expect(readPingOutput(text, 3).roundTripsMs).toEqual(roundTripsMs);
});

test.each([
	["ping: socket: Operation not permitted", "not_permitted"],
	["ping: permission denied (are you root?)", "not_permitted"],
	["ping: Lacking privilege for icmp socket.", "not_permitted"],
	["ping: missing cap_net_raw+p capability or setuid?", "not_permitted"],
	["ping: connect: Network is unreachable", "no_network"],
	["ping: sendto: Network is down", "no_network"],
	["ping: connect: Cannot assign requested address", "no_network"],
	["ping: socket: Address family not supported by protocol", "no_network"],
	["ping: sendmsg: No buffer space available", "no_capacity"],
	["ping: 192.0.2.1: something new", null],
	["", null],
])("%j is a problem of this machine: %s", (errors, problem) => {
	expect(localProblemIn(errors)).toBe(problem);
});
