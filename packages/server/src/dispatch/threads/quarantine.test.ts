import { expect, test } from "vitest";
import type { TypeSettings } from "../../domain/monitors/types.ts";
import { Quarantine } from "./quarantine.ts";

const HOUR = 3_600_000;

function https(url: string): TypeSettings {
	return { type: "http", url, method: "GET", expectedStatus: 200 };
}

function start() {
	const clock = { at: 0 };
	const quarantine = new Quarantine(() => clock.at);
	const stall = (host: string, port = 443, busyMs = 100) => quarantine.note({ host, port, busyMs });
	return { clock, quarantine, stall };
}

test("a server is quarantined at its third handshake that stalls, by host and port, and reported once", () => {
	const { quarantine, stall } = start();
	expect([stall("slow.example"), stall("slow.example")]).toEqual([false, false]);
	expect(quarantine.holds(https("https://slow.example/path"))).toBe(false);
	expect([stall("slow.example"), stall("slow.example")]).toEqual([true, false]);
	expect(quarantine.holds(https("https://slow.example/path"))).toBe(true);
	expect(quarantine.holds(https("https://slow.example:8443/path"))).toBe(false);
	expect(quarantine.holds(https("http://slow.example:443/path"))).toBe(false);
	expect(quarantine.holds(https("https://other.example/"))).toBe(false);
	expect(quarantine.holds({ type: "tcp", host: "slow.example", port: 443 })).toBe(false);
});

test("an address of IPv6 is the same with and without its brackets", () => {
	const { quarantine, stall } = start();
	for (let i = 0; i < 3; i += 1) stall("2001:db8::1", 8443);
	expect(quarantine.holds(https("https://[2001:db8::1]:8443/"))).toBe(true);
});

test("usual handshakes, and stalls that are far apart, quarantine nobody", () => {
	const { clock, quarantine, stall } = start();
	for (let i = 0; i < 10; i += 1) expect(stall("usual.example", 443, 99)).toBe(false);
	for (let i = 0; i < 10; i += 1) {
		expect(stall("seldom.example")).toBe(false);
		clock.at += HOUR / 10;
	}
	expect(quarantine.holds(https("https://seldom.example/"))).toBe(false);
});

test("a quarantine ends an hour after the last stall", () => {
	const { clock, quarantine, stall } = start();
	for (let i = 0; i < 3; i += 1) stall("slow.example");
	clock.at = HOUR - 1;
	expect(quarantine.holds(https("https://slow.example/"))).toBe(true);
	clock.at = HOUR;
	expect(quarantine.holds(https("https://slow.example/"))).toBe(false);
	expect([stall("slow.example"), stall("slow.example"), stall("slow.example")]).toEqual([false, false, true]);
});
