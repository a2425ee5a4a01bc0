/** `lapwing users`: lists, adds and removes people, and prints one-time sign-in links. */

import { welcomeOrigin } from "../compose/origins.ts";
import { readConfig } from "../config/config.ts";
import { changesOf, contents } from "../domain/access/field-changes.ts";
import { isRole, ROLES } from "../domain/access/roles.ts";
import { emailAddress, personName } from "../domain/access/user.ts";
import { addMember, membershipsOf } from "../storage/access/members.ts";
import { createSignInLink } from "../storage/access/sign-in-links.ts";
import { teamBySlug } from "../storage/access/teams.ts";
import { createUser, listUsers, removeUser, userByEmail } from "../storage/access/users.ts";
import type { Session } from "../storage/database/session.ts";
import { recordCommand } from "./audit.ts";
import { command, print, printJson, printTable } from "./command.ts";
import { UsageError } from "./usage-error.ts";
import { withDatabase } from "./with-database.ts";

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
						name: user.name,
						teams: memberships.map(({ team, role }) => ({ team: team.slug, role })),
						lastSeenAt: user.lastSeenAt === null ? null : new Date(user.lastSeenAt).toISOString(),
					});
				}
				return shown;
			});
			if (json) return printJson(found);
			const rows = found.map(({ email, name, teams, lastSeenAt }) => [
				email,
				name,
				teams.map(({ team, role }) => `${team}:${role}`).join(" ") || "no team",
				lastSeenAt ?? "never seen",
			]);
			printTable([["EMAIL", "NAME", "TEAMS", "LAST SEEN"], ...rows]);
		});
}

function link() {
	return command("link", "Print only a link that signs a person in. It works once, for 15 minutes.")
		.argument("<email>", "their address")
		.option("--json", "print the link as JSON")
		.action(async (email: string, { json }: { json?: boolean }) => {
			const secret = await withDatabase(async (database) => {
				const user = await userByEmail(database, email);
				if (!user) throw unknown(email);
				return database.transaction(async (session) => {
					const now = Date.now();
					// The account's owner sees this event, because anyone with the link can sign in.
					const change = {
						action: "create",
						objectType: "link",
						objectId: null,
						objectName: "printed on the command line",
					};
					await recordCommand(session, { userId: user.id }, { ...change, changes: [] }, now);
					return createSignInLink(session, user.id, now);
				});
			});
			const config = readConfig(process.env);
			const { href } = new URL(`/sign-in/link#${secret}`, welcomeOrigin(config, config.port));
			if (json) printJson({ email, link: href });
			else print(href);
		});
}

function add() {
	return command("add", "Add a person to a team. Creates an account if the address has none.")
		.argument("<email>", "their address")
		.requiredOption("--team <slug>", "the team")
		.requiredOption("--role <role>", `one of ${ROLES.join(", ")}`)
		.option("--name <name>", "their name; default: the address")
		.option("--json", "print who was added as JSON")
		.action(async (email: string, options: { team: string; role: string; name?: string; json?: boolean }) => {
			const { role } = options;
			if (!isRole(role)) throw new UsageError(`"${role}" is not a role. The roles are ${ROLES.join(", ")}.`);
			if (!emailAddress.safeParse(email).success) throw new UsageError(`"${email}" is not an email address.`);
			const name = options.name ?? email.slice(0, 100);
			const problem = personName.safeParse(name).error?.issues[0];
			if (problem) throw new UsageError(`--name ${problem.message}`);
			await withDatabase((database) =>
				database.transaction(async (session) => {
					const team = await teamBySlug(session, options.team);
					if (!team) throw new UsageError(`There is no team "${options.team}". \`lapwing teams list\` shows them.`);
					const now = Date.now();
					const user = (await userByEmail(session, email)) ?? (await createUser(session, { name, email }, now));
					const member = user && (await addMember(session, { teamId: team.id, user, role }, now));
					if (!user || !member) {
						throw new UsageError(`${email} is a member of ${team.slug} already. Owners change roles under Settings.`);
					}
					await record(session, team.id, { action: "create", id: member.publicId, name: user.name, role }, now);
				}),
			);
			if (options.json) printJson({ email, team: options.team, role });
			else print(`Added ${email} to ${options.team} as ${role}. Print a link for them: lapwing users link ${email}`);
		});
}

function remove() {
	return command("remove", "Delete a person's account with its passkeys and sessions. They are signed out at once.")
		.argument("<email>", "their address")
		.option("--json", "print who was removed as JSON")
		.action(async (email: string, { json }: { json?: boolean }) => {
			await withDatabase((database) =>
				database.transaction(async (session) => {
					const user = await userByEmail(session, email);
					if (!user) throw unknown(email);
					const teams = await membershipsOf(session, user.id);
					const removed = await removeUser(session, user.id);
					if (typeof removed === "object") {
						throw new UsageError(
							`${email} is the last owner of ${removed.lastOwnerOf.join(", ")}. Make somebody else an owner first.`,
						);
					}
					for (const { memberId: id, team, role } of teams) {
						await record(session, team.id, { action: "remove", id, name: user.name, role }, Date.now());
					}
				}),
			);
			if (json) printJson({ removed: email });
			else print(`Removed ${email}.`);
		});
}

function record(
	session: Session,
	teamId: number,
	{ action, id, name, role }: { action: "create" | "remove"; id: string; name: string; role: string },
	now: number,
): Promise<void> {
	const changes = action === "create" ? contents({ role }) : changesOf({ role }, null, {});
	const change = { action, objectType: "member", objectId: id, objectName: name, changes };
	return recordCommand(session, { teamId }, change, now);
}

function unknown(email: string): UsageError {
	return new UsageError(
		`There is no account of ${email}. \`lapwing users list\` shows them, \`lapwing users add\` adds one.`,
	);
}
