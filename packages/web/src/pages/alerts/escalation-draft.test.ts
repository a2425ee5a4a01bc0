import { expect, test } from "vitest";
import { escalationDraftOf, escalationWords } from "./escalation-draft.ts";

const words = (repeats: number) => {
	const steps = [
		{ afterMinutes: 10, scheduleId: "sch_1" },
		{ afterMinutes: 15, channels: [{ type: "pagerduty" }, { type: "slack" }] },
	];
	return escalationWords(escalationDraftOf({ steps, repeats }), "Ops, by Slack", () => "Primary");
};

test("the times of steps, which count from the one before, are said from the problem on", () => {
	expect(words(0)).toEqual([
		"At once: Ops, by Slack.",
		"10 min after the problem: whoever is on call in Primary.",
		"25 min after the problem: PagerDuty and Slack.",
	]);
});

test("repetitions are said with the time of the last step", () => {
	expect(words(1).at(-1)).toBe("Then all steps once more, the last 50 min after the problem.");
	expect(words(3).at(-1)).toBe("Then all steps 3 times more, the last 1 h 40 min after the problem.");
});
