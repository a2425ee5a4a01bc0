import { expect, test } from "vitest";
import { Quarantine } from "./quarantine.ts";

const HOUR = 3_600_000;

function start() {
	const clock = { at: 0 };
	const quarantine = new Quarantine(() => clock.at);
	const stall = (monitorId: number, host: string, port = 443, busyMs = 100) =>
		quarantine.note({ host, port, busyMs }, monitorId);
	return { clock, quarantine, stall };
}

test("a server is quarantined by host and port at its third stalling handshake, and reported once", () => {
	const { quarantine, stall } = start();
	expect([stall(1, "slow.example"), stall(1, "slow.example")]).toEqual([false, false]);
	expect(stall(1, "slow.example", 8443)).toBe(false);
	expect(quarantine.holds(1)).toBe(false);
	expect([stall(1, "slow.example"), stall(1, "slow.example")]).toEqual([true, false]);
	expect(quarantine.holds(1)).toBe(true);
	expect(quarantine.holds(2)).toBe(false);
});

test("each further monitor that meets a quarantined server is kept apart, whatever its own target is", () => {
	const { quarantine, stall } = start();
	for (let i = 0; i < 3; i += 1) stall(1, "slow.example");
	expect(stall(2, "slow.example")).toBe(false);
	expect([quarantine.holds(2), quarantine.holds(3)]).toEqual([true, false]);
});

test("ordinary handshakes, and stalls that are far apart, cause no quarantine", () => {
	const { clock, quarantine, stall } = start();
	for (let i = 0; i < 10; i += 1) expect(stall(1, "usual.example", 443, 99)).toBe(false);
	for (let i = 0; i < 10; i += 1) {
		expect(stall(2, "seldom.example")).toBe(false);
		clock.at += HOUR / 10;
	}
	expect([quarantine.holds(1), quarantine.holds(2)]).toEqual([false, false]);
});

test("a quarantine ends an hour after the last stall", () => {
	const { clock, quarantine, stall } = start();
	for (let i = 0; i < 3; i += 1) stall(1, "slow.example");
	clock.at = HOUR - 1;
	expect(quarantine.holds(1)).toBe(true);
	clock.at = HOUR;
	expect(quarantine.holds(1)).toBe(false);
	expect([1, 2, 3].map(() => stall(1, "slow.example"))).toEqual([false, false, true]);
});

test("monitors and servers beyond the bounds push out the oldest", () => {
	const { quarantine, stall } = start();
	for (let i = 0; i < 3; i += 1) stall(1, "slow.example");
	for (let monitor = 2; monitor <= 10_001; monitor += 1) stall(monitor, "slow.example");
	expect([quarantine.holds(1), quarantine.holds(2)]).toEqual([false, true]);
	for (let server = 0; server < 1_000; server += 1) stall(20_000, `${server}.example`);
	expect([1, 2, 3].map(() => stall(20_001, "slow.example"))).toEqual([false, false, true]);
});
