/**
 * Keeps at most one ceremony open in a page: browsers refuse a second one, and abort the first only when told to.
 *
 * A ceremony is either a prompt, which the person asked for, or conditional: an autofill that waits in a menu, or a
 * passkey upgrade that the browser makes without asking. A ceremony is in one of these states:
 *   waiting   for the ceremony before it to settle,
 *   open      the browser has the call,
 *   closing   aborted, and the browser has not answered yet,
 *   settled   over; its caller has the answer.
 *
 * Events change the state as follows:
 *   a prompt starts           The latest ceremony, prompt or conditional, is aborted. The prompt waits until that has
 *                             settled, and opens. With no ceremony before it, it opens in the same turn of the event
 *                             loop, because Safari permits a prompt only while the click is being handled.
 *   a conditional one starts  It is cancelled when a prompt is waiting or open: what nobody asked for must not close
 *                             a prompt that a person asked for. Otherwise it starts as a prompt does, and aborts an
 *                             older conditional ceremony.
 *   its signal, or cancel()   Waiting: it never opens. Open: it is closing.
 *   the browser answers       Settled. If it was aborted before, the result is cancelled whatever the answer is.
 *   SETTLE_GRACE_MS pass      Settled, when it was closing and the browser has not answered.
 *
 * Only the latest ceremony is remembered: each waits for the one before it, so when the latest has settled, all have.
 */

import { linked } from "./abort.ts";

/**
 * How long an aborted call may take to answer. Browsers take milliseconds; a password manager that has replaced
 * `navigator.credentials` may never answer, and must not block the page's sign-in. Much less than the five seconds for
 * which Chrome and Firefox accept a click as the reason for a prompt.
 */
export const SETTLE_GRACE_MS = 1_000;

interface Ceremony {
	readonly mode: "prompt" | "conditional";
	readonly controller: AbortController;
	readonly settled: Promise<void>;
}

let latest: Ceremony | undefined;

/**
 * Runs `call` as the page's only ceremony. Returns its result, or `null` when it was cancelled: by `signal`, by {@link
 * cancelLatestCeremony}, by the next ceremony, or by an open prompt. Throws what `call` throws, unless cancelled.
 *
 * `call` gets a signal of our own, so that the browser's behaviour does not depend on the caller's abort reason.
 */
export async function openCeremony<T>(
	mode: Ceremony["mode"],
	signal: AbortSignal | null | undefined,
	call: (signal: AbortSignal) => Promise<T | null>,
): Promise<T | null> {
	const previous = latest;
	const yields = mode === "conditional" && previous?.mode === "prompt" && !previous.controller.signal.aborted;
	if (signal?.aborted || yields) return null;

	let settle = () => {};
	// Before the ceremony becomes the latest: a value that is not a signal throws here, and no ceremony has begun.
	const controller = linked(signal);
	const ceremony = { mode, controller, settled: new Promise<void>((resolve) => (settle = resolve)) };
	latest = ceremony;
	try {
		if (previous) {
			previous.controller.abort();
			await previous.settled;
			if (controller.signal.aborted) return null;
		}
		const answer = await answerOrGraceAfterAbort(call(controller.signal), controller.signal);
		return controller.signal.aborted ? null : answer;
	} catch (thrown) {
		if (controller.signal.aborted) return null;
		throw thrown;
	} finally {
		if (latest === ceremony) latest = undefined;
		settle();
		// Takes the listener off the caller's signal.
		controller.abort();
	}
}

/** Aborts the ceremony that is open or waiting, if any. */
export function cancelLatestCeremony(): void {
	latest?.controller.abort();
}

/** Whether a ceremony is waiting, open or closing. */
export function hasCeremony(): boolean {
	return latest !== undefined;
}

/** Whether the person has asked for a prompt that is waiting, open or closing. */
export function isPromptOpen(): boolean {
	return latest?.mode === "prompt";
}

/** Returns once every ceremony has settled, those that began in the meantime too. */
export async function ceremonySettled(): Promise<void> {
	while (latest) await latest.settled;
}

async function answerOrGraceAfterAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const graceIsOver = new Promise<null>((resolve) => {
		signal.onabort = () => {
			timer = setTimeout(resolve, SETTLE_GRACE_MS, null);
		};
	});
	try {
		return await Promise.race([answer, graceIsOver]);
	} finally {
		signal.onabort = null;
		clearTimeout(timer);
	}
}
