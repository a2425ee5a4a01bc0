/** The streams of orders in the server: one with its consumer for each location that has probers, and no other. */

import {
	AckPolicy,
	DiscardPolicy,
	JetStreamApiError,
	jetstreamManager,
	RetentionPolicy,
	StorageType,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { ALL_ORDERS, CONSUMER, isStreamOfLocation, ordersSubject, type Place, streamOf } from "./subjects.ts";

/** Orders that no prober took by then are gone from the stream; `control` sends them again. */
export const UNACCEPTED_ORDERS_LIVE_MS = 30_000;
/**
 * Of messages that wait, a location. NATS reserves the bytes that a stream names as its own, so that a few streams
 * would take all of MAX_MEMORY (./server-config.ts): the orders of a team have their bound where they are sent
 * (./control/waiting-bytes.ts).
 */
const STREAM_MESSAGES = 10_000;
const NS = 1e6;
/** NATS: the stream is there with a different configuration. */
const STREAM_EXISTS = 10_058;
const STREAM_NOT_FOUND = 10_059;

interface Log {
	warn(facts: object, message: string): void;
}

export class LocationStreams {
	readonly #log: Log;
	readonly #stopping: AbortSignal;
	/** Locations whose stream the server has. */
	#made = new Set<number>();
	/** What failed the last time, as the log has it. */
	#failed = "";

	/** @param stopping aborted once failures are ours */
	constructor(log: Log, stopping: AbortSignal) {
		this.#log = log;
		this.#stopping = stopping;
	}

	has(locationId: number): boolean {
		return this.#made.has(locationId);
	}

	lost(locationId: number): void {
		this.#made.delete(locationId);
	}

	/** With a connection: the server may be a new one, with an empty store. */
	begin(): void {
		this.#made = new Set();
	}

	/**
	 * One that can't be made or deleted stops no other.
	 * @param places by location
	 * @param existing the names of streams, read before the places: what another `control` made since is of a prober that
	 *   is not among them
	 */
	async keep(
		connection: NatsConnection,
		places: ReadonlyMap<number, Place>,
		existing: PromiseSettledResult<readonly string[]>,
	): Promise<void> {
		const made = this.#made;
		for (const locationId of made) if (!places.has(locationId)) made.delete(locationId);
		const kept = new Set(Array.from(places.values(), streamOf));
		const names = existing.status === "fulfilled" ? existing.value : [];
		const failures = existing.status === "fulfilled" ? [] : [sentence("all", existing.reason)];
		const attempt = async (stream: string, work: Promise<unknown>) => {
			await work.catch((error) => void failures.push(sentence(stream, error)));
		};
		await Promise.all([
			...[...places]
				.filter(([locationId]) => !made.has(locationId))
				.map(([locationId, place]) =>
					attempt(
						streamOf(place),
						makeStream(connection, place).then(() => made.add(locationId)),
					),
				),
			...names
				.filter((name) => isStreamOfLocation(name) && !kept.has(name))
				.map((name) => attempt(name, deleteStream(connection, name))),
		]);
		const failed = failures.sort().join("; ");
		// Once: what fails is tried again every few seconds.
		if (failed !== "" && failed !== this.#failed && !this.#stopping.aborted) {
			this.#log.warn({ streams: failures }, "NATS does not list, make or delete the streams of some locations");
		}
		this.#failed = failed;
	}
}

function sentence(stream: string, error: unknown): string {
	return `${stream}: ${error instanceof Error ? error.message : error}`;
}

/** Of all locations, those that have none any more too. */
export async function streamNames(connection: NatsConnection): Promise<readonly string[]> {
	const { streams } = await jetstreamManager(connection, { checkAPI: false });
	const names: string[] = [];
	for await (const name of streams.names(ALL_ORDERS)) names.push(name);
	return names;
}

async function deleteStream(connection: NatsConnection, name: string): Promise<void> {
	const { streams } = await jetstreamManager(connection, { checkAPI: false });
	try {
		await streams.delete(name);
	} catch (error) {
		// Another `control` was faster.
		if (!(error instanceof JetStreamApiError) || error.code !== STREAM_NOT_FOUND) throw error;
	}
}

async function makeStream(connection: NatsConnection, place: Place): Promise<void> {
	const manager = await jetstreamManager(connection, { checkAPI: false });
	const name = streamOf(place);
	const changeable = {
		subjects: [ordersSubject(place)],
		discard: DiscardPolicy.New,
		max_age: UNACCEPTED_ORDERS_LIVE_MS * NS,
		max_msgs: STREAM_MESSAGES,
		max_bytes: -1,
	};
	const fixed = { name, retention: RetentionPolicy.Workqueue, storage: StorageType.Memory };
	try {
		await manager.streams.add({ ...changeable, ...fixed });
	} catch (error) {
		// One of a `control` of another version.
		if (!(error instanceof JetStreamApiError) || error.code !== STREAM_EXISTS) throw error;
		await manager.streams.update(name, changeable);
	}
	await manager.consumers.add(name, {
		durable_name: CONSUMER,
		filter_subject: ordersSubject(place),
		ack_policy: AckPolicy.Explicit,
		// Accepting takes milliseconds; what is not acknowledged by then goes to another prober.
		ack_wait: 10_000 * NS,
		max_ack_pending: -1,
	});
}
