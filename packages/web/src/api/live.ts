/** Live changes: the service's event stream, and the state of the connection. */

import { lapwing } from "./request.ts";

/** Of a minute; `p` of a monitor that was never checked. */
type Mark = "u" | "g" | "d" | "m" | "p";

export interface LiveMonitor {
	readonly id: string;
	readonly status: "pending" | "up" | "degraded" | "down";
	/** Epoch seconds. */
	readonly since: number | null;
	readonly enabled: boolean;
	readonly responseTimeMs: number | null;
	/** Since when a location sees it down while others refute it, epoch seconds; null: none does. */
	readonly regionalSince: number | null;
	/** Of the last check; null before the first. */
	readonly minute: number | null;
	readonly mark: Mark;
}

export interface LiveChange {
	readonly monitors: readonly LiveMonitor[];
	readonly removed: readonly string[];
	/** The set of monitors changed: read the board anew. */
	readonly added: boolean;
	/** The open outages, or who has them, changed. */
	readonly outages: boolean;
}

interface LiveListener {
	onChange(change: LiveChange): void;
	/** Something was missed: read everything anew. */
	onResync(): void;
	onConnection(connected: boolean): void;
	/** The service refuses the stream: the session has ended, or the reader was removed from the team. */
	onRefused(): void;
}

/** Listens until the signal aborts, or until the service refuses for good. */
export async function listenLive(listener: LiveListener, signal: AbortSignal): Promise<void> {
	// A stream that has sent nothing yet can't be resumed, so changes during the interruption are lost.
	let canResume = false;
	let wasLost = false;
	for await (const event of lapwing.live({ signal })) {
		if (event.type === "open") {
			if (wasLost && !canResume) listener.onResync();
			listener.onConnection(true);
		} else if (event.type === "lost") {
			wasLost = true;
			listener.onConnection(false);
		} else {
			canResume = true;
			if (event.type === "resync") listener.onResync();
			else listener.onChange(event.change as LiveChange);
		}
	}
	if (signal.aborted) return;
	listener.onConnection(false);
	listener.onRefused();
}
