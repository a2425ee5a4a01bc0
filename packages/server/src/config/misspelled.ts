/** Finds environment variables whose names are nearly those of settings: ignored, they would lose a setting unseen. */

import { distance } from "fastest-levenshtein";
import { SETTINGS } from "./config.ts";

/** Three edits also lead from one program's variables to another's. */
const MAX_EDITS = 2;
/** PORT and HOST are too near to other words, and the start shows where it listens. */
const MIN_LENGTH = 8;

/** One sentence for each. Empty values count as not set. */
export function misspelledSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
	const names = SETTINGS.map(({ name }) => name).filter((name) => name.length >= MIN_LENGTH);
	return Object.entries(environment).flatMap(([name, value]) => {
		if (!value?.trim() || names.includes(name)) return [];
		const meant = names.find((each) => distance(each, name.toUpperCase()) <= MAX_EDITS);
		return meant === undefined ? [] : [`${name} is no setting. Did you mean ${meant}?`];
	});
}
