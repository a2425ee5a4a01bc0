/**
 * Makes the service's project what was found, again and again. A source that can't be read changes nothing; a monitor
 * that the service refuses keeps what it was, and nothing is deleted while there is one.
 */

import { setTimeout as pause } from "node:timers/promises";
import { isFailure } from "@lapwing/result";
import type { Found, FoundMonitor } from "../../compose/discovery/labelled.ts";
import { connect, dataOf } from "../api/connection.ts";
import { printAside, reasonOf } from "../command.ts";
import { servedDocument } from "../config/config-service.ts";

const TIMEOUT_MS = 60_000;
/** What people changed by hand meanwhile is made right, also when the source did not change. */
const APPLY_AT_LEAST_EVERY_MS = 10 * 60_000;
/** A round leaves out 50 at most, or one alone. */
const MAX_ROUNDS = 50;
const RETRY_MS = { first: 1_000, most: 60_000 };

export interface InStepOptions {
	readonly project: string;
	readonly pruneLimit?: number | undefined;
	/** Ends after the first round. */
	readonly once: boolean;
	readonly signal: AbortSignal;
	/** All that is there now. Rejects when the source can't be read. */
	read(): Promise<Found>;
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

/** In the order of their keys. Of objects that share a key the first one counts. */
function distinct({ monitors, ...found }: Found): Found {
	const byKey = new Map(monitors.toReversed().map((monitor) => [monitor.key, monitor]));
	return { ...found, monitors: [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** Whether all of it was taken. What is refused is left out, and then nothing is deleted. */
async function apply(found: Found, options: InStepOptions): Promise<boolean> {
	let monitors = [...found.monitors, ...(await keptMonitors(found, options.project))];
	for (let round = 0; round < MAX_ROUNDS; round += 1) {
		const refused = await put(monitors, options, found.isWhole && round === 0);
		if (refused === null) return round === 0;
		const indexes = new Set<number>();
		for (const { path, message } of refused) {
			const index = Number(/^\/monitors\/(\d+)/.exec(path)?.[1] ?? Number.NaN);
			printAside(`${monitors[index]?.key ?? "The configuration"}: ${message} (${path})`);
			if (Number.isInteger(index)) indexes.add(index);
		}
		if (indexes.size === 0) return false;
		monitors = monitors.filter((_, index) => !indexes.has(index));
	}
	printAside("Nothing was applied: the service refuses more than is left out at once.");
	return false;
}

/** Monitors of what can't be read at present, as the service has them. */
async function keptMonitors({ unread }: Found, project: string): Promise<readonly FoundMonitor[]> {
	if (unread.length === 0) return [];
	const { monitors = [] } = (await servedDocument(project)) as { readonly monitors?: readonly FoundMonitor[] };
	return monitors.filter(({ key }) => unread.some((beginning) => key.startsWith(beginning)));
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
