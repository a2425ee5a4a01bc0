/** The present, for texts such as "6 min": one timer for the whole page, however many texts there are. */

import { useSyncExternalStore } from "react";
import { roughDuration } from "../format/duration.ts";
import { type InstantLike, instantText, utcText } from "../format/instant.ts";
import { classNames } from "./class-names.ts";

const TICK_MS = 10_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let present = Date.now();

function subscribe(listener: () => void): () => void {
	listeners.add(listener);
	timer ??= setInterval(tick, TICK_MS);
	return () => {
		listeners.delete(listener);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

function tick(): void {
	present = Date.now();
	for (const listener of listeners) listener();
}

function read(): number {
	// Without a running timer nobody else keeps it right.
	if (timer === undefined && Date.now() - present > TICK_MS) present = Date.now();
	return present;
}

/** Epoch milliseconds, at most ten seconds old. */
export function useNow(): number {
	return useSyncExternalStore(subscribe, read);
}

/** An instant in the reader's zone; its title is the UTC instant. */
export function Instant({ at, className }: { at: InstantLike; className?: string }) {
	const now = useNow();
	return (
		<time dateTime={new Date(at).toISOString()} title={utcText(at)} className={classNames("tabular-nums", className)}>
			{instantText(at, now)}
		</time>
	);
}

/** How long ago, roughly; its title is the UTC instant. */
export function Ago({ at, suffix = "ago" }: { at: InstantLike; suffix?: string }) {
	const now = useNow();
	const ms = now - new Date(at).getTime();
	return (
		<time dateTime={new Date(at).toISOString()} title={utcText(at)} className="tabular-nums">
			{ms < 10_000 ? "just now" : `${roughDuration(ms)} ${suffix}`}
		</time>
	);
}
