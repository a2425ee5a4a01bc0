import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { COMMON_DEFAULTS } from "../monitors/common-settings.ts";
import { LOCATION_HINTS } from "../monitors/monitor.ts";
import { checkedFrom, type Location, locationsOfTeam, mayConfirm, UNKNOWN_LOCATION } from "./locations.ts";

const [TEAM, OTHER_TEAM] = [7, 8];
const unbound = COMMON_DEFAULTS;
const aLocation = (id: number, name: string, fields: Partial<Location> = {}): Location => ({
	id,
	name,
	teamId: null,
	hint: null,
	allowsPrivateTargets: false,
	...fields,
});
const frankfurt = aLocation(1, "frankfurt", { hint: "weur" });
const virginia = aLocation(2, "virginia", { hint: "enam" });
const sydney = aLocation(3, "sydney", { hint: "oc" });
const office = aLocation(4, "office", { teamId: TEAM, allowsPrivateTargets: true });
const all = [frankfurt, virginia, sydney, office];
const known = (...live: readonly Location[]) => ({
	all,
	hasProber: (id: number) => live.some((location) => location.id === id),
});

describe("a monitor without locations is checked", () => {
	test("under its hint, when a location there has a prober", () => {
		const weur = { ...unbound, locationHint: "weur" } as const;
		expect(checkedFrom(weur, TEAM, known(frankfurt, virginia))).toEqual([1]);
		expect(checkedFrom(weur, TEAM, known(virginia))).toEqual([null]);
	});

	test("where control is, when there is no such location, or it is another team's", () => {
		expect(checkedFrom(unbound, TEAM, known(...all))).toEqual([null]);
		const theirs = [{ ...frankfurt, teamId: OTHER_TEAM }];
		const weur = { ...unbound, locationHint: "weur" } as const;
		expect(checkedFrom(weur, TEAM, { all: theirs, hasProber: () => true })).toEqual([null]);
	});
});

describe("a monitor bound to locations is checked", () => {
	const bound = (locations: string[], fallback = false) => ({ ...unbound, locations, fallback });

	test("from all of them, in its order, those without a prober too", () => {
		expect(checkedFrom(bound(["sydney", "frankfurt"]), TEAM, known(frankfurt))).toEqual([3, 1]);
		expect(checkedFrom(bound(["gone"]), TEAM, known(...all))).toEqual([UNKNOWN_LOCATION]);
	});

	test("from the nearest one instead, when it allows a fallback; each location once", () => {
		expect(checkedFrom(bound(["frankfurt"], true), TEAM, known(virginia, sydney))).toEqual([2]);
		expect(checkedFrom(bound(["frankfurt", "virginia"], true), TEAM, known(virginia, sydney))).toEqual([2]);
		expect(checkedFrom(bound(["frankfurt"], true), TEAM, known(office))).toEqual([4]);
		expect(checkedFrom(bound(["frankfurt"], true), TEAM, known())).toEqual([null]);
	});

	test("never from a location without a prober when it allows a fallback, and never from another one when it does not", () => {
		const names = fc.uniqueArray(fc.constantFrom("frankfurt", "virginia", "sydney", "office"), { minLength: 1 });
		fc.assert(
			fc.property(names, fc.boolean(), fc.subarray(all), (locations, fallback, live) => {
				const chosen = checkedFrom(bound(locations, fallback), TEAM, known(...live));
				const ids = locations.map((name) => all.find((location) => location.name === name)?.id);
				if (!fallback) expect(chosen).toEqual(ids);
				else for (const id of chosen) expect(id === null || live.some((location) => location.id === id)).toBe(true);
				expect(new Set(chosen).size).toBe(chosen.length);
				expect(chosen.length).toBeGreaterThan(0);
			}),
		);
	});
});

test("a team's own location goes before one of the installation with its name, and before no other team's", () => {
	const [shared, own] = [aLocation(1, "here"), aLocation(2, "here", { teamId: TEAM })];
	for (const each of [
		[shared, own],
		[own, shared],
	]) {
		expect(locationsOfTeam(each, TEAM).get("here")).toBe(own);
		expect(locationsOfTeam(each, OTHER_TEAM).get("here")).toBe(shared);
	}
});

describe("a failure is confirmed", () => {
	const target = { teamId: TEAM, isPrivate: false, controlReachesPrivate: false };

	test("from every other location with a prober that the team can use, and from where control is", () => {
		expect(mayConfirm(1, target, known(...all))).toEqual([2, 3, 4, null]);
		expect(mayConfirm(1, { ...target, teamId: OTHER_TEAM }, known(frankfurt, virginia, office))).toEqual([2, null]);
		expect(mayConfirm(null, target, known(virginia))).toEqual([2]);
	});

	test("only there, when the target is private or the location is a team's own", () => {
		expect(mayConfirm(1, { ...target, isPrivate: true }, known(...all))).toEqual([]);
		expect(mayConfirm(4, target, known(...all))).toEqual([]);
	});

	test("only there, when no address is known and private ones are allowed there: the name may be known there alone", () => {
		const nameless = { ...target, isPrivate: null };
		expect(mayConfirm(null, { ...nameless, controlReachesPrivate: true }, known(virginia))).toEqual([]);
		expect(mayConfirm(null, nameless, known(virginia))).toEqual([2]);
		const open = { ...frankfurt, allowsPrivateTargets: true };
		expect(mayConfirm(1, nameless, { all: [open, virginia], hasProber: () => true })).toEqual([]);
	});

	test("never by the first location, nor by one without a prober", () => {
		fc.assert(
			fc.property(fc.constantFrom(1, 2, 3, 4, null), fc.subarray(all), (first, live) => {
				const others = mayConfirm(first, target, known(...live));
				expect(others).not.toContain(first);
				for (const id of others) expect(id === null || live.some((location) => location.id === id)).toBe(true);
			}),
		);
	});
});

test("every hint has its nearest location", () => {
	const everywhere = LOCATION_HINTS.map((hint, id) => aLocation(id + 1, hint, { hint }));
	for (const hint of LOCATION_HINTS) {
		const settings = { ...unbound, locations: [hint], fallback: true };
		const others = everywhere.filter((location) => location.hint !== hint);
		const [stands] = checkedFrom(settings, TEAM, {
			all: everywhere,
			hasProber: (id) => others.some((location) => location.id === id),
		});
		expect(others.map(({ id }) => id)).toContain(stands);
	}
});
