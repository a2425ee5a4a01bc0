/**
 * What an address without a scheme stands for. Each scheme of its type is tried, best first, and the first that the
 * target answers is taken: https before http. Where none is answered, nobody can tell, and it is the first.
 */

import { ApiError } from "../../api/client/api-error.ts";
import { type Trial, type TriedMonitor, tryMonitor } from "../../api/monitors.ts";
import { type Draft, newDraft, trialBodyOf } from "./draft.ts";
import { typeOf } from "./types.ts";

/** Short, for somebody waits: what answers at all answers sooner. */
const TIMEOUT_SECONDS = 5;

interface Completed {
	readonly draft: Draft;
	/** What was found out, as a sentence; null when nothing had to be. */
	readonly said: string | null;
	/** Whether the target answered a trial; null where none could be made. */
	readonly isAnswered: boolean | null;
}

type Try = (body: TriedMonitor, signal?: AbortSignal) => Promise<Pick<Trial, "responseStatus">>;

/** @param attempt the API's trial */
export async function withScheme(draft: Draft, signal?: AbortSignal, attempt: Try = tryMonitor): Promise<Completed> {
	const address = String(draft.own["url"] ?? "").trim();
	const schemes = typeOf(draft.type).schemes ?? [];
	const [first] = schemes;
	if (first === undefined || address === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return untried(draft);
	const withUrl = (scheme: string): Draft => ({ ...draft, own: { ...draft.own, url: scheme + address } });
	for (const scheme of schemes) {
		const completed = withUrl(scheme);
		const isAnswered = await answers(completed, signal, attempt);
		// What the trial was refused for, the saving is refused for too, or it passes.
		if (isAnswered === null) return untried(withUrl(first));
		if (isAnswered) {
			return { draft: completed, said: `${address} answers over ${nameOf(scheme)}.`, isAnswered: true };
		}
	}
	const names = schemes.map(nameOf).join(" nor ");
	const said = `${address} answers over neither ${names}. It is watched over ${nameOf(first)}.`;
	return { draft: withUrl(first), said, isAnswered: false };
}

function untried(draft: Draft): Completed {
	return { draft, said: null, isAnswered: null };
}

function nameOf(scheme: string): string {
	return scheme.replace("://", "");
}

/** Whether there was any answer, whatever its status; null when the trial was refused. */
async function answers(draft: Draft, signal: AbortSignal | undefined, attempt: Try): Promise<boolean | null> {
	const body = { ...trialBodyOf({ ...draft, contentChecks: [] }), timeoutSeconds: TIMEOUT_SECONDS };
	try {
		return (await attempt(body, signal)).responseStatus !== null;
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof ApiError) return null;
		throw error;
	}
}

/**
 * What an address typed alone stands for: that which the forms read in it. A host with a port may be that of a page,
 * too: a port that answers requests is watched by them.
 */
export async function draftOfAddress(address: string, attempt: Try = tryMonitor): Promise<Completed> {
	const draft = newDraft(address);
	if (draft.type !== "tcp" || address.includes("://")) return withScheme(draft, undefined, attempt);
	const page = newDraft();
	const asPage = await withScheme({ ...page, own: { ...page.own, url: address } }, undefined, attempt);
	if (asPage.isAnswered === null) return untried(draft);
	if (asPage.isAnswered) return asPage;
	return { draft, said: `${address} answers no HTTP request. Its port is watched.`, isAnswered: false };
}
