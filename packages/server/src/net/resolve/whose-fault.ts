/**
 * Waits for a lookup, and decides whose fault it is when it fails or takes long: that of the name's own servers, which
 * is the target's, or of ours (docs/adr/net/0157-put-a-slow-lookup-on-whoever-was-silent.md).
 *
 * Ours is the time in which the question was asked in vain, and all of it while a control question (./name-server.ts)
 * waited as well.
 */

import type { ConnectError } from "../connect-error.ts";
import type { Deadline } from "../deadline.ts";
import { outOfFiles } from "../errno.ts";
import type { Asked, DnsFailure } from "./dns-client.ts";
import type { NameServer } from "./name-server.ts";
import { failingServersOf, QUEUED, resolverErrorOf } from "./resolve-errors.ts";

/** `Found`: what it ends with unless the name servers fail. */
export interface LookupUnderWay<Found> {
	readonly found: Promise<Found | DnsFailure>;
	/** By the clock of the name servers; before anyone who joins it waits for it. */
	readonly startedAt: number;
	/** What it waited for. */
	readonly questions: readonly Asked[];
}

/** What the control question showed, by the clock of the name servers. */
interface Control {
	readonly works: boolean;
	readonly askedAt: number;
	readonly answeredAt: number;
}

/**
 * After this long without a reply the control question is asked, so that its answer is there when the time runs out.
 * Most lookups have ended by then; a question is asked again after as long (./dns-client.ts).
 */
const CONTROL_QUERY_AFTER_MS = 400;
/** A resolver that needs this long for the control question is slow itself. */
const SLOW_CONTROL_MS = 1_000;
/** One that needs less, but this long, was slow itself if the lookup ended with it. */
const NOTABLE_CONTROL_MS = 250;
/** A server that comes to itself answers all that waits, one question after the other. */
const SAME_TIME_MS = 100;

/** `name`: in lower case, without a dot at its end. */
export async function waitForLookup<Found extends { readonly kind: string }>(
	lookup: LookupUnderWay<Found>,
	name: string,
	deadline: Deadline,
	server: NameServer,
): Promise<{ readonly kind: "looked_up"; readonly found: Exclude<Found, DnsFailure> } | ConnectError> {
	const startedAt = server.now();
	let resolverWorks: boolean | null = null;
	let control: Promise<Control> | null = null;
	const askControl = async (): Promise<Control> => {
		const askedAt = server.now();
		const works = await server.works();
		resolverWorks = works;
		return { works, askedAt, answeredAt: server.now() };
	};
	const controlQuery = setTimeout(
		() => {
			control = askControl();
		},
		Math.min(CONTROL_QUERY_AFTER_MS, deadline.timeoutMs / 2),
	);
	const found = await deadline.within(lookup.found);
	clearTimeout(controlQuery);
	if (found === null) {
		const connectError = deadline.connectError("dns", null);
		if (connectError.kind === "aborted") return connectError;
		if (server.isQueued(name)) return QUEUED;
		return resolverWorks === true ? connectError : resolverErrorOf("the time ran out");
	}
	if (!("code" in found)) {
		const waited = { from: startedAt, to: server.now() };
		if (control !== null) deadline.noteSlowLookup({ oursMs: oursOf(lookup, control, waited) });
		return { kind: "looked_up", found: found as Exclude<Found, DnsFailure> };
	}
	const missed = outOfFiles(found.code);
	if (missed !== null) return missed;
	const works = await deadline.within(server.works());
	if (deadline.cut === "aborted") return deadline.connectError("dns", null);
	if (works !== true) return resolverErrorOf(found.code);
	return failingServersOf(name, found.code);
}

/** Of the time in which an attempt waited for a lookup that ended well: how much our name servers took. */
async function oursOf(
	{ startedAt, questions }: LookupUnderWay<unknown>,
	control: Promise<Control>,
	{ from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
	if (wasResolverSlow(await control, to)) return to - from;
	const unheardMs = Math.max(0, ...(await Promise.all(questions.map((question) => question.unheardMs))));
	return Math.min(to - from, Math.max(0, startedAt + unheardMs - from));
}

function wasResolverSlow({ works, askedAt, answeredAt }: Control, lookupEndedAt: number): boolean {
	const tookMs = answeredAt - askedAt;
	if (!works || tookMs >= SLOW_CONTROL_MS) return true;
	return tookMs >= NOTABLE_CONTROL_MS && lookupEndedAt < answeredAt + SAME_TIME_MS;
}
