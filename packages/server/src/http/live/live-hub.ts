/**
 * Live changes of a team's monitors as a stream of events. While a team has listeners, its changes are read from the
 * database once a second, so changes made on other nodes are included. Each message is encoded once for all listeners.
 *
 * Bounds: listeners per key or person, per team and per node; changes in a message; messages kept for readers that
 * reconnect; bytes that wait for a listener (./listener.ts).
 */

import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { MINUTE_LETTERS, STATUS_LETTERS } from "../../domain/figures/board.ts";
import {
	CHANGES_OVERLAP_MS,
	type ChangedMonitor,
	changedSince,
	type OpenOutagesState,
	openOutagesState,
} from "../../storage/board/changed-monitors.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { Listener, MAX_WAITING_BYTES } from "./listener.ts";

const POLL_MS = 1_000;
/** Dashboards on the walls of a company, or left open by one person; the others of the team need some, too. */
const MAX_LISTENERS_PER_ACTOR = 50;
const MAX_LISTENERS_PER_TEAM = 200;
const MAX_LISTENERS = 2_000;
/** In one message, about 800 KB. Where more changed, readers read the board again, which is less. */
const MAX_CHANGES = 5_000;
/** For readers that reconnect after a short time, and no more than may wait for one. */
const KEPT = { messages: 60, bytes: MAX_WAITING_BYTES };

/** What makes a monitor new to readers. */
const SENT_WHEN_CHANGED = ["status", "statusSince", "isEnabled", "lastMinute", "updatedAt"] as const;

interface LiveHubOptions {
	readonly database: Tx;
	readonly log: Logger;
	now(): number;
	/** Ends every stream. */
	readonly stopping: AbortSignal;
}

interface Message {
	readonly id: number;
	readonly bytes: Uint8Array;
}

/** `too_many_of_actor`: the key or the person has enough. `too_many`: the team has, or this node. */
export type NoStream = "too_many_of_actor" | "too_many" | "stopping";

interface Listening {
	/** The key or the person that listens ({@link actorKey}). */
	readonly actor: string;
	readonly lastEventId: string | undefined;
	/** Asked every five seconds; the stream ends when it answers false. */
	mayStay(): Promise<boolean>;
}

export class LiveHub {
	readonly #options: LiveHubOptions;
	readonly #teams = new Map<number, TeamStream>();
	#listeners = 0;
	readonly #listenersOfActors = new Map<string, number>();

	constructor(options: LiveHubOptions) {
		this.#options = options;
		options.stopping.addEventListener("abort", () => {
			for (const team of this.#teams.values()) team.end();
		});
	}

	/** A stream of server-sent events (HTML, "Server-sent events"), or why there is none. */
	listen(teamId: number, { actor, lastEventId, mayStay }: Listening): ReadableStream<Uint8Array> | NoStream {
		if (this.#options.stopping.aborted) return "stopping";
		const ofActor = this.#listenersOfActors.get(actor) ?? 0;
		if (ofActor >= MAX_LISTENERS_PER_ACTOR) return "too_many_of_actor";
		if (this.#listeners >= MAX_LISTENERS) return "too_many";
		const team = this.#teams.get(teamId) ?? new TeamStream(this.#options, teamId, () => this.#teams.delete(teamId));
		if (team.size >= MAX_LISTENERS_PER_TEAM) return "too_many";
		this.#teams.set(teamId, team);
		this.#count(actor, 1);
		return team.listen(lastEventId, { mayStay, onEnd: () => this.#count(actor, -1) });
	}

	#count(actor: string, change: 1 | -1): void {
		this.#listeners += change;
		const ofActor = (this.#listenersOfActors.get(actor) ?? 0) + change;
		if (ofActor === 0) this.#listenersOfActors.delete(actor);
		else this.#listenersOfActors.set(actor, ofActor);
	}
}

class TeamStream {
	readonly #options: LiveHubOptions;
	readonly #teamId: number;
	readonly #onEmpty: () => void;
	/** Part of every event id: ids of another run or node are not valid here. */
	readonly #run = randomBytes(6).toString("base64url");
	readonly #listeners = new Set<Listener>();
	/** The last messages, in their order. */
	readonly #kept: Message[] = [];
	#keptBytes = 0;
	/** As they were in the last message. */
	readonly #sent = new Map<number, ChangedMonitor>();
	/** Deleted monitors that the last reading held. */
	#removed: ReadonlySet<number> = new Set();
	/** Of the open outages, as the last reading found them; null before the first. */
	#outages: string | null = null;
	#nextId = 1;
	#since: number;
	#timer: NodeJS.Timeout | null = null;
	#isPolling = false;

	constructor(options: LiveHubOptions, teamId: number, onEmpty: () => void) {
		this.#options = options;
		this.#teamId = teamId;
		this.#onEmpty = onEmpty;
		this.#since = options.now() - CHANGES_OVERLAP_MS;
	}

	get size(): number {
		return this.#listeners.size;
	}

	listen(
		lastEventId: string | undefined,
		{ mayStay, onEnd }: { mayStay(): Promise<boolean>; onEnd(): void },
	): ReadableStream<Uint8Array> {
		const listener = new Listener(mayStay, () => {
			if (!this.#listeners.delete(listener)) return;
			onEnd();
			if (this.#listeners.size === 0) this.#stop();
		});
		this.#listeners.add(listener);
		this.#timer ??= setInterval(() => void this.#poll(), POLL_MS);
		listener.send(Buffer.from(`retry: 2000\n${this.#greeting(lastEventId)}`));
		for (const message of this.#missedSince(lastEventId)) listener.send(message.bytes);
		return listener.stream;
	}

	end(): void {
		for (const listener of this.#listeners) listener.end();
	}

	#stop(): void {
		if (this.#timer) clearInterval(this.#timer);
		this.#timer = null;
		this.#onEmpty();
	}

	/** A reader that reconnects with an id that is no longer kept must read the board again. */
	#greeting(lastEventId: string | undefined): string {
		if (lastEventId === undefined || this.#numberOf(lastEventId) !== null) return ": hello\n\n";
		return `event: resync\nid: ${this.#run}-${this.#nextId - 1}\ndata: {}\n\n`;
	}

	#missedSince(lastEventId: string | undefined): readonly Message[] {
		const last = lastEventId === undefined ? null : this.#numberOf(lastEventId);
		return last === null ? [] : this.#kept.filter(({ id }) => id > last);
	}

	/** The number of the message with this id if all messages after it are kept, else null. */
	#numberOf(eventId: string): number | null {
		const [run, number] = [eventId.slice(0, this.#run.length), eventId.slice(this.#run.length + 1)];
		const id = /^\d{1,15}$/.test(number) ? Number(number) : Number.NaN;
		const oldest = this.#kept[0]?.id ?? this.#nextId;
		return run === this.#run && id >= oldest - 1 && id < this.#nextId ? id : null;
	}

	async #poll(): Promise<void> {
		for (const listener of this.#listeners) {
			listener.tick(performance.now());
			void this.#reconsider(listener);
		}
		// If a read takes longer than a second, the next one is skipped.
		if (this.#isPolling || this.#listeners.size === 0) return;
		this.#isPolling = true;
		try {
			const now = this.#options.now();
			const changed = await changedSince(this.#options.database, this.#teamId, this.#since);
			const outages = await openOutagesState(this.#options.database, this.#teamId);
			const isNew = this.#areNew(outages);
			this.#since = now - CHANGES_OVERLAP_MS;
			this.#publish(changed, isNew);
		} catch (error) {
			this.#options.log.warn({ err: error }, "Live changes could not be read; they follow when the database answers");
		} finally {
			this.#isPolling = false;
		}
	}

	async #reconsider(listener: Listener): Promise<void> {
		try {
			await listener.reconsider(performance.now());
		} catch (error) {
			this.#options.log.warn({ err: error }, "Whether a live stream may go on could not be read; it is asked again");
		}
	}

	/** Whether readers have to read the open outages again. Of those before the first reading, only the newest count. */
	#areNew({ edition, handledAt }: OpenOutagesState): boolean {
		const before = this.#outages;
		this.#outages = edition;
		return before === null ? handledAt >= this.#since : before !== edition;
	}

	#publish(changed: readonly ChangedMonitor[], outages: boolean): void {
		const unsent = changed.filter((monitor) => this.#isNew(monitor));
		this.#removed = new Set(changed.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
		if (unsent.length === 0 && !outages) return;
		const removed = unsent.filter(({ isDeleted }) => isDeleted).map(({ publicId }) => publicId);
		const left = unsent.filter(({ isDeleted }) => !isDeleted);
		// Names, targets and tags are not in a change: after an edit the board has to be read again.
		const added = left.some((monitor) => this.#isEdited(monitor));
		for (const monitor of left) this.#sent.set(monitor.id, monitor);
		for (const { id, isDeleted } of unsent) if (isDeleted) this.#sent.delete(id);
		if (unsent.length > MAX_CHANGES) this.#send("resync", {});
		else this.#send("change", { monitors: left.map(changeForm), removed, added, outages });
	}

	#send(event: "change" | "resync", data: object): void {
		const id = this.#nextId;
		this.#nextId += 1;
		const bytes = Buffer.from(`event: ${event}\nid: ${this.#run}-${id}\ndata: ${JSON.stringify(data)}\n\n`);
		this.#kept.push({ id, bytes });
		this.#keptBytes += bytes.byteLength;
		while (this.#kept.length > KEPT.messages || this.#keptBytes > KEPT.bytes) {
			this.#keptBytes -= this.#kept.shift()?.bytes.byteLength ?? 0;
		}
		for (const listener of this.#listeners) listener.send(bytes);
	}

	#isNew(monitor: ChangedMonitor): boolean {
		const sent = this.#sent.get(monitor.id);
		// Reads overlap, so a deletion is read several times but sent once.
		if (monitor.isDeleted) return !this.#removed.has(monitor.id);
		return sent === undefined || SENT_WHEN_CHANGED.some((member) => sent[member] !== monitor[member]);
	}

	/** Whether it was edited or created since it was sent, or lately when it never was. */
	#isEdited({ id, updatedAt }: ChangedMonitor): boolean {
		const sent = this.#sent.get(id);
		return sent === undefined ? updatedAt >= this.#since : sent.updatedAt !== updatedAt;
	}
}

function changeForm(monitor: ChangedMonitor) {
	const { status, statusSince, verdict } = monitor;
	// That of the minute: the status of a job can be another than the verdict of its last run.
	const shown = (verdict === null ? undefined : VERDICTS[verdict]) ?? status;
	return {
		id: monitor.publicId,
		status,
		since: statusSince === null ? null : Math.floor(statusSince / 1000),
		enabled: monitor.isEnabled,
		responseTimeMs: monitor.responseTimeMs,
		regionalSince: monitor.regionalSince === null ? null : Math.floor(monitor.regionalSince / 1000),
		minute: monitor.lastMinute,
		mark: shown === "pending" ? STATUS_LETTERS.pending : MINUTE_LETTERS[shown],
	};
}
