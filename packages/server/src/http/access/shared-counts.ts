/**
 * Counts of rate limits that several processes share through the database. What a process counts is added there within
 * {@link GATHER_MS}, many keys in one statement, and the answer says what all have counted. So a limit holds but for
 * what reaches other processes in that time and a round trip (docs/operate/several.md#limits).
 *
 * While the database does not answer, each process has what it counts itself.
 */

import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { MINUTE_MS } from "../../domain/durations.ts";
import { addCounts, pruneWindows } from "../../storage/access/rate-windows.ts";
import type { Tx } from "../../storage/database/tx.ts";

const GATHER_MS = 20;
/** In one statement. */
const KEYS_AT_ONCE = 1_000;
/** That wait while the database does not answer: some MB. Strangers make keys, an address or a mail address each. */
const MOST_WAITING = 20_000;
/** After a failure. */
const RETRY_MS = 1_000;

/** What is counted of a key. */
export interface Window {
	endsAt: number;
	count: number;
	/** Of `count`, what other processes do not know yet. */
	unshared: number;
}

interface SharedCountsDependencies {
	readonly database: Tx;
	readonly log: Logger;
	/** Epoch milliseconds: the same clock in all processes. */
	now(): number;
}

export class SharedCounts {
	readonly #deps: SharedCountsDependencies;
	/** Windows with counts that the others do not know, by the key of their row. */
	#changed = new Map<string, Window>();
	#sharing: Promise<void> | null = null;
	#prunedAt = Number.NEGATIVE_INFINITY;
	#isFailing = false;

	constructor(deps: SharedCountsDependencies) {
		this.#deps = deps;
	}

	add(limit: string, key: string | number, window: Window): void {
		const id = `${limit}\0${key}`;
		if (this.#changed.size < MOST_WAITING || this.#changed.has(id)) this.#changed.set(id, window);
		this.#sharing ??= this.#shareAll();
	}

	/** Resolves once all that was counted before is shared. */
	async settled(): Promise<void> {
		while (this.#sharing !== null) await this.#sharing;
	}

	async #shareAll(): Promise<void> {
		try {
			while (this.#changed.size > 0) {
				await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
				const changed = [...this.#changed].slice(0, KEYS_AT_ONCE);
				for (const [key] of changed) this.#changed.delete(key);
				await this.#share(changed);
			}
			await this.#prune();
			this.#isFailing = false;
		} catch (error) {
			// Once, until it answers again.
			if (!this.#isFailing) this.#deps.log.warn({ err: error }, "Rate limits count what reaches this process alone");
			this.#isFailing = true;
			await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		} finally {
			this.#sharing = null;
		}
	}

	async #share(changed: readonly (readonly [string, Window])[]): Promise<void> {
		const { database, now } = this.#deps;
		const sent = new Map(changed.map(([key, window]) => [rowKey(key), { window, count: window.unshared }]));
		const rows = Array.from(sent, ([key, { window, count }]) => ({ key, ends_at: window.endsAt, count }));
		for (const { window, count } of sent.values()) window.unshared -= count;
		const known = await addCounts(database, rows, now()).catch((error) => {
			for (const { window, count } of sent.values()) window.unshared += count;
			for (const [key, window] of changed) if (!this.#changed.has(key)) this.#changed.set(key, window);
			throw error;
		});
		for (const { key, ends_at, count } of known) {
			const window = sent.get(key)?.window;
			if (window === undefined) continue;
			window.count = count + window.unshared;
			window.endsAt = ends_at;
		}
	}

	async #prune(): Promise<void> {
		const { database, now } = this.#deps;
		if (now() - this.#prunedAt < MINUTE_MS) return;
		this.#prunedAt = now();
		await pruneWindows(database, now());
	}
}

/** Addresses and mail addresses are among what is counted: the table holds neither. */
function rowKey(key: string): string {
	return createHash("sha256").update(key).digest("base64url").slice(0, 22);
}
