import { expect, test } from "vitest";
import { Presence } from "./presence.ts";

const prober = {
	...{ id: 1, publicId: "pro_1", publicKey: "", locationId: 1, place: { owner: "all", location: "loc_1" } },
	...{ allowsPrivateTargets: false, isSetAside: false },
};
const beat = { v: 1, version: "0", running: 0, capacity: 10, isLeaving: false };

function aPresence() {
	let at = 0;
	const presence = new Presence(() => at);
	presence.replace([prober]);
	return {
		presence,
		hear: (instance: string, isLeaving = false) => presence.hear(prober, { ...beat, instance, isLeaving }),
		pass(ms: number) {
			at += ms;
		},
	};
}

test("of a prober that names a new run in each heartbeat, the 16 that were heard last are known", () => {
	const { presence, hear, pass } = aPresence();
	hear("steady");
	for (let run = 0; run < 1_000; run += 1) {
		hear(`run ${run}`);
		if (run % 10 === 0) hear("steady");
		pass(1);
	}
	const living = Array.from({ length: 1_000 }, (_, run) => run).filter((run) => !presence.hasEnded(1, `run ${run}`));
	expect(living).toEqual(Array.from({ length: 15 }, (_, index) => 985 + index));
	expect(presence.hasEnded(1, "steady")).toBe(false);
	expect(presence.absenceAt(1)).toBeNull();
});

test("a run has ended once it is silent for 15 s, for 7.5 s while a later one is heard, and when it leaves", () => {
	const { presence, hear, pass } = aPresence();
	hear("first");
	pass(15_000);
	expect([presence.hasEnded(1, "first"), presence.absenceAt(1)]).toEqual([false, null]);
	pass(1);
	expect([presence.hasEnded(1, "first"), presence.absenceAt(1)]).toEqual([true, "prober_away"]);
	hear("first");
	pass(1);
	hear("second");
	pass(7_499);
	expect(presence.hasEnded(1, "first")).toBe(false);
	pass(1);
	expect([presence.hasEnded(1, "first"), presence.hasEnded(1, "second")]).toEqual([true, false]);
	hear("second", true);
	expect(presence.absenceAt(1)).toBeNull();
	hear("first", true);
	expect(presence.absenceAt(1)).toBe("prober_away");
});
