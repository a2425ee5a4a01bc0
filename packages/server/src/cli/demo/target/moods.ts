/** How the demo's target behaves: mostly well, slow or broken for some minutes now and then. */

import { seededRandom } from "../demo-history.ts";

/** `silent`: never answers. `reset`: ends the connection. `failing`: answers with an error. */
export type Mood = "well" | "slow" | "silent" | "reset" | "failing";

const TROUBLES: readonly Mood[] = ["failing", "silent", "reset"];
/** In each span of so many minutes something may happen to a target: with 20 of them, to some twelve an hour. */
const SPAN_MINUTES = 15;
const TROUBLE_CHANCE = 0.06;
const SLOW_CHANCE = 0.1;
const LASTS_MINUTES = { fewest: 2, most: 6 };

/** The same for the same target and minute, so that a restart changes nothing. Spans of targets begin apart. */
export function moodOf(target: number, minute: number): Mood {
	const phase = minute + target * 7;
	const random = seededRandom(target * 7_919 + Math.floor(phase / SPAN_MINUTES));
	const roll = random();
	const lasts = LASTS_MINUTES.fewest + Math.floor(random() * (LASTS_MINUTES.most - LASTS_MINUTES.fewest + 1));
	const begins = Math.floor(random() * (SPAN_MINUTES - lasts));
	const at = phase % SPAN_MINUTES;
	if (at < begins || at >= begins + lasts) return "well";
	if (roll < TROUBLE_CHANCE) return TROUBLES[Math.floor(random() * TROUBLES.length)] ?? "failing";
	return roll < TROUBLE_CHANCE + SLOW_CHANCE ? "slow" : "well";
}

/** Of an answer, milliseconds: longer than the demo's monitors call fast when the target is slow. */
export function delayMs(mood: Mood, random: number): number {
	return mood === "slow" ? 1_200 + random * 1_500 : 15 + random * 150;
}
