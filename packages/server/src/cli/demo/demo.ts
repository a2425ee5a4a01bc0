/** `lapwing demo`: fills a team with monitors and their history, through the code that records real checks. */

import { pino } from "pino";
import { secretFor } from "../../compose/secret.ts";
import type { Config } from "../../config/config.ts";
import { isSlug, type Team } from "../../domain/access/team.ts";
import { createTeam, teamBySlug } from "../../storage/access/teams.ts";
import { secretBox } from "../../storage/database/sealed-secrets.ts";
import type { Database, Session } from "../../storage/database/session.ts";
import { countMonitorsElsewhere, deleteMonitorsOf } from "../../storage/monitors/monitors-of-host.ts";
import { command, print, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { withDatabase } from "../with-database.ts";
import { DEMO_HOST, DEMO_TAG } from "./demo-kinds.ts";
import { generateHistory } from "./demo-play.ts";

const DAY_MS = 86_400_000;
const MOST_MONITORS = 100_000;
const MOST_DAYS = 400;
/** By which the monitors of the demo are recognized. */
const DEMO = { host: DEMO_HOST, tag: DEMO_TAG };

export function demo() {
	return command("demo", "Create a team with monitors and a generated history.")
		.option("--monitors <number>", `how many monitors (1–${MOST_MONITORS})`, wholeNumber(1, MOST_MONITORS), 20)
		.option("--days <number>", `how many days of history (1–${MOST_DAYS})`, wholeNumber(1, MOST_DAYS), 30)
		.option("--team <slug>", "the team; created when it does not exist", "demo")
		.option("--force", "even if the team has monitors of its own")
		.option("--remove", "instead, delete the demo's monitors of the team with their history")
		.option("--json", "print what was created or removed as JSON")
		.addHelpText(
			"after",
			"\nThe monitors are paused: their history is generated, " +
				"and nothing is checked until you resume them.\nNo notices are sent for it.",
		)
		.action(async (options: DemoOptions) => {
			if (options.remove) return remove(options);
			const made = await withDatabase((database, config) => play(database, config, options, Date.now()));
			if (options.json) printJson(made);
			else
				print(
					`Created ${made.monitors} monitors with ${made.checks} checks in the team ${made.team}. ` +
						`In the dashboard: lapwing users add EMAIL --team ${made.team} --role viewer. ` +
						`Over the API: lapwing keys create --team ${made.team} --name demo --scope all`,
				);
		});
}

interface DemoOptions {
	readonly monitors: number;
	readonly days: number;
	readonly team: string;
	readonly force?: boolean;
	readonly remove?: boolean;
	readonly json?: boolean;
}

async function remove({ team: slug, json }: DemoOptions): Promise<void> {
	const removed = await withDatabase(async (database) => {
		const team = await teamBySlug(database, slug);
		if (!team) throw new UsageError(`There is no team "${slug}". \`lapwing teams list\` shows them.`);
		return deleteMonitorsOf(database, team.id, DEMO, Date.now());
	});
	if (json) printJson({ team: slug, removed });
	else print(`Removed ${removed} demo monitors of the team ${slug}. The service deletes their history.`);
}

async function play(
	database: Database,
	config: Config,
	{ monitors: count, days, team: slug, force = false }: DemoOptions,
	now: number,
): Promise<{ team: string; monitors: number; checks: number }> {
	const team = (await teamBySlug(database, slug)) ?? (await makeTeam(database, slug, now));
	const secret = await secretFor(database, config, { acceptNew: false, log: pino({ level: "silent" }) });
	const real = force ? 0 : await countMonitorsElsewhere(database, team.id, DEMO);
	if (real > 0) {
		throw new UsageError(
			`The team ${slug} has ${real} monitors of its own, whose figures would mix with generated ones. ` +
				"Choose another team with --team, or add --force.",
		);
	}
	const checks = await generateHistory(database, {
		team,
		count,
		from: now - days * DAY_MS,
		now,
		box: secretBox(secret),
	});
	return { team: team.slug, monitors: count, checks };
}

async function makeTeam(database: Session, slug: string, now: number): Promise<Team> {
	if (!isSlug(slug)) throw new UsageError(`"${slug}" is not a team slug: use lower-case letters, digits and hyphens.`);
	const team = await createTeam(database, { name: slug, slug }, now);
	if (!team)
		throw new Error(`The team ${slug} was created by another process at the same time. Run the command again.`);
	return team;
}

function wholeNumber(least: number, most: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (!/^\d+$/.test(text) || value < least || value > most) {
			throw new UsageError(`"${text}" must be a whole number from ${least} to ${most}.`);
		}
		return value;
	};
}
