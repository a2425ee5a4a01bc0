/** Schedules of a team. Their people are ids of users; a name comes with each that is a member of the team now. */

import { sql } from "kysely";
import type { Changes } from "../../domain/given.ts";
import type { Layer, Override, Person, Schedule } from "../../domain/on-call/schedule.ts";
import type { Seek } from "../../domain/seek.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";

interface StoredSchedule {
	readonly name: string;
	readonly layers: readonly Layer[];
}

export async function createSchedule(
	tx: Tx,
	teamId: number,
	{ name, layers }: StoredSchedule,
	now: number,
): Promise<Schedule> {
	const row = await tx.db
		.insertInto("schedules")
		.values({
			public_id: newPublicId("sch"),
			team_id: teamId,
			name,
			layers: JSON.stringify(layers),
			calendar_hash: null,
			calendar_made_at: null,
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return only(tx, row);
}

/** The schedule of that team and public id; null when there is none. */
export async function findSchedule(tx: Tx, teamId: number, publicId: string): Promise<Schedule | null> {
	const rows = await tx.db
		.selectFrom("schedules")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await complete(tx, rows))[0] ?? null;
}

/** As {@link findSchedule}, locked until the transaction ends. */
export async function lockSchedule(tx: Tx, teamId: number, publicId: string): Promise<Schedule | null> {
	await lockRow(tx, "schedules", teamId, publicId);
	return findSchedule(tx, teamId, publicId);
}

/** Every schedule of a team, by name. */
export async function schedulesOfTeam(tx: Tx, teamId: number): Promise<Schedule[]> {
	const query = tx.db.selectFrom("schedules").selectAll().where("team_id", "=", teamId);
	return complete(tx, await query.orderBy("name").orderBy("id").execute());
}

export async function pageOfSchedules(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<Schedule[]> {
	return complete(tx, await newestFirst(tx.db.selectFrom("schedules").selectAll().where("team_id", "=", teamId), seek));
}

export async function updateSchedule(
	tx: Tx,
	{ id }: Schedule,
	{ name, layers }: Changes<StoredSchedule>,
	now: number,
): Promise<Schedule> {
	const row = await tx.db
		.updateTable("schedules")
		.set({
			updated_at: laterUpdatedAt(now),
			...(name !== undefined && { name }),
			...(layers !== undefined && { layers: JSON.stringify(layers) }),
		})
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	return only(tx, row);
}

export async function deleteSchedule({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("schedules").where("id", "=", id).execute();
}

// --- overrides -----------------------------------------------------------------------------------------------------

/** Adds an override, or gives the day to another person; null when the schedule has `most` of them. */
export async function putOverride(
	tx: Tx,
	schedule: Schedule,
	{ date, insteadOf, person }: Override,
	{ now, most, keptFrom }: { readonly now: number; readonly most: number; readonly keptFrom: string },
): Promise<Schedule | null> {
	await tx.db
		.deleteFrom("schedule_overrides")
		.where("schedule_id", "=", schedule.id)
		.where("date", "<", keptFrom)
		.execute();
	await tx.db
		.insertInto("schedule_overrides")
		.values({
			public_id: newPublicId("ovr"),
			schedule_id: schedule.id,
			date,
			instead_of: insteadOf,
			person,
			created_at: now,
		})
		.onConflict((conflict) => conflict.columns(["schedule_id", "date", "instead_of"]).doUpdateSet({ person }))
		.execute();
	const changed = await reread(tx, schedule.id);
	return changed.overrides.length > most ? null : changed;
}

export async function deleteOverride(tx: Tx, schedule: Schedule, overrideId: number): Promise<Schedule> {
	await tx.db
		.deleteFrom("schedule_overrides")
		.where("schedule_id", "=", schedule.id)
		.where("id", "=", overrideId)
		.execute();
	return reread(tx, schedule.id);
}

// --- calendars -----------------------------------------------------------------------------------------------------

/** @param hash of the calendar's new key; the former key is of no calendar from then on. Null: it has none any more */
export async function setCalendar(tx: Tx, { id }: Schedule, hash: string | null, now: number): Promise<Schedule> {
	await tx.db
		.updateTable("schedules")
		.set({ calendar_hash: hash, calendar_made_at: hash === null ? null : now })
		.where("id", "=", id)
		.execute();
	return reread(tx, id);
}

/** The schedule whose calendar has the key with this hash, of any team; null when there is none. */
export async function scheduleOfCalendar(tx: Tx, hash: string): Promise<(Schedule & { teamName: string }) | null> {
	const row = await tx.db.selectFrom("schedules").selectAll().where("calendar_hash", "=", hash).executeTakeFirst();
	if (row === undefined) return null;
	const team = await tx.db.selectFrom("teams").select("name").where("id", "=", row.team_id).executeTakeFirstOrThrow();
	return { ...(await only(tx, row)), teamName: team.name };
}

// --- people --------------------------------------------------------------------------------------------------------

/** The members of a team, by name: who can be on call, and whether they can be reached then. */
export async function peopleOfTeam(
	tx: Tx,
	teamId: number,
): Promise<(Person & { readonly name: string; readonly hasChannel: boolean })[]> {
	const { rows } = await sql<{ id: string; name: string; channels: number }>`
		select u.public_id as id, u.name, (select count(*) from user_channels as c where c.user_id = u.id) as channels
		from members as m join users as u on u.id = m.user_id
		where m.team_id = ${teamId} and (u.bound_team_id is null or u.bound_team_id = m.team_id)
		order by u.name, u.id`.execute(tx.db);
	return rows.map(({ id, name, channels }) => ({ id, name, hasChannel: Number(channels) > 0 }));
}

/** The e-mail addresses of those that {@link peopleOfTeam} returns, by their ids. */
export async function addressesOfTeam(tx: Tx, teamId: number): Promise<ReadonlyMap<string, string>> {
	const { rows } = await sql<{ id: string; email: string }>`
		select u.public_id as id, u.email from members as m join users as u on u.id = m.user_id
		where m.team_id = ${teamId} and (u.bound_team_id is null or u.bound_team_id = m.team_id)`.execute(tx.db);
	return new Map(rows.map(({ id, email }) => [id, email]));
}

/** The ids of those that {@link peopleOfTeam} returns, by their e-mail addresses in lower case. */
export async function membersByAddress(tx: Tx, teamId: number): Promise<ReadonlyMap<string, string>> {
	return new Map(Array.from(await addressesOfTeam(tx, teamId), ([id, email]) => [email.toLowerCase(), id]));
}

// --- rows ----------------------------------------------------------------------------------------------------------

async function reread(tx: Tx, id: number): Promise<Schedule> {
	return only(tx, await tx.db.selectFrom("schedules").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

async function only(tx: Tx, row: Row<"schedules">): Promise<Schedule> {
	const [schedule] = await complete(tx, [row]);
	if (schedule === undefined) throw new Error("A schedule of one row is one schedule");
	return schedule;
}

/** The rows of one team, with their overrides and the names of their people. */
async function complete(tx: Tx, rows: readonly Row<"schedules">[]): Promise<Schedule[]> {
	const [first] = rows;
	if (first === undefined) return [];
	const names = new Map((await peopleOfTeam(tx, first.team_id)).map(({ id, name }) => [id, name]));
	const person = (id: string): Person => ({ id, name: names.get(id) ?? null });
	const overrides = await tx.db
		.selectFrom("schedule_overrides")
		.selectAll()
		.where(
			"schedule_id",
			"in",
			rows.map(({ id }) => id),
		)
		.orderBy("date")
		.orderBy("id")
		.execute();
	const ofSchedule = Map.groupBy(overrides, ({ schedule_id }) => schedule_id);
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		name: row.name,
		layers: (JSON.parse(row.layers) as Layer[]).map((layer) => ({ ...layer, people: layer.people.map(person) })),
		overrides: (ofSchedule.get(row.id) ?? []).map(({ id, public_id, date, instead_of, person: taker }) => ({
			id,
			publicId: public_id,
			date,
			insteadOf: person(instead_of),
			person: person(taker),
		})),
		calendarMadeAt: row.calendar_made_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}
