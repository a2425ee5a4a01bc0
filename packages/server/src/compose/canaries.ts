/** Tries the canaries of the settings, for `lapwing doctor`. */

import type { Config } from "../config/config.ts";
import { addressText, Canaries } from "../probe/canaries.ts";

/** Of each canary that accepts no connection its address and why, in one sentence. */
export async function canaryProblems(wanted: NonNullable<Config["canaries"]>): Promise<string[]> {
	const canaries = new Canaries(wanted);
	try {
		const problems = await Promise.all(
			wanted.map(async (canary) => {
				const problem = await canaries.problemOf(canary);
				return problem === null ? null : `${addressText(canary)}: ${problem}`;
			}),
		);
		return problems.filter((problem) => problem !== null);
	} finally {
		canaries.close();
	}
}
