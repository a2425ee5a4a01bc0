/** Teams: everything belongs to one. */

import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";

export interface Team {
	readonly id: number;
	/** `team_…` */
	readonly publicId: string;
	readonly name: string;
	/** Unique, 1–63 of `a-z0-9-`: names files, is said on the command line. */
	readonly slug: string;
	readonly createdAt: number;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether `slug` may name a team: a DNS label in lower case, so that it fits in hosts and file names. */
export function isSlug(slug: string): boolean {
	return SLUG.test(slug);
}

/** Makes a team; null when its slug is taken. */
export async function createTeam(
	session: Session,
	{ name, slug }: { name: string; slug: string },
	now: number,
): Promise<Team | null> {
	if (!isSlug(slug)) throw new RangeError(`Not a slug: ${slug}`);
	const row = await session.db
		.insertInto("teams")
		.values({ public_id: newPublicId("team"), name, slug, created_at: now })
		.onConflict((conflict) => conflict.column("slug").doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asTeam(row) : null;
}

/** Every team, by slug. */
export async function listTeams(session: Session): Promise<Team[]> {
	const rows = await session.db.selectFrom("teams").selectAll().orderBy("slug").execute();
	return rows.map(asTeam);
}

export async function teamBySlug(session: Session, slug: string): Promise<Team | null> {
	const row = await session.db.selectFrom("teams").selectAll().where("slug", "=", slug).executeTakeFirst();
	return row ? asTeam(row) : null;
}

function asTeam(row: { id: number; public_id: string; name: string; slug: string; created_at: number }): Team {
	return { id: row.id, publicId: row.public_id, name: row.name, slug: row.slug, createdAt: row.created_at };
}
