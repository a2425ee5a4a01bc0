/**
 * The Express recipe on Node 20, which has no `node:sqlite`: SQLite by libSQL, a prebuilt binary from npm. On PORT or
 * 3000; the database is the file or the server that DATABASE_URL names.
 */

import { RelyingParty } from "@lapwing/passkey/server";
import { createClient } from "@libsql/client";
import express from "express";
import { createApp } from "../express/app.ts";
import { PasskeyService } from "../passkeys/passkey-service.ts";
import { Sessions } from "../passkeys/sessions.ts";
import { LibsqlPasskeys, libsqlChallenges } from "../stores/libsql.ts";
import { SQLITE_SCHEMA } from "../stores/sqlite.ts";

const port = Number(process.env["PORT"] ?? 3000);
const origin = `http://localhost:${port}`;
const database = createClient({ url: process.env["DATABASE_URL"] ?? ":memory:" });
await database.executeMultiple(SQLITE_SCHEMA);
const service = new PasskeyService({
	relyingParty: new RelyingParty({ id: "localhost", name: "Recipe", origin }),
	challenges: libsqlChallenges(database),
	passkeys: new LibsqlPasskeys(database),
	warn: (event, reason) => process.stderr.write(`${JSON.stringify({ level: "warn", event, reason })}\n`),
});
createApp(service, new Sessions()).use(express.static("public")).listen(port);
