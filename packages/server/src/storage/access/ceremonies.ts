/**
 * State between the two requests of a sign-in or a registration: the challenge of a passkey, the verifier of OpenID
 * Connect. It is read and removed in one statement, so that only one of two answers to a challenge counts.
 */

import { sql } from "kysely";
import type { Tx } from "../database/tx.ts";
import { tokenHash } from "./secret-token.ts";

/** Anyone may begin a ceremony, so the number kept has a bound: the oldest go first. About 30 MB. */
const MAX_CEREMONIES = 100_000;

/** Of one visitor and kind, the oldest go first: tabs of one browser, or an autofill beside a prompt. */
const MAX_PENDING = 5;

/**
 * Keeps `payload` for the ceremony that `key` names, in place of what was kept for it before.
 * @param key the kind of ceremony and a secret of the visitor
 * @param visitor the kind and the visitor alone, where each has several ceremonies
 */
export async function putCeremony(
	tx: Tx,
	{ key, visitor, payload, expiresAt }: { key: string; visitor?: string; payload: unknown; expiresAt: number },
	now: number,
): Promise<void> {
	const hash = tokenHash(key);
	const whose = visitor === undefined ? null : tokenHash(visitor);
	await sql`delete from sign_in_ceremonies where key = ${hash} or expires_at <= ${now}
		or id <= (select max(id) from sign_in_ceremonies) - ${MAX_CEREMONIES - 1}
		or (visitor = ${whose} and id not in (
			select id from sign_in_ceremonies where visitor = ${whose} order by id desc limit ${MAX_PENDING - 1}
		))`.execute(tx.db);
	await tx.db
		.insertInto("sign_in_ceremonies")
		.values({ key: hash, visitor: whose, payload: JSON.stringify(payload), expires_at: expiresAt })
		// Of two that begin at the same time, the later one counts.
		.onConflict((conflict) =>
			conflict.column("key").doUpdateSet({ payload: JSON.stringify(payload), expires_at: expiresAt }),
		)
		.execute();
}

/** Reads and removes; null for what is unknown, used or too old. */
export async function takeCeremony(tx: Tx, key: string, now: number): Promise<unknown> {
	const row = await tx.db
		.deleteFrom("sign_in_ceremonies")
		.where("key", "=", tokenHash(key))
		.returning(["payload", "expires_at"])
		.executeTakeFirst();
	return row && row.expires_at > now ? JSON.parse(row.payload) : null;
}
