/** `lapwing doctor`: looks at the setting-up, says what is wrong and how to mend it. Changes nothing. */

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { type Config, readConfig } from "../config.ts";
import { secretFile } from "../secret.ts";
import { openEngine } from "../storage/engine.ts";
import { listTeams } from "../storage/teams.ts";
import { command, print, printJson } from "./command.ts";

interface Finding {
	readonly check: string;
	readonly ok: boolean;
	/** What is so, and when it is wrong, what to do. */
	readonly says: string;
}

/** The first with Temporal, which maintenance windows are worked out by. */
const OLDEST_NODE = 26;

export function doctor() {
	return command("doctor", "Say what is wrong with the setting-up, and how to mend it.")
		.option("--json", "print the findings as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const config = readConfig(process.env);
			const findings: Finding[] = [
				node(),
				await port(config),
				...(await database(config)),
				secret(config),
				publicUrl(config),
			];
			if (json) printJson(findings);
			else for (const { check, ok, says } of findings) print(`${ok ? "ok   " : "WRONG"}  ${check}: ${says}`);
			if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
		});
}

function node(): Finding {
	const major = Number(process.versions.node.split(".")[0]);
	const ok = major >= OLDEST_NODE;
	return {
		check: "Node.js",
		ok,
		says: ok ? process.version : `${process.version} is too old; bin/up brings the right one.`,
	};
}

async function port({ host, port: number }: Config): Promise<Finding> {
	const check = "Port";
	const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
	const server = createServer();
	server.once("error", resolve);
	server.listen(number, host, () => server.close(() => resolve(null)));
	const error = await promise;
	if (!error) return { check, ok: true, says: `${host}:${number} is free.` };
	if (error.code === "EADDRINUSE") {
		return {
			check,
			ok: true,
			says: `${host}:${number} is taken. If that is not Lapwing itself, set PORT to a free one.`,
		};
	}
	return {
		check,
		ok: false,
		says: `${host}:${number} can't be listened on (${error.code}). Set HOST to an address of this machine and PORT to one you may use.`,
	};
}

async function database(config: Config): Promise<Finding[]> {
	const { databaseUrl } = config;
	const check = "Database";
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : null;
	if (path !== null && path !== ":memory:" && !existsSync(path)) {
		const directory = nearestDirectory(dirname(path));
		const ok = isWritable(directory);
		const says = ok
			? `${path} is not there yet; the first start makes it.`
			: `${path} can't be made: ${directory} is not writable for this user. Give it to the user, or set DATABASE_URL.`;
		return [{ check, ok, says }];
	}
	if (path !== null && path !== ":memory:" && !isWritable(path)) {
		return [
			{ check, ok: false, says: `${path} is not writable for this user. Give it to the user, or set DATABASE_URL.` },
		];
	}
	try {
		const engine = openEngine(databaseUrl);
		try {
			await engine.ping();
			const size = `${((await engine.sizeBytes()) / 1_048_576).toFixed(1)} MiB`;
			const teams = await listTeams(engine).catch(() => null);
			const says =
				teams === null
					? "it has no schema yet; `lapwing migrate` or the first start makes it."
					: `${teams.length} teams, ${size}.`;
			return [{ check, ok: true, says: `${engine.name} answers; ${says}` }];
		} finally {
			await engine.close();
		}
	} catch (error) {
		const reason = error instanceof Error ? error.message || error.name : String(error);
		return [
			{ check, ok: false, says: `it does not answer (${reason}). See that it runs and that DATABASE_URL is right.` },
		];
	}
}

function secret(config: Config): Finding {
	const check = "Secret";
	if (config.secret !== null) return { check, ok: true, says: "given by LAPWING_SECRET." };
	const file = secretFile(config);
	if (!existsSync(file))
		return {
			check,
			ok: true,
			says: `${file} is not there yet; the first start makes it. Several nodes need LAPWING_SECRET instead.`,
		};
	const open = statSync(file).mode & 0o077;
	if (open !== 0) return { check, ok: false, says: `${file} can be read by others. Run: chmod 600 ${file}` };
	return { check, ok: true, says: `in ${file}; back it up with the database.` };
}

function publicUrl({ publicUrl: url }: Config): Finding {
	const says =
		url === null
			? "not set: links in notices point to HOST and PORT. Set it when people reach Lapwing by another address."
			: url;
	return { check: "PUBLIC_URL", ok: true, says };
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
