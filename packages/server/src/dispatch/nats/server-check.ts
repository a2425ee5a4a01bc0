/** Tries a NATS server as `control` would use it, for `lapwing doctor`. Leaves nothing there. */

import { randomUUID } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import type { AttemptOutcome, CheckOrder } from "../../domain/checks/check.ts";
import { authenticatorOf } from "./authenticator.ts";
import { openConnection } from "./connect.ts";
import type { NatsCredentials } from "./credentials.ts";
import { type AskMessage, MESSAGE_VERSION, writeMessage } from "./messages.ts";
import { attemptMessage, readMessage } from "./read-message.ts";
import { Sealer } from "./sealing.ts";
import { askSubject, HEARD, type Place } from "./subjects.ts";

/** JetStream answers what is asked of it here since this version, which is also the first that Debian has. */
const OLDEST = [2, 9, 4] as const;
const ANSWER_WITHIN_MS = 3_000;
/** As `lapwing nats init` sets it: one order may have 4 MiB. */
const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;
const CONFIG = "Start it with the nats.conf of `lapwing nats init`.";
const CREDENTIALS = "Set NATS_CREDENTIALS to the credentials.json that is beside its nats.conf.";

interface Server {
	readonly url: string;
	readonly credentials: NatsCredentials;
}

export interface ServerFacts {
	readonly version: string;
	/** What is wrong with it, with what to do. */
	readonly problems: readonly string[];
	/** Null: not tried. */
	readonly roundTripMs: number | null;
	/** Its clock minus ours; null where it does not say. */
	readonly clockOffsetMs: number | null;
}

/** Rejects when there is no server, or it does not know the credentials. */
export async function checkServer(server: Server, now: () => number): Promise<ServerFacts> {
	const connection = await connectAs(server, "control");
	try {
		const version = connection.info?.version ?? "0";
		if (!isRecent(version)) {
			const problems = [`its version is ${version}. Install ${OLDEST.join(".")} or later.`];
			return { version, problems, roundTripMs: null, clockOffsetMs: null };
		}
		const problems: string[] = [];
		if ((connection.info?.max_payload ?? 0) < MAX_PAYLOAD_BYTES) {
			problems.push(`its max_payload is below ${MAX_PAYLOAD_BYTES}. ${CONFIG}`);
		}
		const refused = refusalsOf(connection);
		const roundTripMs = await roundTrip(connection).catch(() => {
			const why = refused[0] ?? `nothing came back within ${ANSWER_WITHIN_MS / 1_000} s`;
			problems.push(`a message of ours did not make the round trip: ${why}. ${CREDENTIALS}`);
			return null;
		});
		if (!(await hasJetStream(connection))) {
			problems.push(`it has no JetStream. ${CONFIG}`);
		}
		const clockOffsetMs = await clockOffset(server, now).catch(() => {
			problems.push(`it does not know the system user, so no prober could be shut out. ${CREDENTIALS}`);
			return null;
		});
		return { version, problems, roundTripMs, clockOffsetMs };
	} finally {
		await connection.close();
	}
}

interface AskedProber {
	readonly publicId: string;
	readonly publicKey: string;
	readonly place: Place;
}

/** One attempt by a prober; null: it did not answer in time. */
export async function askProber(server: Server, { publicId, publicKey, place }: AskedProber, order: CheckOrder) {
	const connection = await connectAs(server, "control");
	try {
		const ask: AskMessage = { v: MESSAGE_VERSION, order, timeoutMs: order.timeoutMs };
		const sealed = await new Sealer().seal(writeMessage(ask), [{ prober: publicId, publicKey }], 0);
		const timeout = order.timeoutMs + ANSWER_WITHIN_MS;
		const reply = await connection.request(askSubject(place, publicId), sealed, { timeout });
		return (readMessage(attemptMessage, reply.data)?.outcome ?? null) as AttemptOutcome | null;
	} catch {
		return null;
	} finally {
		await connection.close();
	}
}

function connectAs({ url, credentials }: Server, user: "control" | "systemUser"): Promise<NatsConnection> {
	return openConnection({ url, authenticator: authenticatorOf(credentials[user]), name: "lapwing doctor" });
}

/** What the server says that this user may not do, as it comes. */
function refusalsOf(connection: NatsConnection): readonly string[] {
	const refused: string[] = [];
	const listen = async () => {
		for await (const status of connection.status()) if (status.type === "error") refused.push(status.error.message);
	};
	void listen();
	return refused;
}

/** Milliseconds until a message to a subject of outcomes came back. Rejects when it may not, or did not. */
async function roundTrip(connection: NatsConnection): Promise<number> {
	const subject = HEARD.outcomes(`doctor-${randomUUID()}`).replaceAll("*", "doctor");
	connection.subscribe(subject, { max: 1, callback: (error, message) => void (!error && message.respond()) });
	const startedAt = performance.now();
	await connection.request(subject, undefined, { timeout: ANSWER_WITHIN_MS });
	return performance.now() - startedAt;
}

async function hasJetStream(connection: NatsConnection): Promise<boolean> {
	try {
		await (await jetstreamManager(connection, { timeout: ANSWER_WITHIN_MS })).getAccountInfo();
		return true;
	} catch {
		return false;
	}
}

async function clockOffset(server: Server, now: () => number): Promise<number | null> {
	const connection = await connectAs(server, "systemUser");
	try {
		const askedAt = now();
		const reply = await connection.request("$SYS.REQ.SERVER.PING", undefined, { timeout: ANSWER_WITHIN_MS });
		const { server: answered } = reply.json<{ server?: { time?: string } }>();
		const at = Date.parse(answered?.time ?? "");
		return Number.isNaN(at) ? null : Math.round(at - (askedAt + now()) / 2);
	} finally {
		await connection.close();
	}
}

function isRecent(version: string): boolean {
	const parts = version.split(/[.-]/).map(Number);
	for (const [index, oldest] of OLDEST.entries()) {
		const part = parts[index] ?? 0;
		if (part !== oldest) return part > oldest;
	}
	return true;
}
