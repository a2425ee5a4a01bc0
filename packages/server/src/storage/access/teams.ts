/** Teams: everything belongs to one. */

import { isSlug, type Team } from "../../domain/access/team.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";

/** Made at the first start. */
export const DEFAULT_TEAM_SLUG = "default";

/** Creates a team; null when its slug is taken. */
export async function createTeam(
	tx: Tx,
	{ name, slug }: { name: string; slug: string },
	now: number,
): Promise<Team | null> {
	if (!isSlug(slug)) throw new RangeError(`Not a slug: ${slug}`);
	const row = await tx.db
		.insertInto("teams")
		.values({ public_id: newPublicId("team"), name, slug, created_at: now })
		.onConflict((conflict) => conflict.column("slug").doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asTeam(row) : null;
}

export async function listTeams(tx: Tx): Promise<Team[]> {
	const rows = await tx.db.selectFrom("teams").selectAll().orderBy("slug").execute();
	return rows.map(asTeam);
}

export async function teamBySlug(tx: Tx, slug: string): Promise<Team | null> {
	const row = await tx.db.selectFrom("teams").selectAll().where("slug", "=", slug).executeTakeFirst();
	return row ? asTeam(row) : null;
}

export async function teamById(tx: Tx, id: number): Promise<Team | null> {
	const row = await tx.db.selectFrom("teams").selectAll().where("id", "=", id).executeTakeFirst();
	return row ? asTeam(row) : null;
}

/** The team that newcomers join: `default`, or the oldest where there is none of that slug. */
export async function firstTeam(tx: Tx): Promise<Team | null> {
	const named = await teamBySlug(tx, DEFAULT_TEAM_SLUG);
	if (named) return named;
	const row = await tx.db.selectFrom("teams").selectAll().orderBy("id").limit(1).executeTakeFirst();
	return row ? asTeam(row) : null;
}

export async function updateTeam(
	tx: Tx,
	id: number,
	{ name, allowsPasswords }: Pick<Team, "name" | "allowsPasswords">,
): Promise<Team | null> {
	const row = await tx.db
		.updateTable("teams")
		.set({ name, allows_passwords: allowsPasswords ? 1 : 0 })
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirst();
	return row ? asTeam(row) : null;
}

function asTeam({ id, public_id, name, slug, allows_passwords, created_at }: Row<"teams">): Team {
	return { id, publicId: public_id, name, slug, allowsPasswords: allows_passwords === 1, createdAt: created_at };
}
