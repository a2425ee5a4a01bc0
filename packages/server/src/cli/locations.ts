/** `lapwing locations`: lists, changes and deletes locations, which are made with their first prober (./probers.ts). */

import { Option } from "commander";
import { commandLine } from "../domain/access/actor.ts";
import { type LocationSeen, locationFields } from "../domain/locations/location.ts";
import { LOCATION_HINTS, type LocationHint } from "../domain/monitors/monitor.ts";
import { deleteLocation } from "../services/locations/delete.ts";
import { updateLocation } from "../services/locations/update.ts";
import { databaseNow, type Tx } from "../storage/database/tx.ts";
import { listLocations } from "../storage/locations/locations.ts";
import { ownerOrFirst } from "./chosen-team.ts";
import { command, print, printJson, printTable } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { makeChange } from "./make-change.ts";
import { nameArgument } from "./name-argument.ts";
import { UsageError } from "./usage-error.ts";

export function locations() {
	return command("locations", "List, change and delete the locations of probers. `probers add` makes them.")
		.addCommand(list())
		.addCommand(update())
		.addCommand(remove());
}

const WHICH = ["<location>", "its name, or its id as `locations list` shows it: loc_…"] as const;

function list() {
	return command("list", "List locations and how the probers in them are.")
		.option("--json", "print them as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const shown = await withDatabase(async (database) => {
				const now = await databaseNow(database);
				return (await listLocations(database)).map((each) => locationFields(each, now));
			});
			if (json) return printJson(shown);
			const rows = shown.map((each) => [
				each.id,
				each.name,
				each.label,
				each.owner,
				each.hint ?? "",
				each.allowsPrivateTargets ? "allowed" : "refused",
				each.state,
				String(each.probers),
				String(each.monitors),
			]);
			const head = ["ID", "NAME", "LABEL", "OWNER", "HINT", "PRIVATE TARGETS", "STATE", "PROBERS", "MONITORS"];
			printTable([head, ...rows]);
		});
}

interface UpdateOptions {
	readonly label?: string;
	readonly hint?: LocationHint | "none";
	readonly privateTargets?: "allow" | "refuse";
	readonly json?: boolean;
}

function update() {
	return command("update", "Change a location. What is left out stays.")
		.argument(...WHICH)
		.option("--label <text>", "as people call it", nameArgument)
		.addOption(
			new Option("--hint <hint>", "which monitors without a location are checked from here").choices([
				...LOCATION_HINTS,
				"none",
			]),
		)
		.addOption(
			new Option("--private-targets <rule>", "whether checks from here may connect to private addresses").choices([
				"allow",
				"refuse",
			]),
		)
		.option("--json", "print the location as JSON")
		.action(async (which: string, { label, hint, privateTargets, json }: UpdateOptions) => {
			const changes = {
				label,
				hint: hint === "none" ? null : hint,
				allowsPrivateTargets: privateTargets && privateTargets === "allow",
			};
			if (Object.values(changes).every((value) => value === undefined)) {
				throw new UsageError("Say what to change: --label, --hint or --private-targets.");
			}
			const changed = await withDatabase(async (database) => {
				const { publicId: id, teamId } = await locationCalled(database, which);
				const actor = commandLine(await ownerOrFirst(database, teamId));
				const location = await makeChange(database, (tx, deps) => updateLocation(tx, actor, { id, changes }, deps));
				return locationFields(location, await databaseNow(database));
			});
			if (json) printJson(changed);
			else print(`Changed ${changed.name}.`);
		});
}

function remove() {
	return command("delete", "Delete a location that no monitor names. Its probers are shut out within seconds.")
		.argument(...WHICH)
		.option("--json", "print its id and those of its probers as JSON")
		.action(async (which: string, { json }: { json?: boolean }) => {
			const deleted = await withDatabase(async (database) => {
				const { publicId: id, teamId } = await locationCalled(database, which);
				const actor = commandLine(await ownerOrFirst(database, teamId));
				return makeChange(database, (tx, deps) => deleteLocation(tx, actor, { id }, deps));
			});
			if (json)
				return printJson({ removed: deleted.publicId, probers: deleted.probers.map(({ publicId }) => publicId) });
			const { length: probers } = deleted.probers;
			print(
				`Deleted ${deleted.name}${probers === 0 ? "" : ` and its ${probers === 1 ? "prober" : `${probers} probers`}`}.`,
			);
		});
}

async function locationCalled(database: Tx, word: string): Promise<LocationSeen> {
	const found = (await listLocations(database)).filter(({ publicId, name }) => publicId === word || name === word);
	const [one, ...others] = found;
	if (one === undefined) throw new UsageError(`There is no location ${word}. \`lapwing locations list\` shows them.`);
	if (others.length > 0) throw new UsageError(`${found.length} owners have a location ${word}. Use its id.`);
	return one;
}
