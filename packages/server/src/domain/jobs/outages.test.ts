import { expect, test } from "vitest";
import { waitThrough } from "./outages.ts";

const SECOND = 1_000;
const graceMs = 60 * SECOND;
const wait = { from: 120 * SECOND, until: 180 * SECOND, graceMs };
const outage = (since: number, until: number) => ({ since: since * SECOND, until: until * SECOND });

test("an outage renews the grace of a run", () => {
	expect(waitThrough(wait, [outage(150, 165)])).toEqual({ endsAt: 225 * SECOND, isBlind: false });
});

test("three short outages renew it once, and each further one adds the time that it lasted", () => {
	const outages = [outage(150, 165), outage(200, 215), outage(230, 245)];
	expect(waitThrough(wait, outages)).toEqual({ endsAt: 255 * SECOND, isBlind: false });
});

test("a run that was due in an outage, or waits through a long one, may have had its ping", () => {
	expect(waitThrough(wait, [outage(110, 130)])).toEqual({ endsAt: 190 * SECOND, isBlind: true });
	expect(waitThrough(wait, [outage(150, 165), outage(200, 300)])).toEqual({ endsAt: 325 * SECOND, isBlind: true });
	expect(waitThrough(wait, [outage(190, 200)]), "it was over").toEqual({ endsAt: 180 * SECOND, isBlind: false });
});
