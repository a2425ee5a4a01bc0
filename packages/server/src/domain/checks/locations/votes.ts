/**
 * One verdict of what several locations saw of a target in one minute (docs/rules/checks.md#several-locations).
 *
 * The votes are those of the locations that made the check; a missed one never votes. Down when `downWhen` holds for
 * "down", else degraded when it holds for "degraded or down", else up. So one answer alone decides as one location.
 */

import type { DownWhen } from "../../monitors/common-settings.ts";
import type { AttemptOutcome, CheckOrder, MedianTimes } from "../check.ts";
import { judge, type Verdict } from "../judgement.ts";
import { type Answered, isTimed, type Observation, PHASES, type PhaseTimes } from "../observation.ts";

/** The verdict that `downWhen` makes of the verdicts of locations. */
export function verdictOf(votes: readonly Verdict[], downWhen: DownWhen): Verdict {
	const made = votes.filter((verdict) => verdict !== "missed");
	if (made.length === 0) return "missed";
	const down = made.filter((verdict) => verdict === "down").length;
	const failing = made.filter((verdict) => verdict !== "up").length;
	if (suffices(down, made.length, downWhen)) return "down";
	return suffices(failing, made.length, downWhen) ? "degraded" : "up";
}

function suffices(votes: number, of: number, downWhen: DownWhen): boolean {
	switch (downWhen) {
		case "any":
			return votes > 0;
		case "majority":
			return votes * 2 > of;
		case "all":
			return votes === of;
	}
}

/**
 * The place in `votes` of the location that decides, the first that saw what the check shows, and the median of the
 * response times; null where that location had no complete response itself.
 *
 * @param votes at least one, in the order of the monitor's locations
 */
export function decided(
	votes: readonly AttemptOutcome[],
	order: CheckOrder,
	downWhen: DownWhen,
): { readonly deciding: number; readonly median: MedianTimes | null } {
	const verdicts = votes.map(({ observation }) => judge(observation, order).verdict);
	const deciding = verdicts.indexOf(verdictOf(verdicts, downWhen));
	const observations = votes.map(({ observation }) => observation);
	const isAnswer = (observation: Observation | undefined): observation is Answered =>
		observation !== undefined && isTimed(observation);
	return { deciding, median: isAnswer(observations[deciding]) ? medianOf(observations.filter(isAnswer)) : null };
}

/** The response in the middle by time; of an even number, the mean of the two in the middle. Its phases are theirs. */
function medianOf(answers: readonly MedianTimes[]): MedianTimes | null {
	const inOrder = answers.toSorted((a, b) => a.responseTimeMs - b.responseTimeMs);
	const [lower, upper] = [inOrder[(inOrder.length - 1) >>> 1], inOrder[inOrder.length >>> 1]];
	if (!lower || !upper) return null;
	const phases = Object.fromEntries(
		PHASES.map((phase) => [phase, (lower.phases[phase] + upper.phases[phase]) / 2]),
	) as PhaseTimes;
	return { responseTimeMs: (lower.responseTimeMs + upper.responseTimeMs) / 2, phases };
}
