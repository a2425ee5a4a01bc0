/**
 * Keeps at most one ceremony open in a page: browsers refuse a second one, and abort the first only when told to.
 *
 * A ceremony is one of
 *   waiting   for the ceremony before it to settle,
 *   open      the browser has the call,
 *   closing   aborted, and the browser has not answered yet,
 *   settled   over; its caller has the answer.
 *
 * What moves it:
 *   a prompt starts           the latest ceremony, whatever it is, is aborted; the prompt waits until that has settled,
 *                             and opens. Nothing there: it opens in the same turn of the event loop, because Safari
 *                             ties the right to prompt to the click that is being handled.
 *   an autofill starts        gives way to a prompt that is waiting or open: a menu must never close a prompt that a
 *                             person asked for. Otherwise it starts like a prompt, in place of an older autofill too.
 *   its signal, or cancel()   waiting: it never opens. Open: it is closing.
 *   the browser answers       settled. Aborted before: cancelled, whatever the answer says.
 *   SETTLE_GRACE_MS pass      settled, when it was closing and the browser still owes the answer.
 *
 * Only the latest ceremony needs remembering: each waits for the one before it, so when the latest has settled, all have.
 */

/**
 * How long an aborted call may take to answer. Browsers take milliseconds; a password manager that has replaced
 * `navigator.credentials` may never answer, and must not lock people out of the page's sign-in. Well inside the five
 * seconds for which Chrome and Firefox remember the click.
 */
export const SETTLE_GRACE_MS = 1_000;

interface Ceremony {
	readonly mode: "prompt" | "autofill";
	readonly controller: AbortController;
	readonly settled: Promise<void>;
}

let latest: Ceremony | undefined;

/**
 * Runs `call` as the page's one ceremony and answers what it answers, or `null` when it was cancelled: by `signal`, by
 * {@link cancelLatestCeremony}, by the next ceremony, or by giving way. Throws what `call` throws, unless cancelled.
 *
 * `call` gets a signal of our own, so that what the browser does never depends on the reason the caller aborted with.
 */
export async function openCeremony<T>(
	mode: Ceremony["mode"],
	signal: AbortSignal | null | undefined,
	call: (signal: AbortSignal) => Promise<T | null>,
): Promise<T | null> {
	const previous = latest;
	const givesWay = mode === "autofill" && previous?.mode === "prompt" && !previous.controller.signal.aborted;
	if (signal?.aborted || givesWay) return null;

	const controller = new AbortController();
	const abort = () => controller.abort();
	let settle = () => {};
	const ceremony = { mode, controller, settled: new Promise<void>((resolve) => (settle = resolve)) };
	// Before the ceremony is the latest: a signal that is none throws here, and nobody must wait for what never began.
	signal?.addEventListener("abort", abort);
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
		// Behind the rest, for the same reason: it throws where a signal takes listeners and lets none go.
		signal?.removeEventListener("abort", abort);
	}
}

/** Aborts the ceremony that is open or waiting, if any. */
export function cancelLatestCeremony(): void {
	latest?.controller.abort();
}

async function answerOrGraceAfterAbort<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const graceIsOver = new Promise<null>((resolve) => {
		signal.addEventListener("abort", () => {
			timer = setTimeout(resolve, SETTLE_GRACE_MS, null);
		});
	});
	try {
		return await Promise.race([answer, graceIsOver]);
	} finally {
		clearTimeout(timer);
	}
}
