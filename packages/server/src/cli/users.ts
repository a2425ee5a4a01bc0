/** `lapwing users`: lists, adds and removes people, and prints one-time sign-in links. */

import { isFailure, type Result } from "@lapwing/result";
import { welcomeOrigin } from "../compose/origins.ts";
import { readConfig } from "../config/config.ts";
import { commandLine } from "../domain/access/actor.ts";
import { isRole, ROLES } from "../domain/access/roles.ts";
import { cutName, emailAddress, owns, personName } from "../domain/access/user.ts";
import type { Problem } from "../domain/problem.ts";
import { removeAccounts } from "../services/accounts/remove.ts";
import { inTransaction } from "../services/change.ts";
import { addMember } from "../services/members/add.ts";
import { printLink } from "../services/sign-in/print-link.ts";
import { membershipsOf } from "../storage/access/members.ts";
import { listUsers } from "../storage/access/users.ts";
import type { Tx } from "../storage/database/tx.ts";
import { chosenTeam, TEAM_OPTION } from "./chosen-team.ts";
import { command, print, printAside, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { isAnsweredYes } from "./terminal/ask.ts";
import { UsageError } from "./usage-error.ts";

export function users() {
	return command("users", "List, add and remove people, and print sign-in links.")
		.addCommand(list())
		.addCommand(link())
		.addCommand(add())
		.addCommand(remove());
}

function list() {
	return command("list", "List the people, with their teams and roles.")
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const found = await withDatabase(async (database) => {
				const shown = [];
				for (const user of await listUsers(database)) {
					const memberships = await membershipsOf(database, user.id);
					shown.push({
						id: user.publicId,
						email: user.email,
						emailProven: owns(user),
						name: user.name,
						teams: memberships.map(({ team, role }) => ({ team: team.slug, role })),
						lastSeenAt: user.lastSeenAt === null ? null : new Date(user.lastSeenAt).toISOString(),
					});
				}
				return shown;
			});
			if (json) return printJson(found);
			const rows = found.map(({ email, emailProven, name, teams, lastSeenAt }) => [
				email,
				name,
				teams.map(({ team, role }) => `${team}:${role}`).join(" ") || "no team",
				emailProven ? "proven" : "not proven",
				lastSeenAt ?? "never seen",
			]);
			printTable([["EMAIL", "NAME", "TEAMS", "ADDRESS", "LAST SEEN"], ...rows]);
		});
}

/** Beside the link, for whoever hands it to somebody else. */
const LOCAL_LINK =
	"This link opens on this machine alone. Set PUBLIC_URL to the address at which others reach Lapwing, and links have it.";

function link() {
	return command(
		"link",
		"Print only a link that signs a person in. It works once, for 15 minutes. Whoever redeems it has proven the address: " +
			"sessions and passkeys of an account that was not proven end.",
	)
		.argument("<email>", "their address")
		.option("--json", "print the link as JSON")
		.action(async (email: string, { json }: { json?: boolean }) => {
			const secret = await change((tx) => printLink(tx, { email }, { now: Date.now() }), email);
			const config = readConfig(process.env);
			const { href, hostname } = new URL(`/sign-in/link#${secret}`, welcomeOrigin(config, config.port));
			if (json) printJson({ email, link: href });
			else print(href);
			if (config.publicUrl === null && hostname === "localhost") printAside(LOCAL_LINK);
		});
}

function add() {
	return command("add", "Add a person to a team. Creates an account if the address has none.")
		.argument("<email>", "their address")
		.option(...TEAM_OPTION)
		.requiredOption("--role <role>", `one of ${ROLES.join(", ")}`)
		.option("--name <name>", "their name, for a new account; default: the address")
		.option("--existing", "add the address also when it has an account already, without asking")
		.option("--json", "print who was added as JSON")
		.action(
			async (
				email: string,
				options: { team?: string; role: string; name?: string; existing?: boolean; json?: boolean },
			) => {
				const { role } = options;
				if (!isRole(role)) throw new UsageError(`"${role}" is not a role. The roles are ${ROLES.join(", ")}.`);
				if (!emailAddress.safeParse(email).success) throw new UsageError(`"${email}" is not an email address.`);
				const name = options.name ?? cutName(email);
				const problem = personName.safeParse(name).error?.issues[0];
				if (problem) throw new UsageError(`--name ${problem.message}`);
				const { slug } = await withDatabase((database) => chosenTeam(database, options.team));
				const attempt = (isConfirmed: boolean) =>
					withDatabase((database) =>
						inTransaction(database, async (tx) => {
							const input = { email, role, name, isConfirmed };
							return addMember(tx, commandLine(await chosenTeam(tx, slug)), input, { now: Date.now() });
						}),
					);
				let added = await attempt(options.existing === true);
				if (isFailure(added) && added.error.code === "unconfirmed") {
					const question = `${added.error.message} Add ${email} to ${slug} as ${role}?`;
					if (!(await isAnsweredYes(question))) {
						throw new UsageError(
							`${added.error.message} Nobody was added. To add the address without a question: --existing.`,
						);
					}
					added = await attempt(true);
				}
				if (isFailure(added)) throw new UsageError(`${added.error.message} Owners change roles under Settings.`);
				if (options.json) printJson({ email, team: slug, role });
				else print(`Added ${email} to ${slug} as ${role}. Print a link for them: lapwing users link ${email}`);
			},
		);
}

function remove() {
	return command(
		"remove",
		"Delete a person's account with its passkeys and sessions. They are signed out at once, and the API keys that they " +
			"made are revoked.",
	)
		.argument("<email>", "their address")
		.option("--keep-keys", "leave the API keys that they made valid")
		.option("--json", "print who was removed as JSON")
		.action(async (email: string, { json, keepKeys = false }: { json?: boolean; keepKeys?: boolean }) => {
			await change((tx) => removeAccounts(tx, { email, keepsKeys: keepKeys }, { now: Date.now() }), email);
			if (json) printJson({ removed: email });
			else print(`Removed ${email}.`);
		});
}

/** Makes a change of the accounts of an address. */
async function change<Made>(service: (tx: Tx) => Promise<Result<Made, Problem>>, email: string): Promise<Made> {
	const made = await withDatabase((database) => inTransaction(database, service));
	if (!isFailure(made)) return made.data;
	throw new UsageError(
		made.error.code === "not_found"
			? `There is no account of ${email}. \`lapwing users list\` shows them, \`lapwing users add\` adds one.`
			: made.error.message,
	);
}
