/**
 * Makes the service's project what was found, again and again. A source that can't be read changes nothing; a monitor
 * that the service refuses keeps what it was, and nothing is deleted while there is one.
 */

import { setTimeout as pause } from "node:timers/promises";
import { isFailure } from "@lapwing/result";
import type { FoundMonitor } from "../../compose/discovery/labelled.ts";
import { connect, dataOf } from "../api/connection.ts";
import { printAside, reasonOf } from "../command.ts";

const TIMEOUT_MS = 60_000;
/** What people changed by hand meanwhile is made right, also when the source did not change. */
const APPLY_AT_LEAST_EVERY_MS = 10 * 60_000;
const RETRY_MS = { first: 1_000, most: 60_000 };

export interface InStepOptions {
	readonly project: string;
	readonly pruneLimit?: number | undefined;
	/** Ends after the first round. */
	readonly once: boolean;
	readonly signal: AbortSignal;
	/** All that is there now. Rejects when the source can't be read. */
	read(): Promise<readonly FoundMonitor[]>;
	/** Resolves when something may have changed. */
	changed(signal: AbortSignal): Promise<void>;
}

export async function keepInStep(options: InStepOptions): Promise<void> {
	const { once, signal, read, changed } = options;
	let lastText = "";
	let appliedAt = Number.NEGATIVE_INFINITY;
	let retryMs = RETRY_MS.first;
	while (!signal.aborted) {
		try {
			const found = distinct(await read());
			const text = JSON.stringify(found);
			if (text !== lastText || performance.now() - appliedAt > APPLY_AT_LEAST_EVERY_MS) {
				const isWhole = await apply(found, options);
				// What is refused is sent again, for the service may have changed its mind.
				lastText = isWhole ? text : "";
				appliedAt = performance.now();
			}
			retryMs = RETRY_MS.first;
			if (once) return;
		} catch (error) {
			if (once || signal.aborted) throw error;
			printAside(`Nothing was changed: ${reasonOf(error)}. Trying again in ${retryMs / 1000} s.`);
			await pause(retryMs, undefined, { signal }).catch(() => {});
			retryMs = Math.min(RETRY_MS.most, retryMs * 2);
			continue;
		}
		const until = AbortSignal.any([signal, AbortSignal.timeout(APPLY_AT_LEAST_EVERY_MS)]);
		await changed(until).catch((error) => {
			if (until.aborted) return;
			printAside(`${reasonOf(error)}; reading everything again.`);
			return pause(RETRY_MS.first, undefined, { signal: until }).catch(() => {});
		});
	}
}

/** In the order of their keys. Of objects that share a key, replicas of one service, the first one counts. */
function distinct(found: readonly FoundMonitor[]): FoundMonitor[] {
	const byKey = new Map(found.toReversed().map((monitor) => [monitor.key, monitor]));
	return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Whether all of it was taken. */
async function apply(found: readonly FoundMonitor[], options: InStepOptions): Promise<boolean> {
	const refused = new Set<number>();
	const first = await put(found, options, true);
	if (first === null) return true;
	for (const { path, message } of first) {
		const index = Number(/^\/monitors\/(\d+)/.exec(path)?.[1] ?? Number.NaN);
		printAside(`${found[index]?.key ?? "The configuration"}: ${message} (${path})`);
		if (Number.isInteger(index)) refused.add(index);
	}
	if (refused.size === 0) return false;
	await put(
		found.filter((_, index) => !refused.has(index)),
		options,
		false,
	);
	return false;
}

/** What the service refuses, by its place; null when it took it. Throws for everything else. */
async function put(
	monitors: readonly FoundMonitor[],
	{ project, pruneLimit }: InStepOptions,
	prunes: boolean,
): Promise<readonly { readonly path: string; readonly message: string }[] | null> {
	const client = connect(process.env, { timeoutMs: TIMEOUT_MS });
	const query = { ...(prunes && { prune: 1 }), ...(prunes && pruneLimit !== undefined && { pruneLimit }) };
	const answer = await client.send("PUT", "/api/v1/config", { query, body: { project, monitors } });
	if (isFailure(answer)) {
		const { error } = answer;
		if (error.details.some(({ path }) => path.startsWith("/"))) return error.details;
		dataOf(answer);
	}
	const { data } = (await dataOf(answer).json()) as { data: { readonly totals: Readonly<Record<string, number>> } };
	const done = Object.entries(data.totals).filter(([action, count]) => action !== "unchanged" && count > 0);
	if (done.length > 0) printAside(`Applied: ${done.map(([action, count]) => `${action} ${count}`).join(", ")}.`);
	return null;
}
