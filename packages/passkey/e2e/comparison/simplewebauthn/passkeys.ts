// passkeys.ts
import { DatabaseSync } from "node:sqlite";
import * as server from "@simplewebauthn/server";
import { type Context, Hono } from "hono";
import { accountOf, openSession, rejected, sessionOf } from "./sessions.ts";

const rpID = "localhost";
const expected = { expectedOrigin: "http://localhost:3000", expectedRPID: rpID, requireUserVerification: false };
const db = new DatabaseSync("passkeys.db");
db.exec(`CREATE TABLE IF NOT EXISTS challenges (session TEXT PRIMARY KEY, challenge TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passkeys
	(id TEXT PRIMARY KEY, userId TEXT NOT NULL, publicKey BLOB NOT NULL, counter INTEGER NOT NULL)`);
type Row = { id: string; userId: string; publicKey: Uint8Array<ArrayBuffer>; counter: number };

function keep<Options extends { challenge: string }>(context: Context, options: Options): Response {
	db.prepare("INSERT OR REPLACE INTO challenges VALUES (?, ?)").run(sessionOf(context), options.challenge);
	return context.json(options);
}
function take(context: Context): string {
	const row = db.prepare("DELETE FROM challenges WHERE session = ? RETURNING challenge").get(sessionOf(context));
	return String(row?.["challenge"] ?? "");
}

export const routes = new Hono().onError((error, context) => rejected(context, error));
routes.post("/challenge", async (context) => keep(context, await server.generateAuthenticationOptions({ rpID })));
routes.post("/verify", async (context) => {
	const response = await context.req.json();
	const expectedChallenge = take(context);
	const credential = db.prepare("SELECT * FROM passkeys WHERE id = ?").get(response.id) as Row | undefined;
	if (!credential) throw new Error("unknown passkey");
	const asked = { response, expectedChallenge, ...expected, credential };
	const { verified, authenticationInfo } = await server.verifyAuthenticationResponse(asked);
	if (!verified) throw new Error("not verified");
	db.prepare("UPDATE passkeys SET counter = ? WHERE id = ?").run(authenticationInfo.newCounter, credential.id);
	return openSession(context, credential.userId);
});
routes.post("/register/challenge", async (context) => {
	const { id, name } = accountOf(context);
	const options = await server.generateRegistrationOptions({
		rpID,
		rpName: "My site",
		userID: new TextEncoder().encode(id),
		userName: name,
		excludeCredentials: db.prepare("SELECT id FROM passkeys WHERE userId = ?").all(id) as { id: string }[],
		authenticatorSelection: { residentKey: "required" },
	});
	return keep(context, options);
});
routes.post("/register/verify", async (context) => {
	const response = await context.req.json();
	const asked = { response, expectedChallenge: take(context), ...expected };
	const { registrationInfo } = await server.verifyRegistrationResponse(asked);
	if (!registrationInfo) throw new Error("not verified");
	const { id, publicKey, counter } = registrationInfo.credential;
	db.prepare("INSERT INTO passkeys VALUES (?, ?, ?, ?)").run(id, accountOf(context).id, publicKey, counter);
	return context.json({ redirect: "/account" });
});
