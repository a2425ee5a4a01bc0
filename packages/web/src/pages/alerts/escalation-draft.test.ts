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

test("steps of 0 minutes are said with what is notified at once", () => {
	const steps = [
		{ afterMinutes: 0, scheduleId: "sch_1" },
		{ afterMinutes: 5, channels: [{ type: "email" }] },
	];
	expect(escalationWords(escalationDraftOf({ steps, repeats: 0 }), "Ops, by Slack", () => "Primary")).toEqual([
		"At once: Ops, by Slack; whoever is on call in Primary.",
		"5 min after the problem: Email.",
	]);
});

test("repetitions are said with the time of the last step", () => {
	expect(words(1).at(-1)).toBe("Then all steps once more, the last 50 min after the problem.");
	expect(words(3).at(-1)).toBe("Then all steps 3 times more, the last 1 h 40 min after the problem.");
});
