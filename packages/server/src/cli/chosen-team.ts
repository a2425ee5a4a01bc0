import type { Team } from "../domain/access/team.ts";
import { listTeams, teamBySlug } from "../storage/access/teams.ts";
import type { Tx } from "../storage/database/tx.ts";
import { UsageError } from "./usage-error.ts";

/** What `--team` is for, where it can be left out. */
export const TEAM_OPTION = ["--team <slug>", "the team; it can be left out while there is one team"] as const;

/** The team of this slug; without one the only team. */
export async function chosenTeam(tx: Tx, slug: string | undefined): Promise<Team> {
	if (slug === undefined) {
		const teams = await listTeams(tx);
		const [only] = teams;
		if (only !== undefined && teams.length === 1) return only;
		const slugs = teams.map((team) => team.slug).join(", ");
		throw new UsageError(teams.length === 0 ? "There is no team yet." : `Name the team with --team: ${slugs}.`);
	}
	const team = await teamBySlug(tx, slug);
	if (team !== null) return team;
	throw new UsageError(
		`There is no team "${slug}". \`lapwing teams list\` shows them, \`lapwing teams create\` creates one.`,
	);
}

/** In whose history a change stands: its owner's; of what the installation owns, that of the first team. */
export async function ownerOrFirst(tx: Tx, teamId: number | null): Promise<Team> {
	const teams = await listTeams(tx);
	const team = teams.find(({ id }) => id === teamId) ?? teams[0];
	if (team === undefined) throw new UsageError("There is no team yet. Start Lapwing once.");
	return team;
}
