/** The service on an SQLite file, for the recipes that start by themselves. */

import { DatabaseSync } from "node:sqlite";
import { RelyingParty } from "@lapwing/passkey/server";
import { SQLITE_SCHEMA, SqlitePasskeys, sqliteChallenges } from "../stores/sqlite.ts";
import { PasskeyService } from "./passkey-service.ts";

/** @param path of the database file. Default: one in memory, which forgets its passkeys. */
export function makeService(origin: string, path = ":memory:"): PasskeyService {
	const database = new DatabaseSync(path);
	database.exec(SQLITE_SCHEMA);
	return new PasskeyService({
		relyingParty: new RelyingParty({ id: "localhost", name: "Recipe", origin }),
		challenges: sqliteChallenges(database),
		passkeys: new SqlitePasskeys(database),
		warn: (event, reason) => process.stderr.write(`${JSON.stringify({ level: "warn", event, reason })}\n`),
	});
}
