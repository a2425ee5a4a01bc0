/**
 * Servers whose TLS handshakes keep a probe thread busy for long, again and again: while their thread computes, every
 * other check in it stands still. Their checks go to a thread of their own, for a while.
 */

import { speaksTls, type TypeSettings, targetOf } from "../../domain/monitors/types.ts";

/** A usual handshake takes a millisecond; the most that is accepted of a server is bounded to some tens. */
const STALLING_MS = 100;
/** Once may be the machine's own doing. */
const STALLS_UNTIL_QUARANTINE = 3;
const COUNTED_FOR_MS = 10 * 60_000;
const QUARANTINED_FOR_MS = 60 * 60_000;
/** Servers that are remembered, at most. */
const SERVERS_AT_MOST = 1_000;

interface Suspect {
	stalls: number;
	/** Instants of the monotonic clock. */
	countedUntil: number;
	quarantinedUntil: number;
}

export interface HandshakeTime {
	readonly host: string;
	readonly port: number;
	/** For how long it kept the thread busy, milliseconds. */
	readonly busyMs: number;
}

/** Whether a handshake is worth a message to those who decide about quarantine. */
export function stallsThread({ busyMs }: HandshakeTime): boolean {
	return busyMs >= STALLING_MS;
}

export class Quarantine {
	readonly #suspects = new Map<string, Suspect>();
	readonly #monotonic: () => number;

	constructor(monotonic: () => number) {
		this.#monotonic = monotonic;
	}

	/** Notes a handshake; true when its server is quarantined by it. */
	note(handshake: HandshakeTime): boolean {
		if (!stallsThread(handshake)) return false;
		const now = this.#monotonic();
		const server = `${handshake.host}:${handshake.port}`;
		const known = this.#suspects.get(server);
		const suspect =
			known && known.countedUntil > now
				? known
				: { stalls: 0, countedUntil: now + COUNTED_FOR_MS, quarantinedUntil: known?.quarantinedUntil ?? 0 };
		suspect.stalls += 1;
		// Set anew, so that what is dropped below is what was noted first.
		this.#suspects.delete(server);
		this.#suspects.set(server, suspect);
		if (this.#suspects.size > SERVERS_AT_MOST) this.#suspects.delete(this.#suspects.keys().next().value ?? server);
		if (suspect.stalls < STALLS_UNTIL_QUARANTINE) return false;
		const isNew = suspect.quarantinedUntil <= now;
		suspect.quarantinedUntil = now + QUARANTINED_FOR_MS;
		return isNew;
	}

	/** Whether checks of a monitor with `settings` belong into the thread for such servers. */
	holds(settings: TypeSettings): boolean {
		if (this.#suspects.size === 0) return false;
		const suspect = this.#suspects.get(serverOf(settings));
		return suspect !== undefined && suspect.quarantinedUntil > this.#monotonic();
	}
}

/** As the dialer names it; a name that no handshake has where the type speaks no TLS. */
function serverOf(settings: TypeSettings): string {
	const url = speaksTls(settings) ? URL.parse(targetOf(settings)) : null;
	return url === null ? "" : `${url.hostname.replace(/^\[|\]$/g, "")}:${url.port === "" ? 443 : url.port}`;
}
