/** Why a database can't be used, and what to change. */

import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isWritable, nearestFolder, takesNewFiles } from "../storage/installation/folders.ts";

/** https://sqlite.org/rescode.html#notadb */
const SQLITE_NOTADB = 26;

/** The message names the database, the cause tells why. */
export class UnusableDatabase extends Error {
	override readonly name = "UnusableDatabase";
	/** What to change, in sentences; null when the cause says so itself. */
	readonly advice: string | null;

	constructor(databaseUrl: string, cause: unknown) {
		super(`The database ${withoutPassword(databaseUrl)} can't be used`, { cause });
		this.advice = databaseUrl.startsWith("sqlite:") ? fileAdvice(databaseUrl, cause) : serverAdvice(cause);
	}
}

/** What keeps a SQLite file from being opened or created, with what to change; null when nothing does. */
export function fileProblem(databaseUrl: string): string | null {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	if (path === ":memory:") return null;
	if (existsSync(path) && statSync(path).isDirectory()) {
		return `${path} is a folder. Set DATABASE_URL to a file: sqlite:${join(path, "lapwing.db")}.`;
	}
	const folder = nearestFolder(dirname(path));
	if (takesNewFiles(folder) && (!existsSync(path) || isWritable(path))) return null;
	const user = process.geteuid === undefined ? "this user" : `this user (uid ${process.geteuid()})`;
	return (
		`${path} cannot be written: ${user} needs write permission on it and on ${folder}. ` +
		"Grant it, or set DATABASE_URL."
	);
}

function fileAdvice(databaseUrl: string, cause: unknown): string | null {
	const isOtherFile = cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_NOTADB;
	return isOtherFile ? "Set DATABASE_URL to another file." : fileProblem(databaseUrl);
}

function serverAdvice(cause: unknown): string | null {
	const code = sqlState(cause);
	if (code === "3D000") return "Create that database, or correct DATABASE_URL.";
	if (code?.startsWith("28")) return "Correct the user and the password in DATABASE_URL.";
	if (code === "42501") return "Make the user in DATABASE_URL the owner of the database.";
	const isUnreachable = cause instanceof Error && cause.name === "DatabaseUnreachable";
	return isUnreachable ? "Check that PostgreSQL runs there, or correct DATABASE_URL." : null;
}

/** The SQLSTATE of PostgreSQL's error, which may be the cause of ours. */
function sqlState(error: unknown): string | null {
	if (!(error instanceof Error)) return null;
	if ("severity" in error && "code" in error) return String(error.code);
	return sqlState(error.cause);
}

export function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:")) return databaseUrl;
	const url = new URL(databaseUrl);
	url.password = "";
	url.search = "";
	return url.href;
}
