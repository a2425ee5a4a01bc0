import { describe, expect, test } from "vitest";
import { MissedTally } from "./missed-tally.ts";

const MINUTE = 60_000;

describe("the share of missed checks", () => {
	test("is of the last five minutes, by cause, the most frequent first", () => {
		const tally = new MissedTally();
		tally.note(1, "stalled", 0);
		for (let minute = 5; minute < 10; minute += 1) {
			tally.note(1, "resolver", minute * MINUTE);
			tally.note(2, null, minute * MINUTE);
			tally.note(3, minute === 9 ? "no_network" : null, minute * MINUTE);
		}
		expect(tally.summary(10 * MINUTE)).toEqual({
			checks: 15,
			missed: 6,
			causes: [
				{ cause: "resolver", missed: 5, share: 5 / 15, monitors: 1 },
				{ cause: "no_network", missed: 1, share: 1 / 15, monitors: 1 },
			],
		});
	});

	test("is nothing before the first check", () => {
		expect(new MissedTally().summary(0)).toEqual({ checks: 0, missed: 0, causes: [] });
	});

	test("stays that of the latest checks until there are newer ones, for a day at the most", () => {
		const tally = new MissedTally();
		tally.note(1, "resolver", 0);
		expect(tally.summary(60 * MINUTE)).toMatchObject({ checks: 1, missed: 1 });
		expect(tally.summary(26 * 60 * MINUTE)).toMatchObject({ checks: 0, missed: 0 });
		tally.note(1, null, 60 * MINUTE);
		expect(tally.summary(60 * MINUTE)).toMatchObject({ checks: 1, missed: 0 });
	});
});

describe("an episode of missed checks", () => {
	test("begins with the first miss of a cause and ends when every monitor was checked again", () => {
		const tally = new MissedTally();
		expect(tally.note(1, "resolver", 0)).toEqual({ cause: "resolver", startedAt: 0, missed: 1 });
		expect(tally.note(2, "resolver", 1)).toBeNull();
		tally.note(1, null, 2 * MINUTE);
		expect(tally.ended(2 * MINUTE)).toEqual([]);
		tally.note(2, "no_network", 2 * MINUTE);
		expect(tally.ended(2 * MINUTE)).toEqual([{ cause: "resolver", startedAt: 0, missed: 2 }]);
		expect(tally.ended(3 * MINUTE)).toEqual([]);
	});

	test("lasts a minute at least, so that one that comes and goes is one episode", () => {
		const tally = new MissedTally();
		tally.note(1, "stalled", 0);
		tally.note(1, null, 1_000);
		expect(tally.ended(1_000)).toEqual([]);
		expect(tally.note(1, "stalled", 2_000)).toBeNull();
		tally.note(1, null, 3_000);
		expect(tally.ended(MINUTE)).toEqual([{ cause: "stalled", startedAt: 0, missed: 2 }]);
	});

	test("does not last because of a monitor that is not checked any more", () => {
		const tally = new MissedTally();
		tally.note(1, "resolver", 0);
		expect(tally.ended(24 * 60 * MINUTE)).toEqual([]);
		expect(tally.ended(25 * 60 * MINUTE)).toHaveLength(1);
	});
});
