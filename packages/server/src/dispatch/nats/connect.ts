/** Opens connections to NATS, by TCP or by WebSocket as the address says. */

import { type Authenticator, connect, type NatsConnection, wsconnect } from "@nats-io/transport-node";

interface ConnectOptions {
	readonly url: string;
	readonly authenticator: Authenticator;
	/** For whoever reads the server's lists. */
	readonly name: string;
	readonly inboxPrefix?: string;
}

/** A connection that is lost is opened again after this long, for ever. */
const RECONNECT_AFTER_MS = 1_000;
const CONNECT_WITHIN_MS = 10_000;
/** A silent server is noticed after two of these. */
const PING_EVERY_MS = 5_000;

/**
 * Connects once; from then on the connection comes back by itself, unless the server refuses its user twice. One
 * process uses one kind of address: the library keeps the kind for all of its connections.
 */
export function openConnection({ url, ...options }: ConnectOptions): Promise<NatsConnection> {
	const how = {
		...options,
		servers: url,
		timeout: CONNECT_WITHIN_MS,
		reconnectTimeWait: RECONNECT_AFTER_MS,
		maxReconnectAttempts: -1,
		pingInterval: PING_EVERY_MS,
		// Behind a proxy the server's own addresses lead nowhere.
		ignoreClusterUpdates: true,
	};
	return isWebSocket(url) ? wsconnect(how) : connect(how);
}

function isWebSocket(url: string): boolean {
	return /^wss?:/.test(url);
}
