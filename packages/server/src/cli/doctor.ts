/** `lapwing doctor`: checks the setup, and prints what is wrong and how to correct it. Changes nothing. */

import { X509Certificate } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { listenProblem } from "../compose/listen-problem.ts";
import { mailServerProblem } from "../compose/mail-server.ts";
import { linkOrigin } from "../compose/origins.ts";
import { type Config, ConfigError, readConfig } from "../config/config.ts";
import { readSecret, secretFile } from "../secret.ts";
import { listTeams } from "../storage/access/teams.ts";
import { schemaState } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import type { Database } from "../storage/database/session.ts";
import { command, print, printJson, reasonOf } from "./command.ts";

interface Finding {
	readonly check: string;
	readonly ok: boolean;
	/** What was found and, when it is wrong, what to do. */
	readonly message: string;
}

/** The first version with Temporal. */
const OLDEST_NODE = 26;

export function doctor() {
	return command("doctor", "Find mistakes in the setup, and print how to correct them.")
		.option("--json", "print the findings as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const findings = [node(), authorities(process.env["NODE_EXTRA_CA_CERTS"]), ...(await settings())];
			if (json) printJson(findings);
			else for (const { check, ok, message } of findings) print(`${ok ? "ok   " : "WRONG"}  ${check}: ${message}`);
			if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
		});
}

/** When the settings can't be read, their problems are the only findings. */
async function settings(): Promise<Finding[]> {
	try {
		const config = readConfig(process.env);
		return [await port(config), await database(config), secret(config), publicUrl(config), await mail(config)];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.problems.map((message) => ({ check: "Settings", ok: false, message }));
	}
}

function node(): Finding {
	const major = Number(process.versions.node.split(".")[0]);
	const ok = major >= OLDEST_NODE;
	return {
		check: "Node.js",
		ok,
		message: ok ? process.version : `${process.version} is too old; bin/up installs the right version.`,
	};
}

/** When Node can't read them it only prints a warning, and every check that needs them fails. */
function authorities(file: string | undefined): Finding {
	const check = "NODE_EXTRA_CA_CERTS";
	if (!file) return { check, ok: true, message: "not set: checks trust the certificate authorities that Node knows." };
	try {
		const { subject } = new X509Certificate(readFileSync(file));
		return { check, ok: true, message: `${file} begins with ${subject.replaceAll("\n", ", ")}.` };
	} catch (error) {
		return {
			check,
			ok: false,
			message: `${file} contains no readable certificate (${reasonOf(error)}). Use a PEM file.`,
		};
	}
}

async function port({ host, port: number }: Config): Promise<Finding> {
	const check = "Port";
	const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
	const server = createServer();
	server.once("error", resolve);
	server.listen(number, host, () => server.close(() => resolve(null)));
	const error = await promise;
	if (!error) return { check, ok: true, message: `${host}:${number} is free.` };
	const message = listenProblem(error, { host, port: number }) ?? `${host}:${number} cannot be opened (${error.code}).`;
	// In use by the service itself, most likely.
	return { check, ok: error.code === "EADDRINUSE", message };
}

async function database({ databaseUrl }: Config): Promise<Finding> {
	const check = "Database";
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : null;
	if (path !== null && path !== ":memory:") {
		const directory = nearestDirectory(dirname(path));
		if (!isWritable(directory) || (existsSync(path) && !isWritable(path))) {
			const message =
				`${path} cannot be written: this user needs write permission on it and on ${directory}. ` +
				"Grant it, or set DATABASE_URL.";
			return { check, ok: false, message };
		}
		if (!existsSync(path))
			return { check, ok: true, message: `${path} does not exist yet; the first start creates it.` };
	}
	try {
		const database = openDatabase(databaseUrl);
		try {
			return { check, ...(await stateOf(database)) };
		} finally {
			await database.close();
		}
	} catch (error) {
		const message = `it does not answer (${reasonOf(error)}). Check that it runs and that DATABASE_URL is right.`;
		return { check, ok: false, message };
	}
}

async function stateOf(database: Database): Promise<Omit<Finding, "check">> {
	const { ran, pending, unknown } = await schemaState(database);
	if (unknown.length > 0) {
		const message =
			`it belongs to a newer Lapwing (${unknown.join(", ")}). ` +
			"Update this one, or restore the backup made before the upgrade.";
		return { ok: false, message };
	}
	const answers = `${database.dialect.name} answers;`;
	if (ran.length === 0)
		return { ok: true, message: `${answers} it has no schema yet; \`lapwing migrate\` or the first start creates it.` };
	if (pending.length > 0)
		return {
			ok: true,
			message: `${answers} its schema is older; \`lapwing migrate\` or the next start brings it up to date.`,
		};
	const size = `${((await database.sizeBytes()) / 1_048_576).toFixed(1)} MiB`;
	return { ok: true, message: `${answers} teams: ${(await listTeams(database)).length}, ${size}.` };
}

function secret(config: Config): Finding {
	const check = "Secret";
	if (config.secret !== null) return { check, ok: true, message: "set by LAPWING_SECRET." };
	const file = secretFile(config);
	if (!existsSync(file)) {
		const directory = nearestDirectory(dirname(file));
		return isWritable(directory)
			? {
					check,
					ok: true,
					message: `${file} does not exist yet; the first start creates it. Several nodes need LAPWING_SECRET instead.`,
				}
			: {
					check,
					ok: false,
					message: `${file} cannot be created: ${directory} is not writable for this user. Set LAPWING_SECRET.`,
				};
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

async function mail(config: Config): Promise<Finding> {
	const check = "SMTP_URL";
	if (config.smtpUrl === null) return { check, ok: true, message: "not set: email notices can't be sent." };
	const { host } = new URL(config.smtpUrl);
	const problem = await mailServerProblem(config.smtpUrl, config);
	if (problem === null) return { check, ok: true, message: `${host} accepts mail from this machine.` };
	return { check, ok: false, message: `${host}: ${problem} Check the address, the user name and the password.` };
}

function publicUrl(config: Config): Finding {
	const check = "PUBLIC_URL";
	if (config.publicUrl !== null) return { check, ok: true, message: config.publicUrl };
	const origin = linkOrigin(config);
	const message =
		origin === null
			? "not set: notices contain no links, because HOST and PORT give no address that a browser can open."
			: `not set: links in notices lead to ${origin}.`;
	return { check, ok: true, message: `${message} Set it if users reach Lapwing at another address.` };
}

function nearestDirectory(path: string): string {
	return existsSync(path) || path === dirname(path) ? path : nearestDirectory(dirname(path));
}

function isWritable(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}
