/**
 * NATS: the connection of this process, and the tokens of probers. Its libraries are loaded where they are used: most
 * installations have no NATS.
 */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config.ts";
import type { Attempts } from "../dispatch/interface.ts";
import type { ControlLink } from "../dispatch/nats/control/control-link.ts";
import type { KnownProber } from "../dispatch/nats/control/presence.ts";
import { type NatsCredentials, natsCredentials } from "../dispatch/nats/credentials.ts";
import type { Heartbeat } from "../dispatch/nats/read-message.ts";
import type { ServerFacts } from "../dispatch/nats/server-check.ts";
import { ALL_TEAMS } from "../dispatch/nats/subjects.ts";
import { writeToken } from "../dispatch/nats/token.ts";
import type { CheckOrder } from "../domain/checks/check.ts";
import { type IssueToken, NO_NATS, type NoTokens } from "../services/probers/create.ts";
import type { Tx } from "../storage/database/tx.ts";
import { directoryRows, noteHeartbeat, removedProbers } from "../storage/locations/probers.ts";
import type { Parts } from "./parts.ts";

interface NatsConfig {
	readonly url: string;
	readonly credentials: NatsCredentials;
}

/** Null: this installation has no NATS. */
export function natsConfig({ natsUrl: url, natsCredentials: file }: Config): NatsConfig | null {
	if (url === null && file === null) return null;
	if (url === null || file === null) throw new ConfigError(["NATS_URL and NATS_CREDENTIALS must be set together."]);
	try {
		return { url, credentials: natsCredentials.parse(JSON.parse(readFileSync(file, "utf8"))) };
	} catch {
		const what = `NATS_CREDENTIALS must be the path of a file that \`lapwing nats init\` wrote; ${file} can't be read.`;
		throw new ConfigError([what]);
	}
}

/** Later than its instant says, a removal may be committed, or its clock may be behind. */
const REMOVED_LATE_MS = 10 * 60_000;

/**
 * Connects in the background: whatever NATS does, this process starts.
 * @param ordersChecks whether this process orders checks of the probers: a location counts as heard while one that does
 *   hears its probers
 */
export async function natsLink(
	parts: Parts,
	{ ordersChecks }: { readonly ordersChecks: boolean },
): Promise<ControlLink | null> {
	const { config, database, log, now, knowsTime } = parts;
	const nats = natsConfig(config);
	if (nats === null) return null;
	const { ControlLink } = await import("../dispatch/nats/control/control-link.ts");
	// A process reads each that was removed once.
	const removed = new Map<string, { publicId: string; natsUser: string }>();
	let removedUntil = 0;
	return new ControlLink({
		...nats,
		id: randomUUID().replaceAll("-", ""),
		directory: {
			async read() {
				const probers = await directoryRows(database.requests);
				for (const prober of await removedProbers(database.requests, removedUntil - REMOVED_LATE_MS)) {
					removed.set(prober.publicId, prober);
					removedUntil = Math.max(removedUntil, prober.revokedAt);
				}
				return { probers: probers.map((row) => knownProber(row, now())), removed: [...removed.values()] };
			},
			...(ordersChecks && {
				// What a power failure takes back, the next heartbeat says again.
				noteHeartbeat: (proberId: number, beat: Heartbeat) => noteHeartbeat(database.repeatable, proberId, beat, now()),
			}),
		},
		log,
		now,
		knowsTime,
		monotonic: () => performance.now(),
	});
}

/** Single attempts in other locations, for a process that makes no checks; null: this installation has no NATS. */
export async function natsAttempts(parts: Parts, opened: AsyncDisposableStack): Promise<Attempts | null> {
	const link = await natsLink(parts, { ordersChecks: false });
	if (link === null) return null;
	opened.defer(() => link.close());
	link.start();
	return {
		attempt: async (order, locationId, options) =>
			locationId === null ? null : link.attempt(order, locationId, options),
		locationsWithProber: () => link.presence.locations(),
		absenceAt: (locationId) => link.presence.absenceAt(locationId),
	};
}

function knownProber(row: Awaited<ReturnType<typeof directoryRows>>[number], now: number): KnownProber {
	return {
		id: row.id,
		publicId: row.public_id,
		publicKey: row.public_key,
		locationId: row.location_id,
		place: { owner: row.team_public_id ?? ALL_TEAMS, location: row.location_public_id },
		allowsPrivateTargets: row.allows_private_targets === 1,
		isSetAside: (row.set_aside_until ?? 0) > now,
	};
}

/**
 * Makes tokens, or says what is missing.
 * @param isInsecure whether an address without encryption may leave the machine
 */
export function tokenIssuer(config: Config, { isInsecure = false } = {}): IssueToken | NoTokens {
	const nats = natsConfig(config);
	if (nats === null) return NO_NATS;
	const url = proberUrl(config, nats);
	if (!isInsecure && !isProtected(url)) {
		const what = `Probers would connect to ${url} without encryption.`;
		return { missing: `${what} Set PROBER_URL to an address that begins with wss:// or tls://.` };
	}
	return async ({ team, location, prober }) => {
		const [{ proberUser }, { newKeyPair }] = await Promise.all([
			import("../dispatch/nats/keys.ts"),
			import("../dispatch/nats/sealing.ts"),
		]);
		const place = { owner: team ?? ALL_TEAMS, location };
		const { jwt, seed, publicKey: natsUser } = await proberUser(nats.credentials, place, prober);
		const { publicKey, privateKey: key } = await newKeyPair();
		return { token: writeToken({ v: 1, url, ...place, prober, jwt, seed, key }), natsUser, publicKey };
	};
}

/** Whether the tokens of probers lead to this machine alone. */
export function probersStayHere(config: Config): boolean {
	const nats = natsConfig(config);
	return nats !== null && isLoopback(new URL(proberUrl(config, nats)).hostname);
}

function proberUrl(config: Config, nats: NatsConfig): string {
	return config.proberUrl ?? publicWebSocket(config) ?? nats.url;
}

/** Where the proxy of the dashboard leads to NATS; null where PUBLIC_URL is not set, or has no TLS. */
function publicWebSocket({ publicUrl }: Config): string | null {
	return publicUrl?.startsWith("https:") ? `${publicUrl.replace(/^https:/, "wss:")}/nats` : null;
}

/** Whether sockets to this address are encrypted, or do not leave the machine. */
function isProtected(url: string): boolean {
	const { protocol, hostname } = new URL(url);
	if (protocol === "tls:" || protocol === "wss:") return true;
	return isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Rejects when the server can't be used at all. */
export async function tryNats(nats: NatsConfig): Promise<ServerFacts> {
	const { checkServer } = await import("../dispatch/nats/server-check.ts");
	return checkServer(nats, Date.now);
}

/** One attempt of `order` by each prober of a location; null for one that did not answer. */
export async function askLocation(database: Tx, nats: NatsConfig, location: string, order: CheckOrder) {
	const { askProber } = await import("../dispatch/nats/server-check.ts");
	const rows = (await directoryRows(database)).filter((row) => row.location === location);
	return Promise.all(
		rows.map(async (row) => {
			const startedAt = performance.now();
			const outcome = await askProber(nats, knownProber(row, 0), { ...order, locationId: row.location_id });
			return { name: row.name, outcome, tookMs: Math.ceil(performance.now() - startedAt) };
		}),
	);
}

/** The line to run, with the token in it. */
export function proberCommand(token: string): string {
	return `LAPWING_PROBER_TOKEN=${token} lapwing prober`;
}
