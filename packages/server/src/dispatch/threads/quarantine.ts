/**
 * Servers whose TLS handshakes keep a probe thread busy for long, again and again: while their thread computes, every
 * other check in it stands still. The checks of monitors that met such a server, as their target or by a redirect, go
 * to a thread of their own, for a while.
 */

import type { HandshakeCost } from "../../probe/check.ts";

/** A usual handshake takes a millisecond; the most that is accepted of a server is bounded to some tens. */
const STALLING_MS = 100;
/** Once may be the machine's own doing. */
const STALLS_UNTIL_QUARANTINE = 3;
const COUNTED_FOR_MS = 10 * 60_000;
const QUARANTINED_FOR_MS = 60 * 60_000;
/** Servers that are remembered, at most. */
const MAX_SERVERS = 1_000;
/** Monitors that are kept apart, at most: more than one thread checks in time. */
const MAX_MONITORS = 10_000;

interface Suspect {
	readonly stalls: number;
	/** Instants of the monotonic clock. */
	readonly countedUntil: number;
	readonly quarantinedUntil: number;
}

/** Whether a handshake is worth a message to those who decide about quarantine. */
export function stallsThread({ busyMs }: HandshakeCost): boolean {
	return busyMs >= STALLING_MS;
}

export class Quarantine {
	readonly #suspects = new Map<string, Suspect>();
	/** Until when each monitor is kept apart, by its id. */
	readonly #monitors = new Map<number, number>();
	readonly #monotonic: () => number;

	constructor(monotonic: () => number) {
		this.#monotonic = monotonic;
	}

	/** Notes a handshake that a monitor's check made; true when its server is quarantined by it. */
	note(handshake: HandshakeCost, monitorId: number): boolean {
		if (!stallsThread(handshake)) return false;
		const now = this.#monotonic();
		const server = `${handshake.host}:${handshake.port}`;
		const known = this.#suspects.get(server);
		const stalls = known && known.countedUntil > now ? known.stalls + 1 : 1;
		const wasQuarantined = known !== undefined && known.quarantinedUntil > now;
		const isQuarantined = wasQuarantined || stalls >= STALLS_UNTIL_QUARANTINE;
		setLast(this.#suspects, MAX_SERVERS, server, {
			stalls,
			countedUntil: stalls === 1 ? now + COUNTED_FOR_MS : (known?.countedUntil ?? 0),
			quarantinedUntil: isQuarantined ? now + QUARANTINED_FOR_MS : 0,
		});
		if (isQuarantined) setLast(this.#monitors, MAX_MONITORS, monitorId, now + QUARANTINED_FOR_MS);
		return isQuarantined && !wasQuarantined;
	}

	/** Whether checks of this monitor belong into the thread for such servers. */
	holds(monitorId: number): boolean {
		return (this.#monitors.get(monitorId) ?? 0) > this.#monotonic();
	}
}

/** Sets a key as the newest of a map that drops its oldest. */
function setLast<Key, Value>(map: Map<Key, Value>, atMost: number, key: Key, value: Value): void {
	map.delete(key);
	map.set(key, value);
	const [oldest] = map.keys();
	if (map.size > atMost && oldest !== undefined) map.delete(oldest);
}
