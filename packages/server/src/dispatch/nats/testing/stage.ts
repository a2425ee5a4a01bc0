/** A NATS server, a `control` and probers of it in this process, with a directory that stands for the database. */

import { connect, type NodeConnectionOptions } from "@nats-io/transport-node";
import type { CheckOrder, CheckOutcome } from "../../../domain/checks/check.ts";
import { SocketProber } from "../../../probe/check.ts";
import type { OutcomeBatch } from "../../interface.ts";
import { authenticatorOf } from "../authenticator.ts";
import { ControlLink } from "../control/control-link.ts";
import { NatsDispatcher } from "../control/dispatcher.ts";
import type { KnownProber } from "../control/presence.ts";
import { type NatsKeys, newKeys, proberUser } from "../keys.ts";
import type { CheckRef } from "../messages.ts";
import { ProberProcess } from "../prober/prober.ts";
import { newKeyPair } from "../sealing.ts";
import { inboxOf } from "../subjects.ts";
import type { ProberToken } from "../token.ts";
import { startNats } from "./nats-server.ts";

const QUIET = { info() {}, warn() {} };

interface ControlOptions {
	/** That the database knows of checks that this process did not send. */
	readonly orders?: readonly CheckOrder[];
	/** Whether another `control` waits for a check. */
	isClaimed?(check: CheckRef): boolean;
	/** Default: true. */
	knowsTime?(): boolean;
	/** Default: 1,000. */
	readonly bufferLimit?: number;
	/** Awaited when the database is asked for such orders. */
	whenAsked?(): Promise<void>;
}

interface Control {
	readonly link: ControlLink;
	readonly dispatcher: NatsDispatcher;
	readonly outcomes: CheckOutcome[];
	readonly released: CheckOrder[];
	/** Whether outcomes are committed as they come; set to false, they wait in `held`. */
	commits: boolean;
	readonly held: OutcomeBatch[];
	close(): Promise<void>;
}

/** Of all stages, whose servers know nothing of each other. */
let keysOfStages: Promise<NatsKeys> | undefined;

export async function natsStage() {
	keysOfStages ??= newKeys();
	const nats = await startNats(undefined, await keysOfStages);
	const probers: KnownProber[] = [];
	const removed: { publicId: string; natsUser: string }[] = [];
	const beats: { proberId: number; running: number }[] = [];
	const warnings: string[] = [];
	const users = new Map<string, string>();
	const links: ControlLink[] = [];
	const stopping: (() => Promise<unknown>)[] = [];
	const closing: (() => Promise<unknown>)[] = [];

	function control(options: ControlOptions = {}): Control {
		const link = new ControlLink({
			url: nats.url,
			credentials: nats.credentials,
			id: `c${links.length + 1}`,
			directory: {
				read: async () => ({ probers: [...probers], removed: [...removed] }),
				async noteHeartbeat(proberId, { running }) {
					beats.push({ proberId, running });
					return probers.find(({ id }) => id === proberId)?.isSetAside ?? false;
				},
			},
			log: { ...QUIET, warn: (_, message) => void warnings.push(message) },
			now: Date.now,
			knowsTime: () => options.knowsTime?.() ?? true,
			monotonic: () => performance.now(),
		});
		const made: Control = {
			link,
			outcomes: [],
			released: [],
			held: [],
			commits: true,
			dispatcher: new NatsDispatcher({
				link,
				receiver: {
					receive(batch) {
						made.outcomes.push(...batch.outcomes);
						if (made.commits) batch.acknowledge();
						else made.held.push(batch);
					},
				},
				release: (orders) => void made.released.push(...orders),
				async ordersOf(checks) {
					await options.whenAsked?.();
					const claimed = checks.filter((check) => options.isClaimed?.(check));
					const free = new Set(checks.filter((check) => !claimed.includes(check)).map(({ monitorId }) => monitorId));
					return { orders: (options.orders ?? []).filter(({ monitorId }) => free.has(monitorId)), claimed };
				},
				bufferLimit: options.bufferLimit ?? 1_000,
				now: Date.now,
			}),
			async close() {
				await made.dispatcher.close();
				await link.close();
			},
		};
		links.push(link);
		closing.push(made.close);
		link.start();
		return made;
	}

	/**
	 * Known to each `control`: else the first heartbeat would have no answer, and the next one comes five seconds later.
	 * By TCP as `control`: one process can use one kind of address only (../connect.ts).
	 */
	async function token(locationId: number, { team = "all", url = nats.url } = {}): Promise<ProberToken> {
		const id = probers.length + removed.length + 1;
		const place = { owner: team, location: `loc_${locationId}` };
		const publicId = `pro_${id}`;
		const keys = await newKeyPair();
		const user = await proberUser(nats.credentials, place, publicId);
		users.set(publicId, user.publicKey);
		const { publicKey } = keys;
		const known = { id, publicId, publicKey, locationId, place, allowsPrivateTargets: true, isSetAside: false };
		probers.push(known);
		// One that has no connection yet, or loses it meanwhile, reads them when it has one.
		await Promise.allSettled(links.map((link) => link.refresh()));
		return { v: 1, url, ...place, prober: publicId, jwt: user.jwt, seed: user.seed, key: keys.privateKey };
	}

	/** With which a test says what no program of ours would: as a prober, or as `control`. Closed with the stage. */
	async function connection(of?: ProberToken, options: NodeConnectionOptions = {}) {
		const opened = await connect({
			servers: nats.url,
			authenticator: authenticatorOf(of ?? nats.credentials.control),
			...(of && { inboxPrefix: inboxOf(of.prober) }),
			...options,
		});
		closing.push(() => opened.close());
		return opened;
	}

	function prober(of: ProberToken, { capacity = 100, now = Date.now } = {}) {
		const process = new ProberProcess({
			token: of,
			version: "0.0.0-test",
			capacity,
			makeProber: async ({ allowsPrivateTargets: allowPrivateTargets, clock }) =>
				new SocketProber({ allowPrivateTargets, resolvers: null, userAgent: "Lapwing/test", clock }),
			log: QUIET,
			now,
		});
		const ended = process.run();
		stopping.push(() => process.stop(0));
		return { process, ended };
	}

	return {
		nats,
		probers,
		beats,
		warnings,
		control,
		token,
		connection,
		prober,
		remove(publicId: string) {
			const index = probers.findIndex((each) => each.publicId === publicId);
			probers.splice(index, 1);
			removed.push({ publicId, natsUser: users.get(publicId) ?? "" });
		},
		async [Symbol.asyncDispose]() {
			// Before `control`, which would leave the last word of a prober without an answer.
			await Promise.all(stopping.map((stop) => stop()));
			await Promise.all(closing.map((close) => close()));
			await nats[Symbol.asyncDispose]();
		},
	};
}

/** Resolves once `condition` holds; rejects when it does not within `withinMs`. */
export async function until(condition: () => boolean, withinMs = 10_000): Promise<void> {
	for (const deadline = Date.now() + withinMs; !condition(); ) {
		if (Date.now() > deadline) throw new Error(`It did not come true within ${withinMs} ms: ${condition}`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
