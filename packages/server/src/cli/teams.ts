/** `lapwing teams`: who owns monitors. */

import { createTeam, isSlug, listTeams, type Team } from "../storage/access/teams.ts";
import { command, nameArgument, print, printJson, printTable, withDatabase } from "./command.ts";
import { UsageError } from "./usage-error.ts";

export function teams() {
	return command("teams", "Make and list teams.").addCommand(create()).addCommand(list());
}

function create() {
	return command("create", "Make a team.")
		.requiredOption("--name <name>", "what people call it", nameArgument)
		.option("--slug <slug>", "names files and is said on the command line: lower-case letters, digits, hyphens", "")
		.option("--json", "print the team as JSON")
		.action(async (options: { name: string; slug: string; json?: boolean }) => {
			const slug = options.slug || slugOf(options.name);
			if (!isSlug(slug))
				throw new UsageError(`"${slug}" can't be a slug: use lower-case letters, digits and hyphens (--slug).`);
			const team = await withDatabase((database) => createTeam(database, { name: options.name, slug }, Date.now()));
			if (!team) throw new UsageError(`There is a team with the slug "${slug}" already. Choose another with --slug.`);
			if (options.json) printJson(shown(team));
			else
				print(
					`Made the team ${team.name} (${team.slug}). Give it a key: lapwing keys create --team ${team.slug} --name NAME --scope monitors:read`,
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
