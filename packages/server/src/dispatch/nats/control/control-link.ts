/**
 * The connection of a `control` to NATS: who of the probers lives, what the server must know (the account with its
 * revocations, the streams of ../streams.ts), and single attempts on request.
 *
 * Nothing here is the only copy of anything. After the server lost its store, all of it is made again from the
 * database.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import type { AttemptOutcome, CheckOrder } from "../../../domain/checks/check.ts";
import type { AttemptOptions } from "../../interface.ts";
import { authenticatorOf } from "../authenticator.ts";
import { openConnection } from "../connect.ts";
import type { NatsCredentials } from "../credentials.ts";
import { accountJwt } from "../keys.ts";
import { type AskMessage, type HeartbeatReply, MESSAGE_VERSION, writeMessage } from "../messages.ts";
import { attemptMessage, type Heartbeat, heartbeat, readMessage } from "../read-message.ts";
import { Sealer } from "../sealing.ts";
import { LocationStreams, streamNames } from "../streams.ts";
import { askSubject, HEARD, senderOf } from "../subjects.ts";
import { ListenedTime } from "./listened-time.ts";
import { type KnownProber, Presence } from "./presence.ts";

interface RemovedProber {
	readonly publicId: string;
	readonly natsUser: string;
}

/** The probers in the database. */
interface ProberDirectory {
	read(): Promise<{ readonly probers: readonly KnownProber[]; readonly removed: readonly RemovedProber[] }>;
	/** Resolves with whether it is set aside now. Absent: another process notes them, one that orders checks. */
	noteHeartbeat?(proberId: number, beat: Heartbeat): Promise<boolean>;
}

interface Log {
	info(facts: object, message: string): void;
	warn(facts: object, message: string): void;
}

interface ControlLinkOptions {
	readonly url: string;
	readonly credentials: NatsCredentials;
	/** Of this process, in subjects: letters and digits. */
	readonly id: string;
	readonly directory: ProberDirectory;
	readonly log: Log;
	/** Epoch milliseconds by the database's clock. */
	now(): number;
	/** False while `now` may be off: by it, clocks of probers would look wrong. */
	knowsTime(): boolean;
	/** Milliseconds of the system's monotonic clock. */
	monotonic(): number;
}

/** The database is asked, and the server told, this often: a prober that is removed is shut out by then. */
const RECONCILE_EVERY_MS = 5_000;
const RETRY_AFTER_MS = 1_000;
const TELL_WITHIN_MS = 5_000;
/** What was begun with the server may take longer, for example a connection to one that is silent. */
const CLOSE_WITHIN_MS = 1_000;
/** A prober's heartbeat is written this often at most. */
const NOTE_EVERY_MS = 1_000;
/** The probers are read this often at most, whatever is heard. */
const READ_APART_MS = 250;

export class ControlLink {
	readonly #options: ControlLinkOptions;
	readonly presence: Presence;
	/** By which silence is judged. */
	readonly listened: ListenedTime;
	readonly #stopping = new AbortController();
	/** By subject, whoever listens. */
	readonly #listeners: { readonly subject: string; readonly queue?: string; read(message: Msg): void }[] = [];
	readonly #sealers = new Map<number, Sealer>();
	#connection: NatsConnection | null = null;
	readonly #streams: LocationStreams;
	/** Heartbeats that were written last. `at`: by the monotonic clock. */
	readonly #noted = new Map<number, { readonly at: number; readonly isLeaving: boolean }>();
	/** The removed probers that the server knows of; null: it was told nothing since it is connected. */
	#told: string | null = null;
	#removed = new Set<string>();
	#running: Promise<void> | null = null;
	#wake: (() => void) | undefined;

	constructor(options: ControlLinkOptions) {
		this.#options = options;
		this.listened = new ListenedTime(options.monotonic);
		this.presence = new Presence(this.listened.ms);
		this.#streams = new LocationStreams(options.log, this.#stopping.signal);
		this.listen({ subject: HEARD.alive, read: (message) => void this.#hear(message) });
	}

	get id(): string {
		return this.#options.id;
	}

	/** Null while there is none. */
	get connection(): NatsConnection | null {
		return this.#connection;
	}

	/** To be called before `start`. */
	listen(listener: { readonly subject: string; readonly queue?: string; read(message: Msg): void }): void {
		this.#listeners.push(listener);
	}

	start(): void {
		this.#running ??= Promise.all([this.#connect(), this.#reconcile()]).then(() => {});
	}

	/** Does not wait for a server that is silent. */
	async close(): Promise<void> {
		this.#stopping.abort();
		this.listened.close();
		this.#wake?.();
		await Promise.race([this.#running, pause(CLOSE_WITHIN_MS, undefined, { ref: false })]);
	}

	/** Whether orders can be sent to a location now. */
	isReady(locationId: number): boolean {
		return this.#connection !== null && this.#streams.has(locationId);
	}

	/** Seals for all probers of a location, which is known to have some. */
	seal(locationId: number, message: unknown): Promise<Uint8Array> {
		let sealer = this.#sealers.get(locationId);
		if (!sealer) {
			sealer = new Sealer();
			this.#sealers.set(locationId, sealer);
		}
		const recipients = this.presence
			.known(locationId)
			.map(({ publicId, publicKey }) => ({ prober: publicId, publicKey }));
		return sealer.seal(writeMessage(message), recipients, this.#options.monotonic());
	}

	/** The server has lost a stream: it is made again soon. */
	noteStreamLost(locationId: number): void {
		this.#streams.lost(locationId);
		this.#wake?.();
	}

	async attempt(
		order: CheckOrder,
		locationId: number,
		{ timeoutMs, signal }: AttemptOptions,
	): Promise<AttemptOutcome | null> {
		const prober = this.presence.freest(locationId);
		if (prober === null || this.#connection === null || signal.aborted) return null;
		const ask: AskMessage = { v: MESSAGE_VERSION, order: { ...order, locationId }, timeoutMs };
		const { promise: aborted, resolve: abort } = Promise.withResolvers<null>();
		const onAbort = () => abort(null);
		signal.addEventListener("abort", onAbort, { once: true });
		try {
			const sealed = await this.seal(locationId, ask);
			const asked = this.#connection.request(askSubject(prober.place, prober.publicId), sealed, { timeout: timeoutMs });
			// It may be rejected after it was given up.
			asked.catch(() => {});
			const reply = await Promise.race([asked, aborted]);
			const read = reply && readMessage(attemptMessage, reply.data);
			return read?.outcome ? { ...(read.outcome as AttemptOutcome), proberId: prober.id } : null;
		} catch {
			// Late, or nobody there any more.
			return null;
		} finally {
			signal.removeEventListener("abort", onAbort);
		}
	}

	async #connect(): Promise<void> {
		const { url, credentials, id, log } = this.#options;
		const { signal } = this.#stopping;
		for (let isFirst = true; !signal.aborted; isFirst = false) {
			try {
				const authenticator = authenticatorOf(credentials.control);
				const connection = await openConnection({ url, authenticator, name: `control ${id}` });
				if (signal.aborted) return await connection.close();
				// Also while it is lost: then the library tries to open it again, for ever.
				const close = () => void connection.close();
				signal.addEventListener("abort", close, { once: true });
				log.info({ url, version: connection.info?.version }, "Connected to NATS");
				for (const { subject, queue, read } of this.#listeners) {
					connection.subscribe(subject, {
						...(queue !== undefined && { queue }),
						callback: (error, message) => {
							if (!error) read(message);
						},
					});
				}
				this.#begin(connection);
				void this.#watch(connection);
				const reason = await connection.closed();
				signal.removeEventListener("abort", close);
				this.#connection = null;
				if (!signal.aborted) log.warn({ err: reason }, "The connection to NATS was closed and is opened again");
			} catch (error) {
				// Once: a server that is away for an hour would fill the log.
				if (isFirst)
					log.warn({ err: error, url }, "NATS can't be reached; probers elsewhere make no checks until it can");
			}
			await pause(RETRY_AFTER_MS, undefined, { signal }).catch(() => {});
		}
	}

	/** The server may be a new one, with an empty store. */
	#begin(connection: NatsConnection): void {
		this.#connection = connection;
		this.#streams.begin();
		this.#told = null;
		this.#wake?.();
	}

	async #watch(connection: NatsConnection): Promise<void> {
		for await (const status of connection.status()) {
			if (status.type === "disconnect") this.#connection = null;
			if (status.type === "reconnect" && !connection.isClosed()) this.#begin(connection);
		}
	}

	async #reconcile(): Promise<void> {
		const { signal } = this.#stopping;
		while (!signal.aborted) {
			const { promise, resolve } = Promise.withResolvers<void>();
			this.#wake = resolve;
			let waitMs = RECONCILE_EVERY_MS;
			try {
				await this.refresh();
			} catch (error) {
				waitMs = RETRY_AFTER_MS;
				if (!signal.aborted) this.#options.log.warn({ err: error }, "NATS could not be told of probers yet");
			}
			const timer = setTimeout(resolve, waitMs);
			await promise;
			clearTimeout(timer);
			await pause(READ_APART_MS, undefined, { signal }).catch(() => {});
		}
	}

	/** Reads who there is, and tells the server. */
	async refresh(): Promise<void> {
		const connection = this.#connection;
		// Before the probers: a stream that another `control` makes meanwhile is of a prober that is read here.
		const [existing] = connection === null ? [] : await Promise.allSettled([streamNames(connection)]);
		const { probers, removed } = await this.#options.directory.read();
		this.presence.replace(probers);
		this.#removed = new Set(removed.map(({ publicId }) => publicId));
		const ids = new Set(probers.map(({ id }) => id));
		for (const id of this.#noted.keys()) if (!ids.has(id)) this.#noted.delete(id);
		if (connection === null || existing === undefined || connection !== this.#connection) return;
		const places = new Map(probers.map(({ locationId, place }) => [locationId, place]));
		const [revocations] = await Promise.allSettled([
			this.#tellRemoved(removed),
			this.#streams.keep(connection, places, existing),
		]);
		if (revocations.status === "rejected") throw revocations.reason;
	}

	async #tellRemoved(removed: readonly RemovedProber[]): Promise<void> {
		const told = removed.map(({ natsUser }) => natsUser).join();
		if (told === this.#told) return;
		await tellAccount(this.#options, await accountJwt(this.#options.credentials, removed));
		this.#told = told;
	}

	async #hear(message: Msg): Promise<void> {
		const beat = readMessage(heartbeat, message.data);
		const sender = senderOf(message.subject);
		if (beat === null) return;
		const reply = (state: HeartbeatReply["state"], allowsPrivateTargets: boolean) => {
			const answer: HeartbeatReply = { v: MESSAGE_VERSION, state, allowsPrivateTargets, at: this.#options.now() };
			message.respond(writeMessage(answer));
		};
		const prober = this.presence.byPublicId(sender.prober);
		if (prober === undefined || prober.place.location !== sender.location || prober.place.owner !== sender.owner) {
			if (this.#removed.has(sender.prober)) reply("revoked", false);
			// It may have been made a moment ago.
			else this.#wake?.();
			return;
		}
		this.presence.hear(prober, beat);
		// It asks again in a second; another `control` may know.
		if (!this.#options.knowsTime()) return;
		const isSetAside = await this.#note(prober, beat);
		reply(isSetAside ? "set_aside" : "connected", prober.allowsPrivateTargets);
	}

	/** Resolves with whether it is set aside. */
	async #note({ id }: KnownProber, beat: Heartbeat): Promise<boolean> {
		const { directory, monotonic } = this.#options;
		if (directory.noteHeartbeat === undefined) return this.presence.isSetAside(id);
		const at = monotonic();
		const { isLeaving } = beat;
		const last = this.#noted.get(id);
		const isRecent = last !== undefined && at - last.at < NOTE_EVERY_MS;
		if (isRecent && (!isLeaving || last.isLeaving)) return this.presence.isSetAside(id);
		this.#noted.set(id, { at, isLeaving });
		try {
			this.presence.setAside(id, await directory.noteHeartbeat(id, beat));
		} catch {
			// The database may be away; the prober lives nevertheless.
		}
		return this.presence.isSetAside(id);
	}
}

/** Hands the account to the server, as its system user. */
async function tellAccount(
	{ url, credentials }: Pick<ControlLinkOptions, "url" | "credentials">,
	jwt: string,
): Promise<void> {
	const authenticator = authenticatorOf(credentials.systemUser);
	const connection = await openConnection({ url, authenticator, name: "control, for revocations" });
	try {
		const reply = await connection.request("$SYS.REQ.CLAIMS.UPDATE", jwt, { timeout: TELL_WITHIN_MS });
		const { error } = reply.json<{ error?: { description?: string } }>();
		if (error) throw new Error(`NATS did not take the account: ${error.description}`);
	} finally {
		await connection.close();
	}
}
