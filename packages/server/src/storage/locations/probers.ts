/** Probers of other locations: who there is, and what their heartbeats said. */

import { type RawBuilder, sql } from "kysely";
import { type CheckOrder, minuteOf } from "../../domain/checks/check.ts";
import { isUnder } from "../../domain/checks/locations/locations.ts";
import { AWAY_AFTER_MS, MAX_CLOCK_OFFSET_MS, type ProberSeen } from "../../domain/locations/prober.ts";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import { nextSlot } from "../../domain/schedule/schedule.ts";
import { idRows } from "../database/id-rows.ts";
import type { Row } from "../database/schema.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Tx } from "../database/tx.ts";
import { checkId, fromResultRow } from "../results/check-row.ts";
import { checksThatAreThere } from "../results/replaced-checks.ts";
import { ordersFor } from "../schedule/check-orders.ts";
import { knownLocations } from "./known-locations.ts";

type ProberRow = Row<"probers"> &
	Pick<Row<"locations">, "team_id" | "allows_private_targets"> & {
		location_public_id: string;
		location: string;
		team_public_id: string | null;
	};

async function rowsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<ProberRow[]> {
	const { rows } = await sql<ProberRow>`
		select p.*, l.public_id as location_public_id, l.name as location, l.team_id,
			t.public_id as team_public_id, l.allows_private_targets
		from probers p join locations l on l.id = p.location_id left join teams t on t.id = l.team_id
		where ${condition} order by p.id`.execute(tx.db);
	return rows;
}

/** Those that were not removed. @param teamId those that this team sees: its own, and the installation's */
export async function listProbers(tx: Tx, teamId?: number): Promise<ProberSeen[]> {
	const own = teamId === undefined ? sql`1 = 1` : sql`(l.team_id = ${teamId} or l.team_id is null)`;
	return (await rowsWhere(tx, sql`p.revoked_at is null and ${own}`)).map(seen);
}

export async function findProber(tx: Tx, publicId: string): Promise<ProberSeen | null> {
	const [row] = await rowsWhere(tx, sql`p.revoked_at is null and p.public_id = ${publicId}`);
	return row ? seen(row) : null;
}

/** Those that were not removed, for whoever speaks with them. */
export async function directoryRows(tx: Tx): Promise<readonly ProberRow[]> {
	return rowsWhere(tx, sql`p.revoked_at is null`);
}

/** Those that were removed at `since` or later. They stay shut out. */
export async function removedProbers(tx: Tx, since: number) {
	const rows = await tx.db
		.selectFrom("probers")
		.select(["public_id", "nats_user", "revoked_at"])
		.where("revoked_at", ">=", since)
		.orderBy("id")
		.execute();
	return rows.flatMap(({ public_id: publicId, nats_user: natsUser, revoked_at: revokedAt }) =>
		revokedAt === null ? [] : [{ publicId, natsUser, revokedAt }],
	);
}

/** Probers of an owner that exist, or were removed after `since`. @param teamId null: of the installation */
export async function countProbers(tx: Tx, teamId: number | null, since: number): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from probers p join locations l on l.id = p.location_id
		where coalesce(l.team_id, 0) = ${teamId ?? 0} and (p.revoked_at is null or p.revoked_at > ${since})`.execute(tx.db);
	return Number(rows[0]?.count ?? 0);
}

interface NewProber {
	readonly publicId: string;
	readonly name: string;
	readonly natsUser: string;
	readonly publicKey: string;
}

export async function insertProber(tx: Tx, locationId: number, prober: NewProber, now: number): Promise<void> {
	const { publicId: public_id, name, natsUser: nats_user, publicKey: public_key } = prober;
	await tx.db
		.insertInto("probers")
		.values({ public_id, location_id: locationId, name, nats_user, public_key, created_at: now })
		.execute();
}

/** False when it was removed meanwhile. */
export async function revokeProber(tx: Tx, publicId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await tx.db
		.updateTable("probers")
		.set({ revoked_at: now })
		.where("public_id", "=", publicId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

interface Beat {
	readonly version: string;
	/** How far its clock is ahead of the database's; absent: not known yet. */
	readonly aheadMs?: number | undefined;
	readonly running: number;
	readonly capacity: number;
	/** It stops, and so is away at once. */
	readonly isLeaving?: boolean;
}

/** A prober whose clock is too far off is set aside until a minute after it last was. */
const CLOCK_SET_ASIDE_MS = 60_000;

/** Resolves with whether the prober is set aside. */
export async function noteHeartbeat(tx: Tx, id: number, beat: Beat, now: number): Promise<boolean> {
	const { aheadMs } = beat;
	const offset = aheadMs === undefined ? null : Math.max(-2_000_000_000, Math.min(aheadMs, 2_000_000_000));
	const isOff = offset !== null && Math.abs(offset) > MAX_CLOCK_OFFSET_MS;
	const seenAt = beat.isLeaving ? now - AWAY_AFTER_MS - 1 : now;
	const aside = isOff
		? sql`, set_aside_until = ${now + CLOCK_SET_ASIDE_MS},
			set_aside_reason = ${`Its clock is off by ${Math.round(offset / 1000)} s.`}`
		: sql``;
	const { rows } = await sql<{ set_aside_until: number | null }>`
		update probers set last_seen_at = ${seenAt}, version = ${beat.version}, running = ${beat.running},
			capacity = ${beat.capacity}, clock_offset_ms = coalesce(${offset}, clock_offset_ms) ${aside}
		where id = ${id} returning set_aside_until`.execute(tx.db);
	return (rows[0]?.set_aside_until ?? 0) > now;
}

interface CheckRef {
	readonly monitorId: number;
	readonly revision: number;
	readonly scheduledAt: number;
}

/**
 * The orders of checks that are made in this location alone, by setting or by hint, of monitors that were not changed
 * since; none of those that are recorded, whose outcomes a prober sends again until it hears of it: of a sealed hour
 * that is not known here, and what is recorded stays (../commit/record-checks.ts). Whether a prober was to leave the
 * second attempt to another location is not known any more, so one failing attempt alone decides nothing.
 *
 * `claimed`: the checks that have no order here because a process waits for their outcomes under a lease, which ends
 * soon after the process.
 */
export async function ordersOf(
	tx: Tx,
	checks: readonly CheckRef[],
	locationId: number,
	box: SecretBox,
): Promise<{ orders: readonly CheckOrder[]; claimed: readonly CheckRef[] }> {
	const ids = checks.map(({ monitorId }) => monitorId);
	const { rows } = await sql<HeldState>`
		select monitor_id, location_id, revision, interval_ms, phase_ms, slot_at,
			case when claimed = 1 and held_by is not null and due_at > slot_at then 1 else 0 end as is_leased
		from monitor_states where monitor_id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
	const states = new Map(rows.map((row) => [row.monitor_id, row]));
	const isClaimed = ({ monitorId, revision, scheduledAt }: CheckRef) => {
		const state = states.get(monitorId);
		return state?.is_leased === 1 && state.revision === revision && state.slot_at === scheduledAt;
	};
	const claimed = checks.filter(isClaimed);
	const made = await madeChecks(
		tx,
		checks.filter(({ monitorId, scheduledAt }) => states.get(monitorId)?.slot_at !== scheduledAt),
	);
	const claims = checks.flatMap((check) => {
		const { monitorId, revision, scheduledAt: slotAt } = check;
		const state = states.get(monitorId);
		if (state?.revision !== revision || minuteOf(slotAt) < 0 || isClaimed(check)) return [];
		// Confirmed anew, it could say something else of a minute that is over.
		if (made.has(check)) return [];
		// One that a hint placed here may be made elsewhere next time: only while it is waited for.
		if (state.location_id !== locationId && (state.location_id !== null || state.slot_at !== slotAt)) return [];
		const nextDueAt = nextSlot({ intervalMs: state.interval_ms, phaseMs: state.phase_ms }, slotAt);
		return [{ monitorId, revision, slotAt, nextDueAt, wasSlow: false, locationId: state.location_id }];
	});
	if (claims.length === 0) return { orders: [], claimed };
	const here = (await knownLocations(tx)).find(({ id }) => id === locationId);
	const isHintedHere = ({ teamId, locationHint = COMMON_DEFAULTS.locationHint }: CheckOrder) =>
		here !== undefined && isUnder(here, locationHint, teamId);
	const orders = (await ordersFor(tx, claims, box))
		.filter((order) => order.locationId === locationId || (order.locationId === null && isHintedHere(order)))
		.filter(({ locationIds }) => locationIds === undefined)
		.map((order) => ({ ...order, locationId, confirmElsewhere: true }));
	return { orders, claimed };
}

/** Those whose minute has a check that was made. */
async function madeChecks(tx: Tx, checks: readonly CheckRef[]): Promise<ReadonlySet<CheckRef>> {
	const keys = checks.map(({ monitorId, scheduledAt }) => ({ monitor_id: monitorId, minute: minuteOf(scheduledAt) }));
	const there = (await checksThatAreThere(tx, keys)).map(fromResultRow);
	const ids = new Set(there.filter(({ verdict }) => verdict !== "missed").map(checkId));
	return new Set(
		checks.filter(({ monitorId, scheduledAt }) => ids.has(checkId({ monitorId, minute: minuteOf(scheduledAt) }))),
	);
}

interface HeldState {
	monitor_id: number;
	location_id: number | null;
	revision: number;
	interval_ms: number;
	phase_ms: number;
	slot_at: number | null;
	is_leased: 0 | 1;
}

function seen(row: ProberRow): ProberSeen {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		name: row.name,
		locationId: row.location_id,
		location: row.location,
		version: row.version,
		lastSeenAt: row.last_seen_at,
		running: row.running,
		capacity: row.capacity,
		clockOffsetMs: row.clock_offset_ms,
		askedElsewhere: row.asked_elsewhere,
		refutedElsewhere: row.refuted_elsewhere,
		setAsideUntil: row.set_aside_until,
		setAsideReason: row.set_aside_reason,
		createdAt: row.created_at,
	};
}
