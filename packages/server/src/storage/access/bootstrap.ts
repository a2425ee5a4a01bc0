/** The first start: creates one team and one key, so that the printed curl command works. */

import { SCOPES } from "../../domain/access/scopes.ts";
import type { Tx } from "../database/tx.ts";
import { createKey } from "./api-keys.ts";
import { hasOwner } from "./members.ts";
import { createSignInLink } from "./sign-in-links.ts";
import { createTeam, DEFAULT_TEAM_SLUG, firstTeam } from "./teams.ts";

/**
 * Creates the team `Default` and a key with every scope when the database holds no team yet
 * (docs/rules/access.md#first-start). Returns that key in plain text, or null when there is a team already: of several
 * processes that start at once, one gets the key.
 * @param chosenKey The operator's own key (`LAPWING_API_KEY`), or null for a random one.
 */
export async function bootstrap(database: Tx, chosenKey: string | null, now: number): Promise<string | null> {
	return database.transaction(async (tx) => {
		const existing = await tx.db.selectFrom("teams").select("id").limit(1).executeTakeFirst();
		if (existing) return null;
		// A concurrent process that inserts the same slug waits here for our commit, and then inserts nothing.
		const team = await createTeam(tx, { name: "Default", slug: DEFAULT_TEAM_SLUG }, now);
		if (!team) return null;
		const { plaintext } = await createKey(
			tx,
			{ teamId: team.id, name: "First key", scopes: SCOPES, ...(chosenKey === null ? {} : { plaintext: chosenKey }) },
			now,
		);
		return plaintext;
	});
}

/**
 * The secret of a new link that makes the first owner; null when the first team has one
 * (docs/rules/access.md#first-start).
 */
export async function welcomeSecret(tx: Tx, now: number): Promise<string | null> {
	const team = await firstTeam(tx);
	return team === null || (await hasOwner(tx, team.id)) ? null : createSignInLink(tx, null, now);
}
