/** What the routes of the example host share. */

import type { ChallengeStore } from "@lapwing/passkey/challenges";
import type { RelyingParty } from "@lapwing/passkey/server";
import type { Context } from "hono";
import type { Accounts } from "./accounts.ts";
import type { Sessions } from "./sessions.ts";

export interface Host {
	readonly relyingParty: RelyingParty;
	readonly accounts: Accounts;
	readonly sessions: Sessions;
	readonly challenges: ChallengeStore;
	/** Writes one warning to the log. */
	warn(event: string, fields: { reason: string }): void;
}

/** The answer to every refusal: it must not tell a stranger which check refused. */
export function rejected(context: Context): Response {
	return context.json({ error: "rejected" }, 400);
}

/** The JSON object in the body, or `undefined`. Its members are unchecked. */
export async function readJson<T extends object>(context: Context): Promise<T | undefined> {
	try {
		const body: unknown = await context.req.json();
		return typeof body === "object" && body !== null ? (body as T) : undefined;
	} catch {
		return undefined;
	}
}
