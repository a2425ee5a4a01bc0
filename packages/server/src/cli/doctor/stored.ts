/** What `lapwing doctor` finds out about what is stored: the database, its secret, and the alerts. */

import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { alertReceivers } from "../../compose/alert-receivers.ts";
import { secretProblem } from "../../compose/secret.ts";
import { fileProblem } from "../../compose/unusable-database.ts";
import type { Config } from "../../config/config.ts";
import { knownSecret, readSecret, secretFile } from "../../secret.ts";
import { listTeams } from "../../storage/access/teams.ts";
import { schemaState } from "../../storage/database/migrate.ts";
import { moveMark } from "../../storage/database/moving/marks.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import type { Database } from "../../storage/database/tx.ts";
import { nearestFolder, takesNewFiles } from "../../storage/installation/folders.ts";
import { openToOthers } from "../../storage/installation/private-files.ts";
import { countChecked } from "../../storage/monitors/monitors.ts";
import { type DamagedMonitor, damagedMonitors } from "../../storage/results/sealed/damaged-blocks.ts";
import { reasonOf } from "../command.ts";
import type { Finding } from "./finding.ts";
import { ping } from "./machine.ts";
import { probers } from "./nats.ts";

/** Alerts or monitors that a finding names; a longer list helps nobody. */
const MOST_NAMED = 3;

export async function stored(config: Config, location: string | null): Promise<Finding[]> {
	const secret = secretFinding(config);
	const files = filesFindings(config);
	return [...(await databaseFindings(config, secret, location)), ...files];
}

async function databaseFindings(config: Config, secret: Finding, location: string | null): Promise<Finding[]> {
	const withoutDatabase = withoutOpening(config);
	if (withoutDatabase !== null) return [withoutDatabase, secret, await ping(0)];
	try {
		const database = openDatabase(config.databaseUrl);
		try {
			const { isCurrent, ...state } = await stateOf(database);
			if (!isCurrent) return [state, secret, await ping(0)];
			const pings = await ping(await countChecked(database, "ping"));
			const foreign = secret.ok ? await secretProblem(database, config) : null;
			if (foreign !== null) return [state, { ...secret, ok: false, message: foreign }, pings];
			const located = await probers(database, config, location);
			const results = resultsFinding(await damagedMonitors(database));
			const moves = await moveFindings(database);
			return [
				state,
				...moves,
				results,
				secret,
				pings,
				...located,
				...(secret.ok ? await alertFindings(database, config) : []),
			];
		} finally {
			await database.close();
		}
	} catch (error) {
		const message = `it does not answer (${reasonOf(error)}). Check that it runs and that DATABASE_URL is right.`;
		return [{ check: "Database", ok: false, message }, secret];
	}
}

/** What can be said of a SQLite file without opening it; null when it can be opened. */
function withoutOpening({ databaseUrl }: Config): Finding | null {
	const check = "Database";
	const problem = fileProblem(databaseUrl);
	if (problem !== null) return { check, ok: false, message: problem };
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	return path === ":memory:" || existsSync(path)
		? null
		: { check, ok: true, message: `${path} does not exist yet; the first start creates it.` };
}

async function stateOf(database: Database): Promise<Finding & { readonly isCurrent: boolean }> {
	const check = "Database";
	const { ran, pending, problem } = await schemaState(database);
	if (problem !== null) return { check, ok: false, message: problem.message, isCurrent: false };
	const answers = `${database.dialect.name} answers;`;
	if (pending.length > 0) {
		const message =
			ran.length === 0
				? `${answers} it has no schema yet; \`lapwing migrate\` or the first start creates it.`
				: `${answers} its schema is older; \`lapwing migrate\` or the next start brings it up to date.`;
		return { check, ok: true, message, isCurrent: false };
	}
	const size = `${((await database.sizeBytes()) / 1_048_576).toFixed(1)} MiB`;
	const message = `${answers} teams: ${(await listTeams(database)).length}, ${size}.`;
	return { check, ok: true, message, isCurrent: true };
}

/** None where no move was begun, or one into this database is complete. */
async function moveFindings(database: Database): Promise<Finding[]> {
	const check = "Move";
	const [source, target] = [await moveMark(database, "source"), await moveMark(database, "target")];
	const wrong = (message: string) => [{ check, ok: false, message }];
	if (source?.state === "done") {
		const back = "`lapwing move --unfence` makes it take changes again.";
		return wrong(
			`this database was moved to ${source.other} and takes no changes. Set DATABASE_URL to that one; ${back}`,
		);
	}
	if (source?.state === "fenced") {
		return wrong(
			`the switch of a move to ${source.other} was begun and has not ended: nothing can be changed. Unless it runs now, ` +
				"run `lapwing move` again with the same two databases, or `lapwing move --unfence`.",
		);
	}
	if (target?.state === "fenced") {
		return wrong(`this database was given back to ${target.other} and takes no changes. Set DATABASE_URL to that one.`);
	}
	if (source !== null) {
		const message =
			`one to ${source.other} is not complete. Until it is, each change is noted for it: if it does not run, start it ` +
			"again, or give it up with `lapwing move --unfence`.";
		return [{ check, ok: true, message }];
	}
	if (target?.state !== "open") return [];
	return [{ check, ok: true, message: `one from ${target.other} is not complete; a service waits for it to start.` }];
}

function resultsFinding(damaged: readonly DamagedMonitor[]): Finding {
	const check = "Results";
	if (damaged.length === 0) return { check, ok: true, message: "no damage is known." };
	const hours = damaged.reduce((sum, each) => sum + each.hours, 0);
	const message =
		`${hours === 1 ? "one hour" : `${hours} hours`} of results can't be read, of ${named(damaged)}. They are set aside and ` +
		"missing in lists; their figures stay. Check the disk. A backup from before the damage has them.";
	return { check, ok: false, message };
}

/** Before the database is opened, which makes files: those that others can read, of a version that made them so. */
function filesFindings({ databaseUrl }: Config): Finding[] {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	if (path === ":memory:" || !existsSync(path)) return [];
	const check = "Files";
	const { files, folder } = openToOthers(path);
	const commands = [
		...(folder === null ? [] : [`chmod 700 ${quoted(folder)}`]),
		...(files.length === 0 ? [] : [`chmod 600 ${files.map(quoted).join(" ")}`]),
	];
	if (commands.length === 0) return [{ check, ok: true, message: `only this user can read ${path}.` }];
	const open = [...(folder === null ? [] : [folder]), ...files];
	return [{ check, ok: false, message: `others can read ${open.join(", ")}. Run: ${commands.join(" && ")}` }];
}

/** For a shell, where it needs quotes. */
function quoted(path: string): string {
	return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The secret by itself; whether it is the database's own, the database says. */
function secretFinding(config: Config): Finding {
	const check = "Secret";
	if (config.secret !== null) return { check, ok: true, message: "set by LAPWING_SECRET." };
	const file = secretFile(config);
	if (!existsSync(file)) {
		const folder = nearestFolder(dirname(file));
		const message = takesNewFiles(folder)
			? `${file} does not exist yet; the first start creates it. Several nodes need LAPWING_SECRET instead.`
			: `${file} cannot be created: ${folder} is not writable for this user. Set LAPWING_SECRET.`;
		return { check, ok: takesNewFiles(folder), message };
	}
	try {
		readSecret(file);
	} catch (error) {
		return { check, ok: false, message: reasonOf(error) };
	}
	const open = statSync(file).mode & 0o077;
	if (open !== 0) return { check, ok: false, message: `${file} can be read by others. Run: chmod 600 ${file}` };
	return { check, ok: true, message: `in ${file}; back it up with the database.` };
}

async function alertFindings(database: Database, config: Config): Promise<Finding[]> {
	const secret = knownSecret(config);
	const check = "Alerts";
	const tried = secret === null ? [] : await alertReceivers(database, secret, config, Date.now());
	if (tried.length === 0) return [{ check, ok: true, message: "none is switched on: nobody is notified." }];
	return tried.map(({ receiver, problem, alerts }) => ({
		check,
		ok: problem === null,
		message: `${receiver}: ${problem ?? "can be reached."} Of ${named(alerts)}.`,
	}));
}

function named(alerts: readonly { readonly name: string; readonly teamSlug: string }[]): string {
	const names = alerts.slice(0, MOST_NAMED).map(({ name, teamSlug }) => `"${name}" (team ${teamSlug})`);
	const others = alerts.length - names.length;
	return names.join(", ") + (others > 0 ? ` and ${others} more` : "");
}
