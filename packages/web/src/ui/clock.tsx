/** The present, for texts such as "6 min": one timer for the whole page, however many texts there are. */

import { useSyncExternalStore } from "react";
import { roughDuration, runningDuration } from "../format/duration.ts";
import { SECOND_MS } from "../format/durations.ts";
import { type InstantLike, instantText, minuteText, utcText } from "../format/instant.ts";
import { classNames } from "./class-names.ts";

const TICK_MS = 1_000;
/** Zones differ by whole quarters of an hour, so that a day begins with one. */
const QUARTER_HOUR_MS = 900_000;

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

/**
 * Epoch milliseconds, at most a second old, and the same for the whole page.
 *
 * @param stepMs whoever needs no more than whole minutes or days is rendered again when one begins
 */
export function useNow(stepMs = 1): number {
	return useSyncExternalStore(subscribe, () => Math.floor(read() / stepMs) * stepMs);
}

/** A text about the present; whoever shows it is rendered again when the text becomes another one. */
export function useTextNow(textAt: (now: number) => string): string {
	return useSyncExternalStore(subscribe, () => textAt(read()));
}

/** How long something lasts that began at an instant. */
export function Lasting({ since }: { since: InstantLike }) {
	return <>{useTextNow((now) => runningDuration(now - new Date(since).getTime()))}</>;
}

/** An instant in the reader's zone; its title is the UTC instant. */
export function Instant({ at, className }: { at: InstantLike; className?: string }) {
	const now = useNow(QUARTER_HOUR_MS);
	return (
		<time dateTime={new Date(at).toISOString()} title={utcText(at)} className={classNames("tabular-nums", className)}>
			{instantText(at, now)}
		</time>
	);
}

/** An instant that was chosen to the minute, in the reader's zone; its title is the UTC instant. */
export function Minute({ at }: { at: InstantLike }) {
	const now = useNow(QUARTER_HOUR_MS);
	return (
		<time dateTime={new Date(at).toISOString()} title={utcText(at)} className="tabular-nums">
			{minuteText(at, now)}
		</time>
	);
}

/** How long ago, roughly; its title is the UTC instant. */
export function Ago({ at, suffix = "ago" }: { at: InstantLike; suffix?: string }) {
	const text = useTextNow((now) => {
		const ms = now - new Date(at).getTime();
		return ms < SECOND_MS ? "just now" : `${roughDuration(ms)} ${suffix}`;
	});
	return (
		<time dateTime={new Date(at).toISOString()} title={utcText(at)} className="tabular-nums">
			{text}
		</time>
	);
}
