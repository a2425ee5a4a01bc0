import fc from "fast-check";
import { expect, test } from "vitest";
import { networkOf, Refutations } from "./refutations.ts";

const PROBER = 3;
const MINUTE = 60_000;

/** Whether the prober is set aside once these monitors, each in a network, were refuted, of so many that it checked. */
function setAside(networks: readonly string[], checked: number, isRefuted = true, everyMs = 1_000): boolean {
	const refutations = new Refutations();
	for (let monitor = 0; monitor < checked; monitor += 1) refutations.noteCheck(PROBER, monitor, 0);
	return networks
		.map((network, monitorId) =>
			refutations.noteOpinion(PROBER, { monitorId, network, isRefuted }, monitorId * everyMs),
		)
		.some(Boolean);
}

const SEVERAL = ["192.0", "198.51", "203.0", "192.0", "198.51"];

test("a prober is set aside when five monitors in several networks are refuted, a fifth of those that it checks", () => {
	expect(setAside(SEVERAL, 5)).toBe(true);
	expect(setAside(SEVERAL, 25)).toBe(true);
	expect(setAside(SEVERAL, 26)).toBe(false);
	expect(setAside(SEVERAL.slice(1), 5)).toBe(false);
});

test("a regional fault of one provider is not its fault, nor is what other locations confirm", () => {
	expect(
		setAside(
			Array.from({ length: 200 }, () => "192.0"),
			200,
		),
	).toBe(false);
	expect(setAside(SEVERAL, 5, false)).toBe(false);
});

test("failures without an address are one network, as of one provider of names, and count beside another one", () => {
	const of = (...addresses: (string | null)[]) => setAside(addresses.map(networkOf), 5);
	expect(of(null, null, null, null, null)).toBe(false);
	expect(of(null, null, null, null, "192.0.2.7")).toBe(true);
});

test("what was refuted long ago counts no longer, and after it was set aside it begins anew", () => {
	expect(setAside(SEVERAL, 5, true, 3 * MINUTE)).toBe(false);
	const refutations = new Refutations();
	const refute = (monitorId: number) =>
		refutations.noteOpinion(PROBER, { monitorId, network: `10.${monitorId}`, isRefuted: true }, 0);
	expect([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(refute)).toEqual([
		...[false, false, false, false, true],
		...[false, false, false, false, true],
	]);
});

test("the same monitor again and again is one, and a confirmed failure ends its refutation", () => {
	const refutations = new Refutations();
	for (let time = 0; time < 50; time += 1) {
		expect(refutations.noteOpinion(PROBER, { monitorId: 1, network: `10.${time}`, isRefuted: true }, 0)).toBe(false);
	}
	expect(refutations.take()).toEqual(new Map([[PROBER, { asked: 50, refuted: 50 }]]));
	expect(refutations.take()).toEqual(new Map());
});

test("whatever happens, opinions are counted once, and never fewer than five monitors set a prober aside", () => {
	const opinion = fc.record({
		monitorId: fc.nat(8),
		network: fc.constantFrom("10.0", "10.1"),
		isRefuted: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(fc.tuple(opinion, fc.nat(3 * MINUTE)), { maxLength: 60 }), (opinions) => {
			const refutations = new Refutations();
			let [now, since] = [0, new Set<number>()];
			for (const [each, passedMs] of opinions) {
				now += passedMs;
				if (each.isRefuted) since.add(each.monitorId);
				if (refutations.noteOpinion(PROBER, each, now)) {
					expect(since.size).toBeGreaterThanOrEqual(5);
					since = new Set();
				}
			}
			const { asked, refuted } = refutations.take().get(PROBER) ?? { asked: 0, refuted: 0 };
			expect([asked, refuted]).toEqual([opinions.length, opinions.filter(([each]) => each.isRefuted).length]);
		}),
	);
});

test("a network is the first half of an IPv4 address, and a quarter of an IPv6 address", () => {
	expect(["192.0.2.7", "2001:db8:1::7", "2001:db8::", "::1"].map(networkOf)).toEqual([
		"192.0",
		"2001:db8",
		"2001:db8",
		"",
	]);
});
