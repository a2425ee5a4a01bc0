/** What the commands of discovery share: their options, and an end by a signal. */

import { KEY_PATTERN } from "../../domain/config/config.ts";
import { WHERE_IT_IS } from "../api/connection.ts";
import { command, wholeNumber } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import type { InStepOptions } from "./keep-in-step.ts";

export interface CommonOptions {
	readonly project: string;
	readonly once?: boolean;
	readonly pruneLimit?: number;
}

/** @param project the default one: two sources never delete each other's */
export function discoverCommand(name: string, description: string, project: string) {
	return command(name, description)
		.option("--project <name>", "who owns these monitors; each source needs one of its own", project)
		.option("--once", "end after the first round")
		.option(
			"--prune-limit <number>",
			"the most that may be deleted at once; default: half, and at most 20",
			wholeNumber(0, 99_999),
		)
		.addHelpText("after", `${WHERE_IT_IS},\n                   with config:read, config:write and monitors:write`);
}

export function inStepOf({ project, once = false, pruneLimit }: CommonOptions) {
	if (!KEY_PATTERN.test(project)) throw new UsageError("--project takes letters, digits, dots, hyphens, underscores.");
	return { project, once, pruneLimit } satisfies Partial<InStepOptions>;
}

/** Runs `work` until SIGTERM or SIGINT. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
	const stopping = new AbortController();
	const stop = () => stopping.abort();
	process.once("SIGTERM", stop).once("SIGINT", stop);
	try {
		await work(stopping.signal);
	} catch (error) {
		if (!stopping.signal.aborted) throw error;
	} finally {
		process.off("SIGTERM", stop).off("SIGINT", stop);
	}
}
