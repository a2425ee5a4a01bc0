/**
 * An autofill that outlives its options. Under conditional mediation browsers ignore `timeout`: their request stands as
 * long as the page is open, while the challenge in it expires on the server. An offer is in one of these states:
 *   bringing  The page's function has been called. When it rejects, it is called again after 1, 2, 4 … 60 s.
 *   offered   The browser has a request with options that are younger than three quarters of their `timeout`. Once they
 *             are older and the page is visible, the request ends, and the offer is bringing again.
 *   aside     Another ceremony of the page is open. The offer comes back a second after that has settled.
 *   over      A passkey was picked; the signal, `cancel` or a later autofill ended it; or no repetition would help.
 *
 * Timers stop while a machine sleeps and while a page is frozen or in the back/forward cache. So ages are read from the
 * clock, every wait ends when the page comes back in any way, and no wait for a renewal is longer than `MAX_TICK_MS`.
 */

import { linked } from "./abort.ts";
import { InvalidOptionsError, nameOf } from "./errors.ts";
import { cancelLatestCeremony, ceremonySettled, hasCeremony, isPromptOpen } from "./open-ceremony.ts";
import type { RequestOptionsJSON } from "./options-json.ts";

/**
 * Brings the options of one sign-in from the server, or the `Response` that carries them as JSON. Called again for each
 * renewal. An answer that takes longer than a minute, and a `Response` that is not `ok`, count as a rejection.
 *
 * @param signal aborts when the answer is no longer needed.
 */
export type BringOptions = (signal: AbortSignal) => Promise<RequestOptionsJSON | Response>;

interface Brought {
	readonly options: RequestOptionsJSON;
	/** When they were asked for, so that the server has issued them later. */
	readonly at: number;
}

/** What `RelyingParty` issues by default; for options without `timeout`. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** The share of `timeout` after which options are renewed. The rest is for a person who is about to pick a passkey. */
const RENEWED_AT = 3 / 4;

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** So long options may be too old when a machine wakes up in front of a visible page. */
const MAX_TICK_MS = 10_000;

/** Events after which clock, connection or visibility may be others. `focus` is also that of each input. */
const WAKING_EVENTS = ["focus", "online", "pageshow", "resume", "visibilitychange"];

/** The page's offer. */
let standing: AbortController | undefined;

/** Ends what an earlier autofill of the page has left open. A prompt stays open. */
export function endAutofill(): void {
	standing?.abort();
	if (!isPromptOpen()) cancelLatestCeremony();
}

/**
 * Aborts the open ceremony, if any: its result is a `CancelledError`. Call it when the user leaves the step. An
 * autofill by a function that stands aside behind a prompt comes back: its own signal ends it.
 */
export function cancel(): void {
	// Behind a prompt an offer stands aside: it comes back.
	if (isPromptOpen()) cancelLatestCeremony();
	else endAutofill();
}

/**
 * Keeps a request of the browser open, with options that `bring` brings. Returns the browser's answer, or `null` when
 * the offer was ended. Throws what the browser threw, when no repetition would help.
 *
 * @param open opens one request; it returns `null` when that was aborted.
 */
export async function keepOffering<T>(
	bring: BringOptions,
	signal: AbortSignal | null | undefined,
	open: (options: RequestOptionsJSON, signal: AbortSignal) => Promise<T | null>,
): Promise<T | null> {
	const offer = linked(signal);
	const ended = new Promise((resolve) => offer.signal.addEventListener("abort", resolve));
	standing = offer;
	let brought: Brought | undefined;
	let hasOffered = false;
	let failures = 0;
	try {
		while (!offer.signal.aborted) {
			if (hasCeremony()) {
				// The page sends a prompt's answer first: options fetched meanwhile would be of the session that it ends.
				const pauseMs = isPromptOpen() ? FIRST_RETRY_MS : 0;
				await Promise.race([ceremonySettled(), ended]);
				await rest(pauseMs, offer.signal, []);
				continue;
			}
			if (!brought || isOld(brought)) {
				brought = await broughtBy(bring, offer.signal);
				if (brought) {
					failures = 0;
					// Another ceremony may have begun meanwhile.
					continue;
				}
			} else {
				const request = linked(offer.signal);
				void abortWhenOld(request, brought);
				try {
					const answer = await open(brought.options, request.signal);
					if (answer) return answer;
					// Old, or another ceremony has taken its place. Otherwise nobody picked: the person dismissed it.
					if (isOld(brought) || hasCeremony()) continue;
				} catch (thrown) {
					if (!isTransient(thrown, hasOffered)) throw thrown;
					if (thrown instanceof InvalidOptionsError) brought = undefined;
				} finally {
					request.abort();
					hasOffered = true;
				}
			}
			// After a dismissal too: a browser that refuses at once is not asked again at once.
			await rest(Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS), offer.signal);
		}
		return null;
	} finally {
		offer.abort();
	}
}

/** Not a bug of the host, and nothing that the browser will refuse again. */
function isTransient(thrown: unknown, hasOffered: boolean): boolean {
	// A server that has issued options and then answers an error as JSON will issue them again.
	if (thrown instanceof InvalidOptionsError) return hasOffered;
	return !/upported|Security|Syntax|Type/.test(nameOf(thrown) as string);
}

function isOld({ options, at }: Brought): boolean {
	const age = Date.now() - at;
	// A negative age: the clock was set back, and nobody knows the true one.
	return age < 0 || age > timeoutOf(options) * RENEWED_AT;
}

async function abortWhenOld(request: AbortController, brought: Brought): Promise<void> {
	while (!request.signal.aborted && (!isOld(brought) || globalThis.document?.hidden)) {
		await rest(Math.min(timeoutOf(brought.options) / 20, MAX_TICK_MS), request.signal);
	}
	request.abort();
}

/** Of options that nobody has read yet: a server's error answer may be anything. 0 would be renewed without a pause. */
function timeoutOf(options: RequestOptionsJSON | undefined): number {
	return options?.timeout || DEFAULT_TIMEOUT_MS;
}

/** What `bring` brings; `undefined` when it rejects, takes too long or `signal` aborts. */
async function broughtBy(bring: BringOptions, signal: AbortSignal): Promise<Brought | undefined> {
	const call = linked(signal);
	const at = Date.now();
	const read = async () => {
		const answer = await bring(call.signal);
		if (!(answer instanceof Response)) return { options: answer, at };
		return answer.ok ? { options: await answer.json(), at } : undefined;
	};
	try {
		return await Promise.race([read(), rest(MAX_RETRY_MS, call.signal, [])]);
	} catch {
		return undefined;
	} finally {
		call.abort();
	}
}

/** Returns after `ms`, after one of `events`, or when `signal` aborts. */
function rest(ms: number, signal: AbortSignal, events: readonly string[] = WAKING_EVENTS): Promise<undefined> {
	return new Promise((resolve) => {
		const listening = new AbortController();
		const wake = () => {
			clearTimeout(timer);
			listening.abort();
			resolve(undefined);
		};
		const timer = setTimeout(wake, ms);
		const options = { capture: true, signal: listening.signal };
		signal.addEventListener("abort", wake, options);
		for (const event of events) globalThis.addEventListener?.(event, wake, options);
		if (signal.aborted) wake();
	});
}
