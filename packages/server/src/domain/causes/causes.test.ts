import { expect, test } from "vitest";
import {
	findCauses as find,
	type KnownOutages,
	LOCATION_FROM,
	MOMENT_FROM,
	type OutageFacts,
	SHARES_WITHIN_MS,
	type Surroundings,
	sharedBy,
} from "./causes.ts";

const NOTHING = { address: null, fingerprint: null, isOfNameServer: false, location: null } as const;

function findCauses(begun: readonly OutageFacts[], known: readonly KnownOutages[], around: Partial<Surroundings> = {}) {
	return find(begun, known, { monitors: 100, hasSeveralPlaces: true, ...around });
}

function begun(startedAt: number, facts: Partial<OutageFacts> = {}): OutageFacts {
	return { startedAt, ...NOTHING, dependsOn: [], ...facts };
}

function known(causeId: number, firstAt: number, facts: Partial<KnownOutages> = {}): KnownOutages {
	const counted = { count: 1, countInMoment: 1, dependency: null };
	return { causeId, isHandled: false, firstAt, lastAt: firstAt, ...counted, ...NOTHING, ...facts };
}

test("outages without a fact in common have a cause each", () => {
	const causes = findCauses([begun(0, { address: "192.0.2.1" }), begun(1, { address: "192.0.2.2" }), begun(2)], []);
	expect(causes.map(({ outages, link }) => [outages, link])).toEqual([
		[[0], null],
		[[1], null],
		[[2], null],
	]);
});

test.each<[string, Partial<OutageFacts> & Partial<KnownOutages>, string | null]>([
	["address", { address: "192.0.2.1" }, "192.0.2.1"],
	["certificate", { fingerprint: "ab" }, "ab"],
	["name_server", { isOfNameServer: true }, null],
])("a shared %s makes one cause, up to two minutes apart", (fact, facts, value) => {
	const [atEdge] = findCauses([begun(SHARES_WITHIN_MS, facts)], [known(7, 0, facts)]);
	expect(atEdge).toEqual({ causeId: 7, outages: [0], link: { fact, value }, merges: [] });
	const [beyond] = findCauses([begun(SHARES_WITHIN_MS + 1, facts)], [known(7, 0, facts)]);
	expect(beyond?.causeId).toBeNull();
	const [earlier] = findCauses([begun(0, facts)], [known(7, SHARES_WITHIN_MS, facts)]);
	expect(earlier?.causeId).toBe(7);
	const [together] = findCauses([begun(0, facts), begun(1, facts)], []);
	expect(together).toEqual({ causeId: null, outages: [0, 1], link: { fact, value }, merges: [] });
});

test("a common declared dependency makes one cause, whatever else they share", () => {
	const one = begun(0, { dependsOn: [3, 4], address: "192.0.2.1" });
	const other = begun(1, { dependsOn: [4], address: "192.0.2.9" });
	expect(findCauses([one, other], [])).toEqual([
		{ causeId: null, outages: [0, 1], link: { fact: "dependency", value: "4" }, merges: [] },
	]);
	expect(findCauses([other], [known(5, 0, { address: "192.0.2.9" }), known(6, 0, { dependency: 4 })])[0]?.causeId).toBe(
		6,
	);
});

test("a location is a cause from five outages on, when other places check too and see a quarter at most", () => {
	const there = { location: "weur" } as const;
	const four = [1, 2, 3, 4].map((id) => known(id, id, there));
	const ofPlace = { causeId: 1, outages: [0], link: { fact: "location", value: "weur" }, merges: [2, 3, 4] };
	expect(four).toHaveLength(LOCATION_FROM - 1);
	expect(findCauses([begun(9, there)], four)).toEqual([ofPlace]);
	expect(findCauses([begun(9, there)], four, { hasSeveralPlaces: false })[0]?.causeId).toBeNull();
	expect(findCauses([begun(9, there)], four.slice(1))[0]?.causeId).toBeNull();
	const elsewhere = [5, 6].map((id) => known(id, 5, { location: "apac" }));
	expect(findCauses([begun(9, there)], [...four, ...elsewhere.slice(1)])).toEqual([ofPlace]);
	expect(findCauses([begun(9, there)], [...four, ...elsewhere])[0]?.causeId).toBeNull();
});

test("a refused certificate and a name server's failure are never counted for a place or a moment", () => {
	const many = Array.from({ length: MOMENT_FROM }, (_, index) => known(index + 1, index, { location: "weur" }));
	for (const own of [{ fingerprint: "ab" }, { isOfNameServer: true }]) {
		const [cause] = findCauses([begun(9, { location: "weur", ...own })], many);
		expect([cause?.causeId, cause?.merges]).toEqual([null, []]);
		const explained = many.map((one, index) => ({ ...one, fingerprint: `${index}` }));
		expect(findCauses([begun(9, { location: "weur" })], explained)[0]?.causeId).toBeNull();
	}
});

test("a refused certificate is the cause, not the address that showed it", () => {
	const [cause] = findCauses(
		[0, 1].map((at) => begun(at, { address: "192.0.2.1", fingerprint: "ab" })),
		[],
	);
	expect(cause?.link).toEqual({ fact: "certificate", value: "ab" });
});

test("a team of very many monitors needs more outages in a minute", () => {
	const strangers = Array.from({ length: MOMENT_FROM }, (_, index) => begun(index, { address: `192.0.2.${index}` }));
	expect(findCauses(strangers, [], { monitors: 10_000 })).toHaveLength(1);
	expect(findCauses(strangers, [], { monitors: 10_001 })).toHaveLength(MOMENT_FROM);
});

test("outages of one cause over minutes are no moment", () => {
	const lasting = known(1, 0, { lastAt: SHARES_WITHIN_MS, count: 100, countInMoment: MOMENT_FROM - 2 });
	expect(findCauses([begun(SHARES_WITHIN_MS + 9)], [lasting])[0]?.causeId).toBeNull();
});

test("so many outages in a minute that chance is no explanation are one cause", () => {
	const strangers = Array.from({ length: MOMENT_FROM }, (_, index) => begun(index, { address: `192.0.2.${index}` }));
	const [one, ...others] = findCauses(strangers, []);
	expect(others).toEqual([]);
	expect([one?.outages.length, one?.link?.fact]).toEqual([MOMENT_FROM, "moment"]);
	expect(findCauses(strangers.slice(1), [])).toHaveLength(MOMENT_FROM - 1);
	const [late] = findCauses(
		[begun(59_000)],
		strangers.slice(1).map((_, index) => known(index + 1, index)),
	);
	expect([late?.causeId, late?.merges.length]).toEqual([1, MOMENT_FROM - 2]);
});

test("what all outages of a cause have is what they share; else the weakest by which one of them joined", () => {
	const none = { address: null, fingerprint: null, isOfNameServer: false };
	const [router, certificate, address, location] = [
		{ fact: "dependency", value: "4" },
		{ fact: "certificate", value: "ab" },
		{ fact: "address", value: "192.0.2.1" },
		{ fact: "location", value: "weur" },
	] as const;
	expect(sharedBy(none, [router])).toEqual(router);
	expect(sharedBy({ ...none, address: "192.0.2.1" }, [certificate, address])).toEqual(address);
	expect(sharedBy({ ...none, address: "192.0.2.1", fingerprint: "ab" }, [certificate])).toEqual(certificate);
	expect(sharedBy(none, [address, location])).toEqual(location);
	expect(sharedBy(none, [router, address])).toEqual(address);
});
