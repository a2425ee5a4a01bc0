/**
 * Which outages have one cause. An outage joins the cause of others that began within two minutes of it and share a
 * fact with it; without one it is a cause of its own. Pure; ../../storage/causes/record-outages.ts calls it in the
 * commit that begins the outages, in whichever order those are committed.
 *
 * An address, a refused certificate, a name server's failure and a declared dependency are evidence from two on.
 * A location and a moment are none: monitors fail in one place, or in one minute, by chance. They count from so many on
 * that chance is no explanation, and then the causes that were told apart before become one. A refused certificate and
 * a name server's failure explain themselves, and are never counted there.
 *
 * Name servers, a location and a moment may be shared by strangers. So a cause that somebody has takes in no outage for
 * that reason and becomes part of no other one: only what a person acknowledged is acknowledged.
 */

/** What outages of one cause share, the strongest evidence first. */
export const SHARED_FACTS = ["dependency", "address", "certificate", "name_server", "location", "moment"] as const;
export type SharedFact = (typeof SHARED_FACTS)[number];

/** Outages that began further apart than this have different causes. */
export const SHARES_WITHIN_MS = 120_000;
/** From so many outages on, seen from one place, the place is the cause: if others check too, and see far fewer. */
export const LOCATION_FROM = 5;
/** So many times as many as are seen from all other places. */
const TIMES_ELSEWHERE = 4;
/**
 * More monitors than fail within MOMENT_MS without a common cause: of a team with very many, which fail in any minute,
 * a share of them.
 */
export const MOMENT_FROM = 30;
const MOMENT_SHARE = 0.003;
export const MOMENT_MS = 60_000;
/** Outages of one cause at most; further ones make another. */
const MAX_OF_CAUSE = 10_000;

/** What is compared of an outage. */
export interface OutageFacts {
	/** Start of the first failing check, epoch milliseconds. */
	readonly startedAt: number;
	/** That the first failing check dialled; null when it dialled none. */
	readonly address: string | null;
	/** SHA-256 of the certificate that was refused; null when none was. */
	readonly fingerprint: string | null;
	readonly isOfNameServer: boolean;
	/** The name of the location that saw it; null for several, and where that has no name. */
	readonly location: string | null;
	/** Keys of the monitors that its monitor depends on. */
	readonly dependsOn: readonly number[];
}

/** Outages that are recorded, with equal facts and one cause. */
export interface KnownOutages extends Omit<OutageFacts, "startedAt" | "dependsOn"> {
	readonly causeId: number;
	/** Whether somebody has acknowledged the cause, or put it off. */
	readonly isHandled: boolean;
	readonly firstAt: number;
	readonly lastAt: number;
	readonly count: number;
	/** Those that began within MOMENT_MS of all that begin now. */
	readonly countInMoment: number;
	/** The monitor that all of them depend on, where they are listed for that; they are listed without it, too. */
	readonly dependency: number | null;
}

/** What is known of a team where so many outages begin that it matters. */
export interface Surroundings {
	/** Monitors that are not paused. */
	readonly monitors: number;
	/** Whether its monitors were just checked from several places. */
	readonly hasSeveralPlaces: boolean;
}

/** Why an outage belongs to its cause. */
export interface Link {
	readonly fact: SharedFact;
	/** The address, the fingerprint, the location, the monitor's key; null where the fact has no value. */
	readonly value: string | null;
}

export interface FoundCause {
	/** That of a recorded outage; null for a new cause, which is identified by the first outage that has it. */
	readonly causeId: number | null;
	/** Indexes of the outages. */
	readonly outages: readonly number[];
	/** The weakest evidence by which one of them joined; null for a single outage. */
	readonly link: Link | null;
	/** Recorded causes that are found to be this one. */
	readonly merges: readonly number[];
}

/** A cause that is being put together. */
interface Draft {
	readonly causeId: number | null;
	readonly isHandled: boolean;
	readonly outages: number[];
	readonly merges: number[];
	size: number;
	link: Link | null;
	/** The draft of which this one is a part; itself until then. */
	whole: Draft;
}

interface Entry extends Omit<KnownOutages, "causeId" | "isHandled"> {
	readonly draft: Draft;
}

/**
 * The causes of outages that begin in one commit.
 *
 * @param begun by `startedAt`
 * @param known those that began within SHARES_WITHIN_MS of one of them
 */
export function findCauses(
	begun: readonly OutageFacts[],
	known: readonly KnownOutages[],
	surroundings: Surroundings,
): FoundCause[] {
	const drafts = new Map<number, Draft>();
	for (const { causeId, isHandled, count, dependency } of known) {
		const draft = drafts.get(causeId) ?? newDraft(causeId, isHandled);
		if (dependency === null) draft.size += count;
		drafts.set(causeId, draft);
	}
	let entries: Entry[] = known.map((one) => ({ ...one, draft: drafts.get(one.causeId) ?? newDraft(one.causeId) }));
	const all = [...drafts.values()];
	for (const [index, outage] of begun.entries()) {
		// Later outages begin no earlier.
		entries = entries.filter(({ lastAt }) => outage.startedAt <= lastAt + SHARES_WITHIN_MS);
		const near = entries.filter(({ firstAt, lastAt }) => isNear(outage.startedAt, firstAt, lastAt, SHARES_WITHIN_MS));
		let draft = joined(outage, near) ?? gathered(outage, near, surroundings);
		if (draft === null || draft.size >= MAX_OF_CAUSE) {
			draft = newDraft(null);
			all.push(draft);
		}
		draft.outages.push(index);
		draft.size += 1;
		entries.push(...entriesOf(outage, draft));
	}
	return all
		.filter((draft) => draft.whole === draft && (draft.outages.length > 0 || draft.merges.length > 0))
		.map(({ causeId, outages, link, merges }) => ({ causeId, outages, link, merges }));
}

function newDraft(causeId: number | null, isHandled = false): Draft {
	const parts = { outages: [], merges: [], size: 0, link: null };
	const draft: Omit<Draft, "whole"> & { whole?: Draft } = { causeId, isHandled, ...parts };
	return Object.assign(draft, { whole: draft as Draft });
}

function wholeOf(draft: Draft): Draft {
	let whole = draft;
	while (whole.whole !== whole) whole = whole.whole;
	return whole;
}

function entriesOf({ startedAt, dependsOn, ...facts }: OutageFacts, draft: Draft): Entry[] {
	const entry = { ...facts, firstAt: startedAt, lastAt: startedAt, count: 1, countInMoment: 1, draft };
	return [null, ...dependsOn].map((dependency) => ({ ...entry, dependency }));
}

function isNear(at: number, firstAt: number, lastAt: number, withinMs: number): boolean {
	return firstAt - withinMs <= at && at <= lastAt + withinMs;
}

/** The cause of an outage nearby that shares a fact which is evidence alone. */
function joined(outage: OutageFacts, near: readonly Entry[]): Draft | null {
	const { address, fingerprint, isOfNameServer, dependsOn } = outage;
	const matches: readonly [SharedFact, string | null, (entry: Entry) => boolean][] = [
		["certificate", fingerprint, (entry) => fingerprint !== null && entry.fingerprint === fingerprint],
		["name_server", null, (entry) => isOfNameServer && entry.isOfNameServer && !entry.draft.isHandled],
		["address", address, (entry) => address !== null && entry.address === address],
	];
	const common = near.find(({ dependency }) => dependency !== null && dependsOn.includes(dependency));
	if (common !== undefined) return linked(common, { fact: "dependency", value: String(common.dependency) });
	for (const [fact, value, isShared] of matches) {
		const match = near.find(isShared);
		if (match !== undefined) return linked(match, { fact, value });
	}
	return null;
}

/** Facts that all outages of a cause have; null where they differ. */
interface CommonFacts extends Pick<OutageFacts, "address" | "fingerprint" | "isOfNameServer"> {}

/**
 * What the outages of a cause share: a fact that all of them have, else the weakest by which one of them joined.
 * @param links at least one
 */
export function sharedBy({ address, fingerprint, isOfNameServer }: CommonFacts, links: readonly Link[]): Link {
	const link = weakest(links);
	if (link.fact === "dependency") return link;
	if (fingerprint !== null) return { fact: "certificate", value: fingerprint };
	if (isOfNameServer) return { fact: "name_server", value: null };
	if (address !== null) return { fact: "address", value: address };
	return link;
}

/** Of several of one strength the first. */
function weakest(links: readonly Link[]): Link {
	return links.reduce((a, b) => (SHARED_FACTS.indexOf(b.fact) > SHARED_FACTS.indexOf(a.fact) ? b : a));
}

function linked({ draft }: Entry, link: Link): Draft {
	const whole = wholeOf(draft);
	whole.link = whole.link === null ? link : weakest([whole.link, link]);
	return whole;
}

/** The causes nearby as one, where so many outages in one place or in one minute are no chance. */
function gathered(outage: OutageFacts, near: readonly Entry[], { monitors, hasSeveralPlaces }: Surroundings) {
	if (explainsItself(outage)) return null;
	const { startedAt, location } = outage;
	const others = near.filter((entry) => entry.dependency === null && !explainsItself(entry));
	const there = others.filter((entry) => entry.location === location);
	const sum = (entries: readonly Entry[], of: "count" | "countInMoment") =>
		entries.reduce((total, entry) => total + entry[of], 0);
	const seenThere = sum(there, "count") + 1;
	const seenElsewhere = sum(others, "count") + 1 - seenThere;
	if (location !== null && hasSeveralPlaces && seenThere >= LOCATION_FROM) {
		if (seenThere >= TIMES_ELSEWHERE * seenElsewhere) return merged(there, { fact: "location", value: location });
	}
	const then = others.filter(
		({ firstAt, lastAt, countInMoment }) => countInMoment > 0 && isNear(startedAt, firstAt, lastAt, MOMENT_MS),
	);
	const isNoChance = sum(then, "countInMoment") + 1 >= Math.max(MOMENT_FROM, MOMENT_SHARE * monitors);
	return isNoChance ? merged(then, { fact: "moment", value: null }) : null;
}

function explainsItself({ fingerprint, isOfNameServer }: Pick<OutageFacts, "fingerprint" | "isOfNameServer">): boolean {
	return fingerprint !== null || isOfNameServer;
}

function merged(entries: readonly Entry[], link: Link): Draft | null {
	const drafts = [...new Set(entries.map(({ draft }) => wholeOf(draft)))].filter(({ isHandled }) => !isHandled);
	// A recorded one keeps its key; of several the oldest.
	const [whole, ...parts] = drafts.toSorted(
		(a, b) => (a.causeId ?? Number.POSITIVE_INFINITY) - (b.causeId ?? Number.POSITIVE_INFINITY),
	);
	if (whole === undefined) return null;
	for (const part of parts) {
		if (whole.size + part.size > MAX_OF_CAUSE) continue;
		part.whole = whole;
		whole.size += part.size;
		whole.outages.push(...part.outages.splice(0));
		whole.merges.push(...part.merges.splice(0), ...(part.causeId === null ? [] : [part.causeId]));
	}
	whole.link = link;
	return whole;
}
