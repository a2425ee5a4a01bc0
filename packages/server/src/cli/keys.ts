/** `lapwing keys`: creates, lists and revokes API keys. */

import { commandLine } from "../domain/access/actor.ts";
import type { ApiKey } from "../domain/access/api-key.ts";
import { isScope, SCOPES, type Scope } from "../domain/access/scopes.ts";
import type { Team } from "../domain/access/team.ts";
import { isoOf } from "../domain/time-text.ts";
import type { Deps } from "../services/change.ts";
import { createKey } from "../services/keys/create.ts";
import { revokeKey } from "../services/keys/revoke.ts";
import { findKeyOfAnyTeam, listKeys } from "../storage/access/api-keys.ts";
import { listTeams, teamById } from "../storage/access/teams.ts";
import type { Tx } from "../storage/database/tx.ts";
import { chosenTeam, TEAM_OPTION } from "./chosen-team.ts";
import { collect, command, print, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { makeChange } from "./make-change.ts";
import { nameArgument } from "./name-argument.ts";
import { UsageError } from "./usage-error.ts";

export function keys() {
	return command("keys", "Create, list and revoke API keys.")
		.addCommand(create())
		.addCommand(list())
		.addCommand(revoke());
}

function create() {
	return command("create", "Create a key and print only the key. It cannot be shown again.")
		.option(...TEAM_OPTION)
		.requiredOption("--name <name>", "what it is for, to recognize it later", nameArgument)
		.requiredOption(
			"--scope <scope>",
			`what it may do; several with commas, or the option again: ${SCOPES.join(", ")}, or all`,
			collect,
		)
		.option("--expires <instant>", "when it expires, ISO 8601: 2027-01-31T00:00:00Z")
		.option("--json", "print the key and its details as JSON")
		.action(
			async (options: { team?: string; name: string; scope: readonly string[]; expires?: string; json?: boolean }) => {
				const scopes = readScopes(options.scope);
				const expiresAt = options.expires === undefined ? null : isoOf(readInstant(options.expires));
				const input = { name: options.name, scopes, expiresAt };
				const { key, plaintext } = await withDatabase(async (database) => {
					const actor = commandLine(await chosenTeam(database, options.team));
					return makeChange(database, (tx, deps) => createKey(tx, actor, input, deps));
				});
				if (options.json) printJson({ key: plaintext, ...shown(key) });
				else print(plaintext);
			},
		);
}

function list() {
	return command("list", "List keys. Only the first characters of each are shown.")
		.option("--team <slug>", "only the keys of this team")
		.option("--json", "print them as JSON")
		.action(async ({ team: slug, json }: { team?: string; json?: boolean }) => {
			const found = await withDatabase(async (database) => {
				const teams = slug === undefined ? await listTeams(database) : [await chosenTeam(database, slug)];
				const lists = await Promise.all(
					teams.map(async (team) =>
						(await listKeys(database, team.id)).map((key) => ({ team: team.slug, ...shown(key) })),
					),
				);
				return lists.flat();
			});
			if (json) return printJson(found);
			const rows = found.map((key) => [
				key.id,
				key.team,
				`${key.prefix}…`,
				key.name,
				key.revokedAt ? `revoked ${key.revokedAt}` : key.expiresAt ? `until ${key.expiresAt}` : "valid",
				key.lastUsedAt ?? "never used",
				key.scopes.length === SCOPES.length ? "all" : key.scopes.join(" "),
			]);
			printTable([["ID", "TEAM", "KEY", "NAME", "STATE", "LAST USED", "SCOPES"], ...rows]);
		});
}

function revoke() {
	return command("revoke", "Revoke a key. It is refused from the next request on.")
		.argument("<id>", "its id, as `keys list` shows it: key_…")
		.option("--json", "print its id as JSON")
		.action(async (id: string, { json }: { json?: boolean }) => {
			const unknown = `There is no valid key ${id}. \`lapwing keys list\` shows them.`;
			await withDatabase(async (database) => {
				const team = await teamOfKey(database, id);
				if (team === null) throw new UsageError(unknown);
				const revoke = (tx: Tx, deps: Deps) => revokeKey(tx, commandLine(team), { id }, deps);
				await makeChange(database, revoke, { not_found: unknown });
			});
			if (json) printJson({ revoked: id });
			else print(`Revoked ${id}.`);
		});
}

async function teamOfKey(database: Tx, id: string): Promise<Team | null> {
	const key = await findKeyOfAnyTeam(database, id);
	return key && teamById(database, key.teamId);
}

function readScopes(words: readonly string[]): readonly Scope[] {
	if (words.length === 0) throw new UsageError(`Name a scope: ${SCOPES.join(", ")}, or all.`);
	const unknown = words.filter((word) => word !== "all" && !isScope(word));
	if (unknown.length > 0)
		throw new UsageError(`There is no scope ${unknown.join(", ")}. The scopes are ${SCOPES.join(", ")}, or all.`);
	return words.includes("all") ? SCOPES : [...new Set(words.filter(isScope))];
}

function readInstant(text: string): number {
	const instant = instantNamed(text);
	if (instant === null) throw new UsageError(`"${text}" is not an ISO 8601 instant. Write it as 2027-01-31T00:00:00Z.`);
	if (instant <= Date.now()) throw new UsageError(`${text} is in the past: such a key could never be used.`);
	return instant;
}

/** Not by Date.parse, which also takes 12/25/2030 and makes the 31st of February a day of March. */
function instantNamed(text: string): number | null {
	try {
		return Temporal.Instant.from(text).epochMilliseconds;
	} catch {
		return null;
	}
}

function shown(key: ApiKey) {
	const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
	return {
		id: key.publicId,
		name: key.name,
		prefix: key.prefix,
		scopes: key.scopes,
		createdAt: iso(key.createdAt),
		expiresAt: iso(key.expiresAt),
		revokedAt: iso(key.revokedAt),
		lastUsedAt: iso(key.lastUsedAt),
	};
}
