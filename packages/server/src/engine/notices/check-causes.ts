/**
 * A problem whose cause may be another monitor waits until that one was checked: makes such monitors due at once, and
 * ends the wait when they were. What a crash leaves is found again in the database.
 */

import { askForCauseChecks, endCauseChecks } from "../../storage/causes/cause-checks.ts";
import type { Tx } from "../../storage/database/tx.ts";

interface CheckCausesDependencies {
	readonly database: Tx;
	/** Epoch milliseconds. */
	now(): number;
}

export async function checkCauses({ database, now }: CheckCausesDependencies): Promise<"more" | "idle"> {
	const asked = await askForCauseChecks(database, now());
	const ended = await endCauseChecks(database, now());
	return asked + ended > 0 ? "more" : "idle";
}
