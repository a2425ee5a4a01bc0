/** Changes as they happen: the service's event stream, and how the connection is. */

import { currentTeam } from "./team-choice.ts";

export type Mark = "u" | "g" | "d" | "m";

export interface LiveMonitor {
	readonly id: string;
	readonly status: "pending" | "up" | "degraded" | "down";
	/** Epoch seconds. */
	readonly since: number | null;
	readonly enabled: boolean;
	readonly responseTimeMs: number | null;
	readonly minute: number;
	readonly mark: Mark;
}

export interface LiveChange {
	readonly monitors: readonly LiveMonitor[];
	readonly removed: readonly string[];
	/** The set of monitors changed: read the board anew. */
	readonly added: boolean;
}

export interface LiveListener {
	onChange(change: LiveChange): void;
	/** Something was missed: read everything anew. */
	onResync(): void;
	onConnection(connected: boolean): void;
}

/** A closed stream is opened again after this; the browser mends a broken one by itself. */
const REOPEN_AFTER_MS = 5_000;

/** Listens until the signal aborts. */
export function listenLive(listener: LiveListener, signal: AbortSignal): void {
	open(listener, signal, false);
}

/** `again`: an earlier stream was closed, and what it would have sent since is lost. */
function open(listener: LiveListener, signal: AbortSignal, again: boolean): void {
	if (signal.aborted) return;
	const source = new EventSource(`/api/v1/live?team=${encodeURIComponent(currentTeam() ?? "")}`);
	let missed = again;
	source.addEventListener("open", () => {
		// A stream that the browser mends resumes by itself; a new one does not.
		if (missed) listener.onResync();
		missed = false;
		listener.onConnection(true);
	});
	source.addEventListener("change", (event) => listener.onChange(JSON.parse(event.data) as LiveChange));
	source.addEventListener("resync", () => listener.onResync());
	source.addEventListener("error", () => {
		listener.onConnection(false);
		// The browser gives up on an answer that is no stream: a proxy's 502, a refusal, a session that ended.
		if (source.readyState !== EventSource.CLOSED) return;
		const timer = setTimeout(() => open(listener, signal, true), REOPEN_AFTER_MS);
		signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
	});
	signal.addEventListener("abort", () => source.close(), { once: true });
}
