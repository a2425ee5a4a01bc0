/**
 * What was recorded of located monitors, held against what their targets answered to each prober and against the rules
 * of docs/rules/checks.md, which are written here anew: a check of several locations has each of them once and follows
 * from their verdicts; a failure that another location refutes is not down, and stands with the monitor as regional;
 * its beginning and its end are notified under one id each.
 */

import { sql } from "kysely";
import { lateChecks } from "../../packages/server/e2e/testing/kills/evidence.ts";
import { ALERT_EVENT_STATUSES } from "../../packages/server/src/domain/alerts/alert.ts";
import { NOTICE_CAUSES } from "../../packages/server/src/domain/alerts/alert-policy.ts";
import type { CheckRecord } from "../../packages/server/src/domain/checks/record.ts";
import { isRegional } from "../../packages/server/src/storage/alerts/enqueue/deferred-changes.ts";
import { codeOf } from "../../packages/server/src/storage/database/codes.ts";
import type { Database } from "../../packages/server/src/storage/database/tx.ts";
import { checksBetween } from "../../packages/server/src/storage/results/read-checks.ts";
import { type Broken, count, Judge, type Part } from "./located-judge.ts";
import { HERE, type Located } from "./located-monitors.ts";
import type { LocatedTargets } from "./located-targets.ts";
import { Episodes } from "./regional-episodes.ts";

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

export interface LocatedEvidence {
	readonly broken: Broken;
	readonly counts: Map<string, number>;
}

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
		union all select monitor_id from notices where cause = ${regional}`.execute(db);
	const deferred = await db.selectFrom("deferred_changes").select(["monitor_id", "change"]).execute();
	const waiting = deferred.filter(({ change }) => isRegional(JSON.parse(change)));
	const counts = new Map<number, number>();
	for (const { monitor_id } of [...rows, ...waiting]) counts.set(monitor_id, (counts.get(monitor_id) ?? 0) + 1);
	return counts;
}
