/** `lapwing probers`: adds, lists and removes probers of other locations. */

import { proberCommand, probersStayHere, tokenIssuer } from "../compose/nats.ts";
import { commandLine } from "../domain/access/actor.ts";
import { locationName, proberFields } from "../domain/locations/prober.ts";
import { createProber } from "../services/probers/create.ts";
import { removeProber } from "../services/probers/remove.ts";
import { databaseNow } from "../storage/database/tx.ts";
import { findProber, listProbers } from "../storage/locations/probers.ts";
import { chosenTeam, ownerOrFirst } from "./chosen-team.ts";
import { command, print, printAside, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { makeChange } from "./make-change.ts";
import { nameArgument } from "./name-argument.ts";
import { UsageError } from "./usage-error.ts";

export function probers() {
	return command("probers", "Add, list and remove probers, which make checks from other locations.")
		.addCommand(add())
		.addCommand(list())
		.addCommand(remove());
}

function add() {
	return command("add", "Make a prober and print the one line that runs it. It can't be shown again.")
		.requiredOption("--name <name>", "what it is called", nameArgument)
		.requiredOption("--location <name>", "where it is: 1–40 of a–z, 0–9 and -; made with its first prober")
		.option("--team <slug>", "for this team's monitors alone; without it, for all teams")
		.option("--insecure", "allow an address without encryption that leaves this machine")
		.option("--json", "print the prober, its token and the line as JSON")
		.action(async (options: { name: string; location: string; team?: string; insecure?: boolean; json?: boolean }) => {
			const location = locationName.safeParse(options.location);
			if (!location.success) throw new UsageError(`--location: ${location.error.issues[0]?.message}`);
			let staysHere = false;
			const made = await withDatabase(async (database, config) => {
				staysHere = probersStayHere(config);
				const issueToken = tokenIssuer(config, { isInsecure: options.insecure === true });
				const ofInstallation = options.team === undefined;
				const team = ofInstallation ? await ownerOrFirst(database, null) : await chosenTeam(database, options.team);
				const input = { name: options.name, location: location.data, ofInstallation };
				return makeChange(database, (tx, { now }) => createProber(tx, commandLine(team), input, { now, issueToken }));
			});
			const line = proberCommand(made.token);
			if (options.json)
				printJson({ ...proberFields(made.prober, made.prober.createdAt), token: made.token, command: line });
			else {
				print(line);
				printAside(
					staysHere
						? "It runs on this machine alone: the address in it is of no other. For another one, set PUBLIC_URL or PROBER_URL and add a prober anew."
						: "Run this line where the prober is to be. Whoever has it can be this prober.",
				);
			}
		});
}

function list() {
	return command("list", "List probers and how they are.")
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const shown = await withDatabase(async (database) => {
				const now = await databaseNow(database);
				return (await listProbers(database)).map((each) => proberFields(each, now));
			});
			if (json) return printJson(shown);
			const rows = shown.map((each) => [
				each.id,
				each.name,
				each.location,
				each.state,
				each.lastSeenAt ?? "never seen",
				each.version ?? "",
				each.capacity === null ? "" : `${each.running}/${each.capacity}`,
				each.clockOffsetMs === null ? "" : `${each.clockOffsetMs} ms`,
			]);
			printTable([["ID", "NAME", "LOCATION", "STATE", "LAST SEEN", "VERSION", "CHECKS", "CLOCK"], ...rows]);
		});
}

function remove() {
	return command("remove", "Remove a prober. It is shut out within seconds.")
		.argument("<id>", "its id, as `probers list` shows it: pro_…")
		.option("--json", "print its id as JSON")
		.action(async (id: string, { json }: { json?: boolean }) => {
			const unknown = `There is no prober ${id}. \`lapwing probers list\` shows them.`;
			await withDatabase(async (database) => {
				const prober = await findProber(database, id);
				if (prober === null) throw new UsageError(unknown);
				const team = await ownerOrFirst(database, prober.teamId);
				await makeChange(database, (tx, deps) => removeProber(tx, commandLine(team), { id }, deps), {
					not_found: unknown,
				});
			});
			if (json) printJson({ removed: id });
			else print(`Removed ${id}.`);
		});
}
