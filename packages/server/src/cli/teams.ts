/** `lapwing teams`: creates and lists teams. */

import type { Team } from "../domain/access/team.ts";
import { isSlug } from "../domain/access/team.ts";
import { createTeam, listTeams } from "../storage/access/teams.ts";
import { command, nameArgument, print, printJson, printTable, withDatabase } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export function teams() {
	return command("teams", "Create and list teams.").addCommand(create()).addCommand(list());
}

function create() {
	return command("create", "Create a team.")
		.requiredOption("--name <name>", "the name that people see", nameArgument)
		.option("--slug <slug>", "used in file names and on the command line: lower-case letters, digits, hyphens", "")
		.option("--json", "print the team as JSON")
		.action(async (options: { name: string; slug: string; json?: boolean }) => {
			const slug = options.slug || slugOf(options.name);
			if (!isSlug(slug))
				throw new UsageError(`"${slug}" is not a slug: use lower-case letters, digits and hyphens (--slug).`);
			const team = await withDatabase((database) => createTeam(database, { name: options.name, slug }, Date.now()));
			if (!team) throw new UsageError(`A team with the slug "${slug}" exists already. Choose another with --slug.`);
			if (options.json) printJson(shown(team));
			else
				print(
					`Created the team ${team.name} (${team.slug}). Create a key for it: ` +
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

function slugOf(name: string): string {
	return name
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "-")
		.replace(/^-+|-+$/g, "");
}
