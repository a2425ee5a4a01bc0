/**
 * When a prober is set aside because other locations refute what it sees (docs/rules/checks.md#probers-set-aside).
 *
 * Within ten minutes at least five of its monitors were refuted, they are at least a fifth of all that it checked, and
 * their targets lie in several networks. In one network alone, whatever the teams, it is a regional fault of that
 * provider and not the prober's. All targets without a known address count as one: teams share providers of names, too.
 * A resolver of the prober that is away is no failure but missed. Pure: time is an argument.
 */

import { MINUTE_MS } from "../../durations.ts";
import type { AttemptOutcome, CheckOrder } from "../check.ts";

const WINDOW_MS = 10 * MINUTE_MS;
const LEAST_MONITORS = 5;
const LEAST_SHARE = 0.2;
const LEAST_NETWORKS = 2;
/** For so long no check goes to it; then it is tried again. */
export const SET_ASIDE_MS = 10 * MINUTE_MS;
/** Monitors that are remembered of a prober and window: what is beyond changes no share by much. */
const MOST_MONITORS = 20_000;

/** That a prober's failing attempt was confirmed or refuted elsewhere. */
export interface Opinion {
	readonly order: CheckOrder;
	readonly first: AttemptOutcome;
	readonly isRefuted: boolean;
}

/** What is counted of a prober since the last {@link Refutations.take}. */
interface Counted {
	/** Failing attempts about which another location was asked, and those that it refuted. */
	asked: number;
	refuted: number;
}

class Window {
	readonly checked = new Set<number>();
	/** By monitor, the network of its target. */
	readonly refuted = new Map<number, string>();
	counted: Counted = { asked: 0, refuted: 0 };
	readonly from: number;

	constructor(from: number) {
		this.from = from;
	}
}

export class Refutations {
	/** By prober; as many as there are. */
	readonly #windows = new Map<number, Window>();

	/** A prober made a check of a monitor, whatever came of it. */
	noteCheck(proberId: number, monitorId: number, now: number): void {
		const { checked } = this.#windowOf(proberId, now);
		if (checked.size < MOST_MONITORS) checked.add(monitorId);
	}

	/** Another location was asked about a failing attempt. Whether its prober is to be set aside now. */
	noteOpinion(
		proberId: number,
		{ monitorId, network, isRefuted }: { monitorId: number; network: string; isRefuted: boolean },
		now: number,
	): boolean {
		const window = this.#windowOf(proberId, now);
		window.counted.asked += 1;
		if (!isRefuted) {
			window.refuted.delete(monitorId);
			return false;
		}
		window.counted.refuted += 1;
		if (window.refuted.size < MOST_MONITORS) window.refuted.set(monitorId, network);
		const { refuted, checked } = window;
		const isMany = refuted.size >= LEAST_MONITORS && refuted.size >= LEAST_SHARE * Math.max(checked.size, refuted.size);
		if (!isMany || new Set(refuted.values()).size < LEAST_NETWORKS) return false;
		// Tried again, it begins anew.
		this.#windows.set(proberId, Object.assign(new Window(now), { counted: window.counted }));
		return true;
	}

	/** What was counted of each prober since the last time. */
	take(): ReadonlyMap<number, Counted> {
		const counted = new Map<number, Counted>();
		for (const [id, window] of this.#windows) {
			if (window.counted.asked > 0) counted.set(id, window.counted);
			window.counted = { asked: 0, refuted: 0 };
		}
		return counted;
	}

	#windowOf(proberId: number, now: number): Window {
		const known = this.#windows.get(proberId);
		if (known && now - known.from < WINDOW_MS && now >= known.from) return known;
		const window = Object.assign(new Window(now), known && { counted: known.counted });
		this.#windows.set(proberId, window);
		return window;
	}
}

/**
 * Targets in the same one may be of one provider: the first 16 bits of an IPv4 address, 32 of an IPv6 address.
 * @param address null: the name was not resolved
 */
export function networkOf(address: string | null): string {
	if (address === null) return "names";
	if (!address.includes(":")) return address.split(".").slice(0, 2).join(".");
	const [head = ""] = address.split("::");
	return head.split(":").slice(0, 2).join(":");
}
