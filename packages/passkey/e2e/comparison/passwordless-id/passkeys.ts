// passkeys.ts
import { DatabaseSync } from "node:sqlite";
import { server } from "@passwordless-id/webauthn";
import { type Context, Hono } from "hono";
import { accountOf, openSession, rejected, sessionOf } from "./sessions.ts";

const origin = "http://localhost:3000";
const db = new DatabaseSync("passkeys.db");
db.exec(`CREATE TABLE IF NOT EXISTS challenges (session TEXT PRIMARY KEY, challenge TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS passkeys (id TEXT PRIMARY KEY, userId TEXT NOT NULL, publicKey TEXT NOT NULL,
	algorithm TEXT NOT NULL, counter INTEGER NOT NULL)`);
type Row = { id: string; userId: string; publicKey: string; algorithm: "ES256"; counter: number; transports: [] };

function issue(context: Context): string {
	const challenge = server.randomChallenge();
	db.prepare("INSERT OR REPLACE INTO challenges VALUES (?, ?)").run(sessionOf(context), challenge);
	return challenge;
}
function take(context: Context): string {
	const row = db.prepare("DELETE FROM challenges WHERE session = ? RETURNING challenge").get(sessionOf(context));
	return String(row?.["challenge"] ?? "");
}

export const routes = new Hono().onError((error, context) => rejected(context, error));
routes.post("/challenge", (context) => context.json({ challenge: issue(context) }));
routes.post("/verify", async (context) => {
	const response = await context.req.json();
	const challenge = take(context);
	const credential = db.prepare("SELECT * FROM passkeys WHERE id = ?").get(response.id) as Row | undefined;
	if (!credential) throw new Error("unknown passkey");
	const expected = { challenge, origin, userVerified: false, counter: credential.counter };
	const { counter } = await server.verifyAuthentication(response, credential, expected);
	db.prepare("UPDATE passkeys SET counter = ? WHERE id = ?").run(counter, credential.id);
	return openSession(context, credential.userId);
});
routes.post("/register/challenge", (context) => {
	const user = accountOf(context);
	const held = db
		.prepare("SELECT id FROM passkeys WHERE userId = ?")
		.all(user.id)
		.map((each) => each["id"]);
	return context.json({ challenge: issue(context), user, held });
});
routes.post("/register/verify", async (context) => {
	const user = accountOf(context);
	const expected = { challenge: take(context), origin };
	const { credential, authenticator } = await server.verifyRegistration(await context.req.json(), expected);
	const { id, publicKey, algorithm } = credential;
	const insert = db.prepare("INSERT INTO passkeys VALUES (?, ?, ?, ?, ?)");
	insert.run(id, user.id, publicKey, algorithm, authenticator.counter);
	return context.json({ redirect: "/account" });
});
