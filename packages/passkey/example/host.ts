/** What the routes of the example host share. */

import type { RelyingParty } from "@lapwing/passkey/server";
import type { Context } from "hono";
import type { Accounts } from "./accounts.ts";
import type { MemoryChallenges } from "./memory-challenges.ts";
import type { Sessions } from "./sessions.ts";

export interface Host {
	readonly relyingParty: RelyingParty;
	readonly accounts: Accounts;
	readonly sessions: Sessions;
	readonly challenges: MemoryChallenges;
	/** Writes one warning to the log. */
	warn(event: string, fields: { reason: string }): void;
}

/** The one answer to everything that is refused: it must not tell a stranger which check it was. */
export function rejected(context: Context): Response {
	return context.json({ error: "rejected" }, 400);
}

/** The body's JSON object, `undefined` when it is none. What is inside is still whatever a stranger sent. */
export async function readJson<T extends object>(context: Context): Promise<T | undefined> {
	try {
		const body: unknown = await context.req.json();
		return typeof body === "object" && body !== null ? (body as T) : undefined;
	} catch {
		return undefined;
	}
}
