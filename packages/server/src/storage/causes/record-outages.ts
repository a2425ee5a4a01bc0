/**
 * Writes outages and their causes, in the transaction that records the checks which begin and end them. A check that
 * changes no status costs nothing here.
 */

import { sql } from "kysely";
import {
	type FoundCause,
	findCauses,
	type KnownOutages,
	LOCATION_FROM,
	MOMENT_FROM,
	MOMENT_MS,
	type OutageFacts,
	SHARES_WITHIN_MS,
	type Surroundings,
} from "../../domain/causes/causes.ts";
import { factsOfOutage } from "../../domain/causes/outage-facts.ts";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { beginsOutage, endsOutage } from "../../domain/checks/outage.ts";
import type { RecordedCheck } from "../../domain/checks/transition.ts";
import type { Status } from "../../domain/monitors/monitor.ts";
import { newPublicId } from "../database/public-ids.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { lockCauses } from "./cause-locks.ts";
import { dependenciesOf, linkConsequences, outagesByDependency } from "./dependencies.ts";
import { writeSharedFacts } from "./shared-facts.ts";

const OUTAGE_COLUMNS = {
	...typesOf(
		"outages",
		["public_id", "team_id", "monitor_id", "cause_id", "started_at"],
		["recorded_at", "address", "fingerprint", "is_of_name_server", "place"],
	),
	place_in_batch: "integer",
} as const;

/** What waits in the outbox and may be otherwise by now. Keys. */
export interface WaitingNotices {
	readonly monitors: readonly number[];
	readonly causes: readonly number[];
}

const NONE: WaitingNotices = { monitors: [], causes: [] };

interface RecordedChange {
	readonly recorded: RecordedCheck;
	readonly outcome: CheckOutcome;
}

/** An outage that a check begins. */
interface BegunOutage {
	readonly monitorId: number;
	readonly teamId: number;
	readonly facts: OutageFacts;
}

/**
 * Returns the monitors whose notices have to be decided again once this is committed (../alerts/decide-again.ts).
 *
 * @param now epoch milliseconds
 */
export async function recordOutages(tx: Tx, changes: readonly RecordedChange[], now: number): Promise<WaitingNotices> {
	const turning = changes.filter(({ recorded: { transition } }) => transition !== null);
	if (turning.length === 0) return NONE;
	await lockCauses(tx, new Set(turning.map(({ recorded }) => recorded.teamId)));
	const begun = turning.flatMap(({ recorded, outcome }) => {
		const { monitorId, teamId, after, check, transition } = recorded;
		if (transition === null || !beginsOutage(transition)) return [];
		const startedAt = after.failingSince ?? check.startedAt;
		return [{ monitorId, teamId, facts: { ...factsOfOutage(outcome, check), startedAt } }];
	});
	const begunIds = begun.map(({ monitorId }) => monitorId);
	const dependencies = await dependenciesOf(tx, begunIds);
	for (const [teamId, ofTeam] of Map.groupBy(begun, (outage) => outage.teamId)) {
		const outages = ofTeam
			.map((outage) => ({
				...outage,
				facts: { ...outage.facts, dependsOn: dependencies.get(outage.monitorId) ?? [] },
			}))
			.toSorted((a, b) => a.facts.startedAt - b.facts.startedAt);
		const facts = outages.map((outage) => outage.facts);
		const known = await knownOutages(tx, teamId, facts, now);
		await insertOutages(tx, outages, findCauses(facts, known, await surroundingsOf(tx, teamId, facts, known)), now);
	}
	const causes = await endOutages(tx, turning);
	const isNow = (status: Status, is: boolean) =>
		turning.flatMap(({ recorded: { monitorId, transition } }) => {
			const [was, isSo] = [transition?.from === status, transition?.to === status];
			return was !== isSo && isSo === is ? [monitorId] : [];
		});
	const turned = { begun: begunIds, fell: isNow("down", true), rose: isNow("down", false) };
	const linked = await linkConsequences(tx, turned, now);
	return { monitors: [...turning.map(({ recorded }) => recorded.monitorId), ...linked], causes };
}

async function knownOutages(
	tx: Tx,
	teamId: number,
	begun: readonly OutageFacts[],
	now: number,
): Promise<KnownOutages[]> {
	const [first, last] = [begun[0]?.startedAt ?? 0, begun.at(-1)?.startedAt ?? 0];
	const [from, through] = [first - SHARES_WITHIN_MS, last + SHARES_WITHIN_MS];
	const spans = spansNear(begun);
	// Those of a history are far apart. In most commits there is one, by whose bounds PostgreSQL plans.
	const near =
		spans.length === 1
			? sql`outages as o where started_at >= ${from} and started_at <= ${through}`
			: sql`${tx.dialect.rows({ from_at: "integer", through_at: "integer" }, spans)} as r cross join outages as o
				where started_at >= r.from_at and started_at <= r.through_at`;
	const inMoment = sql`started_at >= ${last - MOMENT_MS} and started_at <= ${first + MOMENT_MS}`;
	const { rows } = await sql<{
		cause_id: number;
		address: string | null;
		fingerprint: string | null;
		is_of_name_server: number;
		place: string | null;
		first_at: number;
		last_at: number;
		count: number;
		count_in_moment: number;
		handled: number;
	}>`
		select o.cause_id, address, fingerprint, is_of_name_server, place,
			min(started_at) as first_at, max(started_at) as last_at, count(*) as count,
			sum(case when ${inMoment} then 1 else 0 end) as count_in_moment, count(h.cause_id) as handled
		from (select o.* from ${near} and o.team_id = ${teamId}) as o
		left join handled_causes as h on h.cause_id = o.cause_id
			and (h.acknowledged_at is not null or h.snoozed_until > ${now})
		group by o.cause_id, address, fingerprint, is_of_name_server, place
		order by o.cause_id`.execute(tx.db);
	const dependencies = [...new Set(begun.flatMap(({ dependsOn }) => dependsOn))];
	const ofDependencies = await outagesByDependency(tx, dependencies, { from, through });
	const alike = rows.map((row) => ({
		causeId: row.cause_id,
		isHandled: Number(row.handled) > 0,
		address: row.address,
		fingerprint: row.fingerprint,
		isOfNameServer: row.is_of_name_server === 1,
		location: row.place,
		firstAt: row.first_at,
		lastAt: row.last_at,
		count: row.count,
		countInMoment: Number(row.count_in_moment),
		dependency: null,
	}));
	const siblings = ofDependencies.map(({ cause_id, first_at, last_at, count, dependency }) => ({
		...NO_FACTS,
		causeId: cause_id,
		// Their outages are among `alike`, which says it of their cause.
		isHandled: false,
		firstAt: first_at,
		lastAt: last_at,
		count,
		countInMoment: 0,
		dependency,
	}));
	return [...alike, ...siblings];
}

/**
 * The spans in which an outage may have a cause with one of these, none over another: those of a history are a day's,
 * and far apart.
 * @param begun in their order
 */
function spansNear(begun: readonly OutageFacts[]): { readonly from_at: number; readonly through_at: number }[] {
	const spans: { from_at: number; through_at: number }[] = [];
	for (const { startedAt } of begun) {
		const span = { from_at: startedAt - SHARES_WITHIN_MS, through_at: startedAt + SHARES_WITHIN_MS };
		const before = spans.at(-1);
		if (before !== undefined && span.from_at <= before.through_at) before.through_at = span.through_at;
		else spans.push(span);
	}
	return spans;
}

/** Read only where so many outages begin that a place or a moment may be their cause. */
async function surroundingsOf(
	tx: Tx,
	teamId: number,
	begun: readonly OutageFacts[],
	known: readonly KnownOutages[],
): Promise<Surroundings> {
	const count = known.reduce((sum, one) => (one.dependency === null ? sum + one.count : sum), begun.length);
	let hasSeveralPlaces = false;
	if (count >= LOCATION_FROM && begun.some(({ location }) => location !== null)) {
		const from = (begun[0]?.startedAt ?? 0) - SHARES_WITHIN_MS;
		const next = sql`select min(s.location_id) from monitor_states as s where s.team_id = ${teamId}`;
		// One step of an index for each location, however many monitors are checked there.
		const { rows } = await sql<{ id: number }>`
			with recursive places (id) as (
				select (${next})
				union all
				select (${next} and s.location_id > p.id) from places as p where p.id is not null
			)
			select p.id from places as p where exists (
				select 1 from monitor_states as s
				where s.team_id = ${teamId} and s.location_id = p.id and s.last_checked_at >= ${from}
			) limit 2`.execute(tx.db);
		const [place] = rows;
		hasSeveralPlaces = rows.length > 1 || (place !== undefined && (await isCheckedBeside(tx, teamId, place.id, from)));
	}
	let monitors = 0;
	if (count >= MOMENT_FROM) {
		const { rows } = await sql<{ count: number }>`
			select count(*) as count from monitors
			where team_id = ${teamId} and deleted_at is null and enabled_at is not null`.execute(tx.db);
		monitors = rows[0]?.count ?? 0;
	}
	return { monitors, hasSeveralPlaces };
}

/** Whether a monitor of the team that was checked since `from` has a further location, which is not `place`. */
async function isCheckedBeside(tx: Tx, teamId: number, place: number, from: number): Promise<boolean> {
	// From the other locations on (in SQLite, that is what `cross` says): most teams have no row there.
	const { rows } = await sql`
		select 1 from monitor_locations as l cross join monitor_states as s
		where (l.location_id < ${place} or l.location_id > ${place}) and l.position > 0
			and coalesce(l.stand_in_id, l.location_id) not in (0, ${place})
			and s.monitor_id = l.monitor_id and s.team_id = ${teamId} and s.last_checked_at >= ${from}
		limit 1`.execute(tx.db);
	return rows.length > 0;
}

const NO_FACTS = { address: null, fingerprint: null, isOfNameServer: false, location: null } as const;

async function insertOutages(
	tx: Tx,
	begun: readonly BegunOutage[],
	causes: readonly FoundCause[],
	now: number,
): Promise<void> {
	const causeIds = await writeCauses(tx, begun, causes);
	const rows = causes.flatMap(({ outages }, index) =>
		outages.flatMap((place) => {
			const outage = begun[place];
			return outage === undefined ? [] : [{ ...rowOf(outage, causeIds[index] ?? 0, now), place_in_batch: place }];
		}),
	);
	if (rows.length === 0) return;
	const names = sql.raw(
		Object.keys(OUTAGE_COLUMNS)
			.filter((name) => name !== "place_in_batch")
			.join(", "),
	);
	const inserted = tx.dialect.rows(OUTAGE_COLUMNS, rows);
	await sql`insert into outages (${names}) select ${names} from ${inserted} as r order by place_in_batch`.execute(
		tx.db,
	);
	await writeSharedFacts(
		tx,
		causes.map(({ link }, index) => ({ causeId: causeIds[index] ?? 0, link })),
	);
}

function rowOf({ monitorId, teamId, facts }: BegunOutage, causeId: number, now: number) {
	return {
		public_id: newPublicId("out"),
		team_id: teamId,
		monitor_id: monitorId,
		cause_id: causeId,
		started_at: facts.startedAt,
		recorded_at: now,
		address: facts.address,
		fingerprint: facts.fingerprint,
		is_of_name_server: facts.isOfNameServer ? 1 : 0,
		place: facts.location,
	};
}

/** Writes new causes, what is new about recorded ones, and merges. Returns their keys, in the order of `causes`. */
async function writeCauses(tx: Tx, begun: readonly BegunOutage[], causes: readonly FoundCause[]): Promise<number[]> {
	const drafts = causes.map(({ causeId, outages }) => {
		const starts = outages.flatMap((place) => begun[place]?.facts.startedAt ?? []);
		return {
			id: causeId,
			public_id: causeId === null ? newPublicId("cau") : null,
			team_id: begun[outages[0] ?? 0]?.teamId ?? 0,
			last_began_at: starts.length === 0 ? null : Math.max(...starts),
		};
	});
	const columns = { public_id: "text", team_id: "integer", last_began_at: "integer" } as const;
	const ids = new Map<string | null, number>();
	const fresh = drafts.filter(({ id }) => id === null);
	if (fresh.length > 0) {
		const names = sql.raw(Object.keys(columns).join(", "));
		const { rows } = await sql<{ id: number; public_id: string }>`
			insert into causes (${names}) select ${names} from ${tx.dialect.rows(columns, fresh)} as r
			where true order by last_began_at returning id, public_id`.execute(tx.db);
		for (const { id, public_id } of rows) ids.set(public_id, id);
	}
	const joined = drafts.filter(({ id }) => id !== null);
	if (joined.length > 0) {
		const rows = tx.dialect.rows({ id: "integer", last_began_at: "integer" }, joined);
		await sql`update causes set last_began_at = r.last_began_at
			from ${rows} as r where causes.id = r.id and r.last_began_at > causes.last_began_at`.execute(tx.db);
	}
	const keys = drafts.map(({ id, public_id }) => id ?? ids.get(public_id) ?? 0);
	const merges = causes.flatMap((cause, index) => cause.merges.map((id) => ({ id, whole: keys[index] ?? 0 })));
	await mergeCauses(tx, merges);
	return keys;
}

async function mergeCauses(tx: Tx, merges: readonly { id: number; whole: number }[]): Promise<void> {
	if (merges.length === 0) return;
	const rows = tx.dialect.rows({ id: "integer", whole: "integer" }, merges);
	await sql`update outages set cause_id = r.whole from ${rows} as r where outages.cause_id = r.id`.execute(tx.db);
	await sql`update notices set cause_id = r.whole from ${rows} as r where notices.cause_id = r.id`.execute(tx.db);
	await sql`update causes set merged_into = r.whole from ${rows} as r
		where causes.id = r.id or causes.merged_into = r.id`.execute(tx.db);
}

/** Returns the causes of the outages that ended. */
async function endOutages(tx: Tx, changes: readonly RecordedChange[]): Promise<number[]> {
	const ended = changes.flatMap(({ recorded: { monitorId, before, check, transition } }) =>
		transition !== null && endsOutage(transition)
			? [{ monitor_id: monitorId, started_at: before.failingSince, ended_at: check.completedAt }]
			: [],
	);
	if (ended.length === 0) return [];
	const rows = tx.dialect.rows({ monitor_id: "integer", started_at: "integer", ended_at: "integer" }, ended);
	const { rows: causes } = await sql<{ cause_id: number }>`
		update outages set ended_at = r.ended_at from ${rows} as r
		where outages.monitor_id = r.monitor_id and outages.started_at = r.started_at and outages.ended_at is null
		returning outages.cause_id`.execute(tx.db);
	return [...new Set(causes.map(({ cause_id }) => cause_id))];
}
