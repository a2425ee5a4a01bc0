/** Finds out what this machine lacks to check monitors that need more than connections. */

import type { Logger } from "pino";
import type { Need } from "../../domain/monitors/type.ts";
import { findPing } from "../../net/ping/ping-command.ts";

/**
 * A function that answers what is lacking, with what to grant, or null. It is found out now, so that the log has it,
 * and again at each later question as long as something is lacking: it may have been granted meanwhile.
 */
export function whatMachineLacks(log: Logger): (need: Need) => Promise<string | null> {
	let lacking = remedyForPing();
	lacking.then((remedy) => {
		if (remedy !== null) log.info({ remedy }, "This machine can't check ping monitors");
	});
	return async () => {
		if ((await lacking) !== null) lacking = remedyForPing();
		return lacking;
	};
}

/** What this machine lacks to check ping monitors, with what to grant; null when it lacks nothing. */
export async function remedyForPing(): Promise<string | null> {
	const found = await findPing();
	return found.kind === "command" ? null : found.remedy;
}
