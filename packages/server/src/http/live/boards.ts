/**
 * A cache of the teams' boards. All clients of one team share one read of the database, one body and one compressed
 * body. Boards that were not requested for a while are dropped.
 */

import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Tx } from "../../storage/database/tx.ts";
import { TeamBoard } from "./team-board.ts";

const compress = promisify(gzip);

/** A board is cached for this long, which is also the interval of live changes. */
const FRESH_MS = 1_000;
const DROP_AFTER_MS = 10 * 60_000;
/** Boards that are kept, and monitors on them: about 12 MB of memory for 10,000. The board of one team always is. */
const MOST_KEPT = { boards: 50, monitors: 100_000 };

interface BoardBody {
	/** Strong: of the content without `generatedAt`. */
	readonly etag: string;
	/** UTF-8 of JSON. */
	readonly json: Buffer<ArrayBuffer>;
	/** Created at the first request. */
	gzipped(): Promise<Buffer>;
}

interface Entry {
	readonly board: TeamBoard;
	readAt: number;
	body: BoardBody | null;
	reading: Promise<BoardBody> | null;
}

export class Boards {
	readonly #database: Tx;
	/** In the order of their last use. */
	readonly #entries = new Map<number, Entry>();

	constructor(tx: Tx) {
		this.#database = tx;
	}

	/** The board of a team at `now`, at most FRESH_MS old. */
	async bodyOf(teamId: number, now: number): Promise<BoardBody> {
		const entry = this.#entryOf(teamId, now);
		if (entry.body && now - entry.readAt < FRESH_MS && now >= entry.readAt) return entry.body;
		entry.reading ??= this.#read(entry, now).finally(() => {
			entry.reading = null;
		});
		return entry.reading;
	}

	#entryOf(teamId: number, now: number): Entry {
		const entry = this.#entries.get(teamId) ?? {
			board: new TeamBoard(this.#database, teamId),
			readAt: now,
			body: null,
			reading: null,
		};
		this.#entries.delete(teamId);
		this.#entries.set(teamId, entry);
		let monitors = 0;
		for (const { board } of this.#entries.values()) monitors += board.size;
		for (const [id, other] of this.#entries) {
			const isOld = now - other.readAt > DROP_AFTER_MS;
			const areTooMany = this.#entries.size > MOST_KEPT.boards || monitors > MOST_KEPT.monitors;
			if (id === teamId || other.reading !== null || !(isOld || areTooMany)) continue;
			this.#entries.delete(id);
			monitors -= other.board.size;
		}
		return entry;
	}

	async #read(entry: Entry, now: number): Promise<BoardBody> {
		const content = await entry.board.read(now);
		const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
		if (entry.body?.etag !== etag) {
			const generatedAt = new Date(now).toISOString();
			const json = Buffer.from(`{"data":{"generatedAt":"${generatedAt}",${content.slice(1)}}`);
			let gzipped: Promise<Buffer> | undefined;
			entry.body = {
				etag,
				json,
				gzipped() {
					gzipped ??= compress(json, { level: constants.Z_BEST_SPEED + 2 });
					return gzipped;
				},
			};
		}
		entry.readAt = now;
		return entry.body;
	}
}
