/** `lapwing teams`: creates and lists teams. */

import { COMMAND_LINE } from "../domain/access/actor.ts";
import type { Team } from "../domain/access/team.ts";
import { slugOf } from "../domain/slug.ts";
import { createTeam } from "../services/teams/create.ts";
import { listTeams } from "../storage/access/teams.ts";
import { command, print, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { makeChange } from "./make-change.ts";
import { nameArgument } from "./name-argument.ts";
import { UsageError } from "./usage-error.ts";

export function teams() {
	return command("teams", "Create and list teams.").addCommand(create()).addCommand(list());
}

function create() {
	return command("create", "Create a team.")
		.requiredOption("--name <name>", "the name that people see", nameArgument)
		.option("--slug <slug>", "used in file names and on the command line: lower-case letters, digits, hyphens")
		.option("--json", "print the team as JSON")
		.action(async (options: { name: string; slug?: string; json?: boolean }) => {
			const slug = options.slug || slugOf(options.name);
			if (slug === "")
				throw new UsageError(
					`"${options.name}" has no letters a to z and no digits to make a slug of. Choose one: --slug my-team.`,
				);
			const team = await withDatabase((database) =>
				makeChange(database, (tx, deps) => createTeam(tx, COMMAND_LINE, { name: options.name, slug }, deps), {
					invalid: `"${slug}" is not a slug: use lower-case letters, digits and hyphens (--slug).`,
					taken: `A team with the slug "${slug}" exists already. Choose another with --slug.`,
				}),
			);
			if (options.json) printJson(shown(team));
			else
				print(
					`Created the team ${team.name} (${team.slug}). Add its owner: ` +
						`lapwing users add EMAIL --team ${team.slug} --role owner. Create a key for it: ` +
						`lapwing keys create --team ${team.slug} --name NAME --scope monitors:read`,
				);
		});
}

function list() {
	return command("list", "List the teams.")
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const found = await withDatabase(listTeams);
			if (json) printJson(found.map(shown));
			else printTable([["SLUG", "NAME", "ID"], ...found.map((team) => [team.slug, team.name, team.publicId])]);
		});
}

function shown({ publicId: id, name, slug, createdAt }: Team) {
	return { id, name, slug, createdAt: new Date(createdAt).toISOString() };
}
