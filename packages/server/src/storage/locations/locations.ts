/** Locations as their owners make and change them. A deleted one keeps its row, for results that were made there. */

import { type RawBuilder, sql } from "kysely";
import type { Changes } from "../../domain/given.ts";
import type { LocationSeen, LocationSettings } from "../../domain/locations/location.ts";
import { LOCATION_HINTS } from "../../domain/monitors/monitor.ts";
import { codeOrNull, labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { listProbers } from "./probers.ts";

interface NamedLocation {
	readonly id: number;
	/** `loc_…` */
	readonly publicId: string;
	/** `team_…`; null: the installation's. */
	readonly team: string | null;
}

/** The owner's location of this name, made when it is new: with private targets where there is one team alone. */
export async function locationFor(tx: Tx, teamId: number | null, name: string, now: number): Promise<NamedLocation> {
	await sql`
		insert into locations (public_id, team_id, name, label, allows_private_targets, created_at, updated_at)
		select ${sql.lit(newPublicId("loc"))}, ${sql.lit(teamId)}, ${sql.lit(name)}, ${sql.lit(name)},
			case when (select count(*) from teams) = 1 then 1 else 0 end, ${sql.lit(now)}, ${sql.lit(now)}
		where true
		on conflict do nothing`.execute(tx.db);
	// Locked, so that it is not deleted before its prober is there.
	const { rows } = await sql<{ id: number; public_id: string; team: string | null }>`
		select l.id, l.public_id, (select t.public_id from teams as t where t.id = l.team_id) as team from locations as l
		where l.name = ${name} and coalesce(l.team_id, 0) = ${teamId ?? 0} and l.deleted_at is null
		${tx.dialect.forUpdate}`.execute(tx.db);
	const [row] = rows;
	// It was deleted in between.
	if (row === undefined) return locationFor(tx, teamId, name, now);
	return { id: row.id, publicId: row.public_id, team: row.team };
}

/** By name. @param teamId those that this team can name, with its own monitors; default: of all owners */
export async function listLocations(tx: Tx, teamId?: number): Promise<LocationSeen[]> {
	const own = teamId === undefined ? sql`true` : sql`(l.team_id = ${teamId} or l.team_id is null)`;
	return locationsWhere(tx, own, teamId);
}

/** @param teamId as of {@link listLocations} */
export async function findLocation(tx: Tx, publicId: string, teamId?: number): Promise<LocationSeen | null> {
	const [found] = await locationsWhere(tx, sql`l.public_id = ${publicId}`, teamId);
	return found ?? null;
}

/** As {@link findLocation}, locked until the transaction ends: no monitor and no prober is put there meanwhile. */
export async function lockLocation(tx: Tx, publicId: string, teamId?: number): Promise<LocationSeen | null> {
	await sql`select id from locations where public_id = ${publicId}${tx.dialect.forUpdate}`.execute(tx.db);
	return findLocation(tx, publicId, teamId);
}

async function locationsWhere(tx: Tx, condition: RawBuilder<unknown>, teamId?: number): Promise<LocationSeen[]> {
	const counted = teamId === undefined ? sql`` : sql`and m.team_id = ${teamId}`;
	const { rows } = await sql<Row<"locations"> & { monitors: number }>`
		select l.*, (select count(*) from monitor_locations as ml join monitors as m on m.id = ml.monitor_id
			where ml.location_id = l.id and m.deleted_at is null ${counted}) as monitors
		from locations as l where ${condition} and l.deleted_at is null order by l.name, l.id`.execute(tx.db);
	const probers = Map.groupBy(await listProbers(tx, teamId), ({ locationId }) => locationId);
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		name: row.name,
		label: row.label,
		hint: row.hint === null ? null : labelOf(LOCATION_HINTS, row.hint),
		allowsPrivateTargets: row.allows_private_targets === 1,
		monitors: row.monitors,
		probers: probers.get(row.id) ?? [],
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}

/** Changes the given fields. */
export async function updateLocation(
	{ db }: Tx,
	id: number,
	{ label, hint, allowsPrivateTargets }: Changes<LocationSettings>,
	now: number,
): Promise<void> {
	const values = {
		label,
		hint: hint === undefined ? undefined : codeOrNull(LOCATION_HINTS, hint),
		allows_private_targets: allowsPrivateTargets === undefined ? undefined : allowsPrivateTargets ? 1 : 0,
		updated_at: laterUpdatedAt(now),
	} as const;
	await db.updateTable("locations").set(values).where("id", "=", id).execute();
}

export async function deleteLocation({ db }: Tx, id: number, now: number): Promise<void> {
	await db.updateTable("locations").set({ deleted_at: now }).where("id", "=", id).execute();
}

/** Those of `ids` that exist; none of them is deleted until the transaction ends. */
export async function lockLocations({ db, dialect }: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
	const { rows } = await sql<{ id: number }>`
		select id from locations where id in (${sql.join([...ids])}) and deleted_at is null
		order by id${dialect.forUpdate}`.execute(db);
	return new Set(rows.map(({ id }) => id));
}
