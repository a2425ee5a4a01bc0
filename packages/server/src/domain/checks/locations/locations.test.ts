import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOCATION_HINTS } from "../../monitors/monitor.ts";
import { type Location, locationsOfTeam, locationUnder, mayConfirm, standIn } from "./locations.ts";

const [TEAM, OTHER_TEAM] = [7, 8];
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
		expect(locationUnder("weur", TEAM, known(frankfurt, virginia))).toBe(1);
		expect(locationUnder("weur", TEAM, known(virginia))).toBeNull();
	});

	test("where control is, when there is no such location, or it is another team's", () => {
		expect(locationUnder("wnam", TEAM, known(...all))).toBeNull();
		const theirs = [{ ...frankfurt, teamId: OTHER_TEAM }];
		expect(locationUnder("weur", TEAM, { all: theirs, hasProber: () => true })).toBeNull();
		expect(locationUnder("weur", OTHER_TEAM, { all: theirs, hasProber: () => true })).toBe(1);
	});
});

describe("in the place of a location without a prober stands", () => {
	test("the nearest one that has a prober; one without a hint last", () => {
		expect(standIn(frankfurt, TEAM, known(virginia, sydney))).toBe(2);
		expect(standIn(sydney, TEAM, known(office, virginia))).toBe(2);
		expect(standIn(frankfurt, TEAM, known(office))).toBe(4);
		expect(standIn(frankfurt, OTHER_TEAM, known(office))).toBeNull();
		expect(standIn(frankfurt, TEAM, known())).toBeNull();
	});

	test("for every hint one of the others, never itself", () => {
		const everywhere = LOCATION_HINTS.map((hint, place) => aLocation(place + 1, hint, { hint }));
		for (const gone of everywhere) {
			const stands = standIn(gone, TEAM, { all: everywhere, hasProber: (id) => id !== gone.id });
			expect(everywhere.filter((each) => each !== gone).map(({ id }) => id)).toContain(stands);
		}
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
