/** What became of topologies: whether the causes are right, every problem and every end was told, and nothing stale. */

import { sql } from "kysely";
import { ALERT_EVENT_STATUSES, NOTICE_EVENTS } from "../../../../domain/alerts/alert.ts";
import {
	LOCATION_FROM,
	MOMENT_FROM,
	MOMENT_MS,
	SHARED_FACTS,
	SHARES_WITHIN_MS,
} from "../../../../domain/causes/causes.ts";
import { MINUTE_MS } from "../../../../domain/durations.ts";
import { codeOf, labelOf } from "../../../../storage/database/codes.ts";
import type { Tx } from "../../../../storage/database/tx.ts";
import type { StagedTopology, TopologiesRun } from "./run.ts";
import type { Root, TopologyAlert } from "./topology.ts";
import { rootOf } from "./world.ts";

/**
 * A problem that was over sooner may have been held and not told: it waits 90 s for what it depends on and 30 s for
 * others of its cause, and what is over when its turn comes is not sent. Such a problem is counted apart.
 */
export const TOLD_AFTER_MS = 3 * MINUTE_MS;

interface Tally {
	/** Topologies, and those all of whose causes are right. */
	topologies: number;
	rightTopologies: number;
	/** Causes by construction, and those that were found exactly. */
	causes: number;
	rightCauses: number;
	outages: number;
	/** For each alert that covers it. */
	problems: number;
	messages: number;
	/** Problems by how they were told: by an event of their own, by the message about their cause, or that they flap. */
	toldAlone: number;
	toldWithCause: number;
	toldAsFlapping: number;
	/** Those that were not told and were over within TOLD_AFTER_MS: they do not count as untold. */
	tooShort: number;
	untold: number;
	endsUntold: number;
	stale: number;
	/** Notices that were left in the outbox. */
	left: number;
	/** What was wrong, in words. */
	readonly wrong: string[];
}

interface OutageRow {
	id: number;
	monitor_id: number;
	cause_id: number;
	started_at: number;
	recorded_at: number;
	ended_at: number | null;
	consequence_of: number | null;
	shared: number | null;
}

interface EventRow {
	alert_id: number;
	monitor_id: number;
	event: number;
	status: number;
	outage: number | null;
	message_id: string | null;
	sent_at: number;
}

export async function tallyOf(database: Tx, run: TopologiesRun): Promise<Tally> {
	const { rows: outages } = await sql<OutageRow>`
		select o.*, c.shared from outages as o join causes as c on c.id = o.cause_id order by o.started_at, o.id
	`.execute(database.db);
	const { rows: events } = await sql<EventRow>`select * from alert_events order by id`.execute(database.db);
	const stale = run.arrived.filter(({ isTrue }) => !isTrue);
	const tally: Tally = {
		topologies: run.staged.length,
		rightTopologies: 0,
		causes: 0,
		rightCauses: 0,
		outages: outages.length,
		problems: 0,
		messages: new Set(events.flatMap(({ alert_id, message_id }) => (message_id ? [`${alert_id} ${message_id}`] : [])))
			.size,
		toldAlone: 0,
		toldWithCause: 0,
		toldAsFlapping: 0,
		tooShort: 0,
		untold: 0,
		endsUntold: 0,
		stale: stale.length,
		left: run.left,
		wrong: stale.map((one) => `stale: ${JSON.stringify(one)}`),
	};
	const eventsOfAlert = Map.groupBy(events, ({ alert_id }) => alert_id);
	for (const [index, staged] of run.staged.entries()) {
		const places = new Map(staged.monitorIds.map((id, place) => [id, place]));
		const own = outages.filter(({ monitor_id }) => places.has(monitor_id));
		judgeCauses(tally, staged, own, { index, startedAt: run.startedAt });
		for (const [alert, id] of staged.alertIds) {
			judgeTelling(tally, staged, { alert, outages: own, events: eventsOfAlert.get(id) ?? [], index });
		}
	}
	return tally;
}

function judgeCauses(
	tally: Tally,
	{ topology, monitorIds }: StagedTopology,
	outages: readonly OutageRow[],
	{ index, startedAt }: { readonly index: number; readonly startedAt: number },
): void {
	const placeOf = (id: number) => monitorIds.indexOf(id);
	const byRoot = Map.groupBy(outages, (one) => rootOf(topology, placeOf(one.monitor_id), one.started_at - startedAt));
	const expected = [...byRoot].flatMap(([root, ofRoot]) => groupsOf(root, ofRoot).map((group) => ({ root, group })));
	let isRight = true;
	for (const { root, group } of expected) {
		tally.causes += 1;
		const causes = new Set(group.map(({ cause_id }) => cause_id));
		const found = outages.filter(({ cause_id }) => causes.has(cause_id));
		const shared = group[0]?.shared ?? null;
		const fact = shared === null ? null : labelOf(SHARED_FACTS, shared);
		const hasFact = group.length === 1 || root?.fact === null || root?.fact === fact;
		if (causes.size === 1 && found.length === group.length && hasFact) {
			tally.rightCauses += 1;
			continue;
		}
		isRight = false;
		const shown = (rows: readonly OutageRow[]) =>
			rows.map((row) => `${placeOf(row.monitor_id)}@${Math.round((row.started_at - startedAt) / 1_000)}`).join(" ");
		tally.wrong.push(
			`${index} ${topology.kind}: ${nameOf(root)} [${shown(group)}] has ${causes.size} causes (${fact}) with [${shown(found)}]`,
		);
	}
	if (isRight) tally.rightTopologies += 1;
}

function nameOf(root: Root | null): string {
	return root === null ? "nothing" : (root.fact ?? `failure ${root.failures[0]}`);
}

/** A place or a moment is no cause of an outage with too few others near it: so many fail by chance. */
function groupsOf(root: Root | null, outages: readonly OutageRow[]): OutageRow[][] {
	// Of a dependency that is down, for as long as it is.
	if (root?.fact === null && root.members.length > 1) return [[...outages]];
	const [fewest, withinMs] =
		root?.fact === "location"
			? [LOCATION_FROM, SHARES_WITHIN_MS]
			: root?.fact === "moment"
				? [MOMENT_FROM, MOMENT_MS]
				: [1, 0];
	const isNear = (a: OutageRow, b: OutageRow) => Math.abs(a.started_at - b.started_at) <= withinMs;
	const counts = (one: OutageRow) => outages.filter((other) => isNear(one, other)).length >= fewest;
	return [...inTime(outages.filter(counts)), ...outages.filter((one) => !counts(one)).map((one) => [one])];
}

/** Outages of one root are of one cause as long as each begins within two minutes of the one before. */
function inTime(outages: readonly OutageRow[]): OutageRow[][] {
	const groups: OutageRow[][] = [];
	for (const outage of outages) {
		const last = groups.at(-1);
		const before = last?.at(-1);
		if (last && before && outage.started_at - before.started_at <= SHARES_WITHIN_MS) last.push(outage);
		else groups.push([outage]);
	}
	return groups;
}

const SENT = codeOf(ALERT_EVENT_STATUSES, "sent");
const UP = codeOf(NOTICE_EVENTS, "up");

interface Told {
	readonly alert: TopologyAlert;
	readonly outages: readonly OutageRow[];
	readonly events: readonly EventRow[];
	readonly index: number;
}

/** An alert that wants all of a monitor's problems is told of each: by itself, as a consequence, or with its cause. */
function judgeTelling(tally: Tally, { topology, monitorIds }: StagedTopology, told: Told): void {
	const { alert, outages, events, index } = told;
	const sent = events.filter(({ status }) => status === SENT);
	const flaps = new Set(sent.filter(({ outage }) => outage === null).map(({ monitor_id }) => monitor_id));
	for (const outage of outages) {
		const place = monitorIds.indexOf(outage.monitor_id);
		if (!isWanted(topology, alert, place)) continue;
		tally.problems += 1;
		if (isToldAlone(sent, outage)) {
			tally.toldAlone += 1;
			if (isEndTold(sent, outage)) continue;
			tally.endsUntold += 1;
			tally.wrong.push(`${index} ${topology.kind}: ${alert} is not told the end of ${place}`);
			continue;
		}
		const lastedMs = (outage.ended_at ?? Number.POSITIVE_INFINITY) - outage.recorded_at;
		if (outages.some((other) => isOfSameCause(other, outage) && isToldAlone(sent, other))) tally.toldWithCause += 1;
		else if (flaps.has(outage.monitor_id)) tally.toldAsFlapping += 1;
		else if (lastedMs < TOLD_AFTER_MS) tally.tooShort += 1;
		else {
			tally.untold += 1;
			const became = events
				.filter(({ monitor_id }) => monitor_id === outage.monitor_id)
				.map(({ status, event }) => `${labelOf(NOTICE_EVENTS, event)} ${labelOf(ALERT_EVENT_STATUSES, status)}`);
			tally.wrong.push(
				`${index} ${topology.kind}: ${alert} is not told of ${place}, ${lastedMs / 1_000} s: ${became.join(", ")}`,
			);
		}
	}
}

/** Whether the alert covers the monitor at this place, and wants problems of its kind. */
function isWanted(topology: StagedTopology["topology"], alert: TopologyAlert, place: number): boolean {
	if (alert === "half" && topology.monitors[place]?.isOfHalf !== true) return false;
	const root = topology.roots.find(({ members }) => members.includes(place));
	return alert !== "degraded only" || root?.failures[root.members.indexOf(place)] === "slow";
}

/** Whether the outage has an event of its own that was sent. */
function isToldAlone(sent: readonly EventRow[], { monitor_id, started_at }: OutageRow): boolean {
	return sent.some((one) => one.monitor_id === monitor_id && one.outage === started_at && one.event !== UP);
}

/** Of a later outage when that one had begun: whoever was told of a problem is told of its end once. */
function isEndTold(sent: readonly EventRow[], { monitor_id, started_at }: OutageRow): boolean {
	return sent.some((one) => one.monitor_id === monitor_id && (one.outage ?? 0) >= started_at && one.event === UP);
}

/** Whether `other` lasted until `outage` was recorded, and both have one cause. */
function isOfSameCause(other: OutageRow, outage: OutageRow): boolean {
	const endedAt = other.ended_at ?? Number.POSITIVE_INFINITY;
	return other.cause_id === outage.cause_id && other.id !== outage.id && endedAt >= outage.recorded_at;
}
