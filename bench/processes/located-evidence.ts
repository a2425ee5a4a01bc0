/**
 * What was recorded of located monitors, held against what their targets answered to each prober and against the rules
 * of docs/rules/checks.md, which are written here anew: a check of several locations has each of them once and follows
 * from their verdicts; a failure that another location refutes is not down, and stands with the monitor as regional;
 * its beginning and its end are notified under one id each.
 */

import { sql } from "kysely";
import { lateChecks } from "../../packages/server/e2e/testing/kills/evidence.ts";
import { regionalKey } from "../../packages/server/e2e/testing/kills/outside.ts";
import { ALERT_EVENT_STATUSES } from "../../packages/server/src/domain/alerts/alert.ts";
import { NOTICE_CAUSES } from "../../packages/server/src/domain/alerts/alert-policy.ts";
import type { CheckRecord, LocationRecord } from "../../packages/server/src/domain/checks/record.ts";
import type { DownWhen } from "../../packages/server/src/domain/monitors/common-settings.ts";
import { codeOf } from "../../packages/server/src/storage/database/codes.ts";
import type { Database } from "../../packages/server/src/storage/database/tx.ts";
import { checksBetween } from "../../packages/server/src/storage/results/read-checks.ts";
import { HERE, LOCATION_OF, type Located } from "./located-monitors.ts";
import type { LocatedTargets } from "./located-targets.ts";

/** Between what a target answered and the times that the prober and the service have of it. */
const CLOCKS_MS = 3_000;
/** From the first attempt to the second at the most: until it arrives, and the time that a second location has. */
const PAUSE_MS = 45_000;

interface Expected {
	/** The monitors by their place, with their public ids. */
	readonly monitors: ReadonlyMap<number, { readonly publicId: string; readonly located: Located }>;
	readonly targets: LocatedTargets;
	/** The keys of locations by their names. */
	readonly keys: ReadonlyMap<string, number>;
	/** The first minute, and the one after the last. */
	readonly minutes: readonly [number, number];
	/** Under which ids what was notified of locations that fail alone. */
	readonly notified: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What was promised and not kept, a sentence each. */
interface Broken {
	readonly falseVerdicts: string[];
	readonly againstLocations: string[];
	readonly locationsTwiceOrAbsent: string[];
	readonly regionalNotShown: string[];
	readonly regionalLost: string[];
	readonly regionalTwice: string[];
}

export interface LocatedEvidence {
	readonly broken: Broken;
	readonly counts: Map<string, number>;
}

type Part = Pick<LocationRecord, "verdict" | "startedAt" | "completedAt" | "attempts"> & { readonly place: string };

export async function readLocatedEvidence(database: Database, expected: Expected): Promise<LocatedEvidence> {
	const nameOf = new Map(Array.from(expected.keys, ([name, key]) => [key, name]));
	const placeOf = (key: number | null) => (key === null ? HERE : (nameOf.get(key) ?? `location ${key}`));
	const shown = Map.groupBy(
		await database.db.selectFrom("regional_failures").select(["monitor_id", "location", "since"]).execute(),
		({ monitor_id }) => monitor_id,
	);
	const unsent = await unsentRegional(database);
	const late = await lateChecks(database);
	const { rows } = await sql<{ id: number; public_id: string }>`select id, public_id from monitors`.execute(
		database.db,
	);
	const keyOf = new Map(rows.map(({ id, public_id }) => [public_id, id]));
	const broken: Broken = {
		falseVerdicts: [],
		againstLocations: [],
		locationsTwiceOrAbsent: [],
		regionalNotShown: [],
		regionalLost: [],
		regionalTwice: [],
	};
	const counts = new Map<string, number>();
	for (const [index, { publicId, located }] of expected.monitors) {
		const id = keyOf.get(publicId) as number;
		const results = await checksBetween(database, id, ...expected.minutes);
		const judge = new Judge({ index, publicId, located, targets: expected.targets, broken, counts });
		const partsOf = ({ locations }: CheckRecord) =>
			locations?.map((each): Part => ({ ...each, place: placeOf(each.locationId) })) ?? null;
		for (const result of results) {
			const { startedAt, completedAt, verdict, attempts } = result;
			const alone = { place: placeOf(result.location as number | null), startedAt, completedAt, verdict, attempts };
			judge.holds(result, partsOf(result), alone);
		}
		const now = (shown.get(id) ?? []).map(({ location, since }) => `${placeOf(location || null)} since ${since}`);
		const episodes = new Episodes(publicId);
		const isLate = ({ minute }: CheckRecord) => late.get(id)?.has(minute) === true;
		for (const result of results) if (!isLate(result)) episodes.note(result, partsOf(result));
		const due = episodes.present();
		if (now.toSorted().join() !== due.toSorted().join())
			broken.regionalNotShown.push(`${publicId} is shown as failing alone from [${now}], its results say [${due}]`);
		holdNotices({ publicId, episodes, notified: expected.notified, unsent: unsent.get(id) ?? 0 }, broken, counts);
	}
	return { broken, counts };
}

interface Judged {
	readonly index: number;
	readonly publicId: string;
	readonly located: Located;
	readonly targets: LocatedTargets;
	readonly broken: Broken;
	readonly counts: Map<string, number>;
}

/** Holds single results against the answers of the target and against the rules. */
class Judge {
	readonly #judged: Judged;

	constructor(judged: Judged) {
		this.#judged = judged;
	}

	holds(result: CheckRecord, parts: readonly Part[] | null, alone: Part): void {
		const { located } = this.#judged;
		const isOfSeveral = located.locations.length > 1;
		if (result.verdict === "missed") this.#count(`missed (${result.reason}) of ${located.locations.join(" + ")}`);
		if (parts === null) {
			if (isOfSeveral) this.#ofSeveralWithoutParts(result);
			else this.#ofOne(result, alone);
			return;
		}
		for (const part of parts) this.#isTrue(result, part);
		const places = parts.map(({ place }) => place);
		if (new Set(places).size < places.length)
			this.#breaks("locationsTwiceOrAbsent", result, `has a location twice: ${places}`);
		if (isOfSeveral) {
			const absent = located.locations.filter((location) => !places.includes(location));
			if (absent.length > 0 || places.length !== located.locations.length)
				this.#breaks("locationsTwiceOrAbsent", result, `is of ${places} and not of ${located.locations}`);
			const due = byRule(located.downWhen, parts);
			if (due !== result.verdict) this.#breaks("againstLocations", result, `follows from ${inWords(parts)}: ${due}`);
			if (parts.some((part) => part.verdict === "down" && part.attempts !== 2))
				this.#breaks("falseVerdicts", result, "has a location that is down after one attempt");
			this.#count(`results of several locations, ${located.downWhen}`);
		} else this.#confirmed(result, parts);
		if (result.verdict !== "down" && parts.some(({ verdict }) => verdict === "down")) this.#count("regional results");
	}

	/** A failure of one location, about which a second one was asked. */
	#confirmed(result: CheckRecord, parts: readonly Part[]): void {
		const { locations, fallback } = this.#judged.located;
		const [own = HERE] = locations;
		const first = parts.find(({ place }) => place === own) ?? (fallback ? parts[0] : undefined);
		const second = parts.find((part) => part !== first);
		if (parts.length !== 2 || first === undefined || second === undefined) {
			this.#breaks("locationsTwiceOrAbsent", result, `was confirmed by ${inWords(parts)}`);
			return;
		}
		const isConfirmed = parts.every(({ verdict }) => verdict === "down");
		const isRefuted = parts.filter(({ verdict }) => verdict === "down").length === 1;
		const due = isConfirmed ? "down" : (parts.find(({ verdict }) => verdict !== "down")?.verdict ?? "none");
		if (!isConfirmed && !isRefuted) this.#breaks("againstLocations", result, `has no failure: ${inWords(parts)}`);
		if (due !== result.verdict) this.#breaks("againstLocations", result, `follows from ${inWords(parts)}: ${due}`);
		this.#count(isConfirmed ? "failures confirmed by a second place" : "failures refuted by a second place");
	}

	#ofSeveralWithoutParts(result: CheckRecord): void {
		if (result.verdict !== "missed") this.#breaks("locationsTwiceOrAbsent", result, "has no locations");
	}

	#ofOne(result: CheckRecord, alone: Part): void {
		const { locations, fallback, isPublic } = this.#judged.located;
		if (result.verdict === "missed") return;
		if (!locations.includes(alone.place) && !fallback)
			this.#breaks("locationsTwiceOrAbsent", result, `was made in ${alone.place}`);
		this.#isTrue(result, alone);
		if (result.verdict !== "down") return;
		if (isPublic) this.#count("failures that no second place answered, confirmed by the first");
		if (result.attempts !== 2) this.#breaks("falseVerdicts", result, "is down after one attempt");
	}

	/** Whether the target answered so to a prober of that place, as often as it was asked. */
	#isTrue(result: CheckRecord, { place, verdict, startedAt, completedAt, attempts }: Part): void {
		const { index, located, targets } = this.#judged;
		if (verdict === "missed") return;
		if (!located.isPublic) {
			if (verdict !== "up") this.#breaks("falseVerdicts", result, `is ${verdict} from ${place}, its target never was`);
			return;
		}
		const isDown = verdict !== "up";
		const from = startedAt - CLOCKS_MS;
		const until = (completedAt ?? startedAt) + CLOCKS_MS;
		const ofPlace = targets.answersOf(index).filter(({ prober }) => (LOCATION_OF[prober] ?? HERE) === place);
		const such = ofPlace.filter(({ at, isFailure }) => isFailure === isDown && at <= until);
		const [own, before] = [from, from - PAUSE_MS].map((since) => such.filter(({ at }) => at >= since).length);
		if (own === 0) this.#breaks("falseVerdicts", result, `is ${verdict} from ${place}, which got no such answer`);
		else if (isDown && attempts === 2 && (before ?? 0) < 2)
			this.#breaks("falseVerdicts", result, `is ${verdict} from ${place} by two attempts, of which one did not fail`);
	}

	#breaks(kind: keyof Broken, { minute, verdict, reason, message }: CheckRecord, what: string): void {
		const { index, publicId, broken } = this.#judged;
		broken[kind].push(
			`${publicId} (${index}) in minute ${minute}, ${verdict}, ${what} (${reason}${message ? `: ${message}` : ""})`,
		);
	}

	#count(what: string): void {
		count(this.#judged.counts, what);
	}
}

/** The verdict of several locations, by docs/rules/checks.md#several-locations. */
function byRule(downWhen: DownWhen, parts: readonly Part[]): string {
	const votes = parts.map(({ verdict }) => verdict).filter((verdict) => verdict !== "missed");
	if (votes.length === 0) return "missed";
	const needed = { any: 1, majority: Math.floor(votes.length / 2) + 1, all: votes.length }[downWhen];
	if (votes.filter((vote) => vote === "down").length >= needed) return "down";
	return votes.filter((vote) => vote !== "up").length >= needed ? "degraded" : "up";
}

/** When each location began and ended to see the monitor down alone, as its results say, in the order of minutes. */
class Episodes {
	readonly #publicId: string;
	/** By location, since when. */
	readonly #failing = new Map<string, number>();
	readonly begun: string[] = [];
	/** With the beginning of each. */
	readonly ended: { readonly begin: string; readonly end: string }[] = [];

	constructor(publicId: string) {
		this.#publicId = publicId;
	}

	note({ verdict }: CheckRecord, parts: readonly Part[] | null): void {
		if (verdict === "missed") return;
		const alone = verdict === "down" || parts === null ? [] : parts.filter((part) => part.verdict === "down");
		for (const { place, startedAt } of alone) {
			if (this.#failing.has(place)) continue;
			let since = startedAt;
			while ([...this.#failing.values()].includes(since)) since += 1;
			this.#failing.set(place, since);
			this.begun.push(this.#key(place, since, false));
		}
		const unknown = parts?.filter((part) => part.verdict === "down" || part.verdict === "missed") ?? [];
		for (const [place, since] of [...this.#failing]) {
			if (verdict !== "down" && unknown.some((part) => part.place === place)) continue;
			this.#failing.delete(place);
			// Whoever was told that one location fails is then told that the monitor is down.
			if (verdict === "down") continue;
			this.ended.push({ begin: this.#key(place, since, false), end: this.#key(place, since, true) });
		}
	}

	present(): string[] {
		return Array.from(this.#failing, ([place, since]) => `${place} since ${since}`);
	}

	#key(place: string, since: number, isOver: boolean): string {
		return regionalKey(this.#publicId, { location: place === HERE ? "Lapwing itself" : place, isOver }, since);
	}
}

interface Notified {
	readonly publicId: string;
	readonly episodes: Episodes;
	readonly notified: Expected["notified"];
	/** Notices of it that say why they were not sent, or that wait. */
	readonly unsent: number;
}

/** A beginning is notified once, unless it was over when its turn came; the end, once, to whoever was sent that. */
function holdNotices(
	{ publicId, episodes, notified, unsent }: Notified,
	{ regionalLost, regionalTwice }: Broken,
	counts: Map<string, number>,
): void {
	const { begun, ended } = episodes;
	const ends = ended.filter(({ begin }) => notified.has(begin)).map(({ end }) => end);
	const silent = [...begun, ...ends].filter((key) => !notified.has(key));
	if (silent.length > unsent) regionalLost.push(`${silent}, of which ${unsent} say why`);
	const known = new Set([...begun, ...ended.map(({ end }) => end)]);
	for (const [key, ids] of notified) {
		if (!key.startsWith(publicId)) continue;
		if (ids.size > 1) regionalTwice.push(`${key} was notified under ${ids.size} ids`);
		if (!known.has(key)) regionalLost.push(`${key} was notified, and no result says it`);
	}
	count(counts, "beginnings of regional failures", begun.length);
	count(counts, "of them notified", begun.filter((key) => notified.has(key)).length);
}

/** By monitor, notices of locations that say why they were not sent, or that wait. */
async function unsentRegional({ db }: Database): Promise<ReadonlyMap<number, number>> {
	const regional = sql.lit(codeOf(NOTICE_CAUSES, "regional"));
	const { rows } = await sql<{ monitor_id: number }>`
		select monitor_id from alert_events where cause = ${regional}
			and status <> ${sql.lit(codeOf(ALERT_EVENT_STATUSES, "sent"))}
		union all select monitor_id from notices where cause = ${regional}
		union all select monitor_id from deferred_changes`.execute(db);
	return new Map(
		Array.from(
			Map.groupBy(rows, ({ monitor_id }) => monitor_id),
			([id, { length }]) => [id, length],
		),
	);
}

function inWords(parts: readonly Part[]): string {
	return parts.map(({ place, verdict }) => `${place} ${verdict}`).join(", ");
}

function count(counts: Map<string, number>, what: string, by = 1): void {
	counts.set(what, (counts.get(what) ?? 0) + by);
}
