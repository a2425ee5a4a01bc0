/** Live changes: the service's event stream, and the state of the connection. */

import type { LiveChange } from "@lapwing/client";
import { lapwing } from "./client/request.ts";

export type { LiveChange };
export type LiveMonitor = LiveChange["monitors"][number];

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
			else listener.onChange(event.change);
		}
	}
	if (signal.aborted) return;
	listener.onConnection(false);
	listener.onRefused();
}
