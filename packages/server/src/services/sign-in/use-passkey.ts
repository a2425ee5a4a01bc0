import { type Result, success } from "@lapwing/result";
import type { Visitor } from "../../domain/access/actor.ts";
import type { AccountPasskey } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { recordPasskeyUse } from "../../storage/access/passkeys.ts";
import type { OpenedSession } from "../../storage/access/sessions.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { openSession } from "./open-session.ts";

interface PasskeyUse {
	readonly passkey: AccountPasskey;
	/** Of the verified response. */
	readonly counter: number;
	readonly isBackedUp: boolean;
}

/** Signs in with a verified passkey. A problem when it was removed meanwhile, or its counter did not rise. */
export async function usePasskey(
	tx: Tx,
	visitor: Visitor,
	{ passkey, counter, isBackedUp }: PasskeyUse,
	{ now }: Now,
): Promise<Result<OpenedSession, Problem<"not_found">>> {
	const user = await lockUser(tx, passkey.userId);
	if (user === null || !(await recordPasskeyUse(tx, passkey.id, { counter, isBackedUp }, now))) return notFound();
	return success(await openSession(tx, visitor, { user, way: "passkey" }, now));
}

/** The counter did not rise, so the passkey may have been copied: its owner sees that. */
export async function recordStaleCounter(
	tx: Tx,
	{ address }: Visitor,
	{ userId, publicId, name }: AccountPasskey,
	{ now }: Now,
): Promise<void> {
	const user = await lockUser(tx, userId);
	if (user === null) return;
	const who = { kind: "user", id: user.publicId, name: user.name } as const;
	const event = { action: "refuse", object: "passkey", id: publicId, name, before: null, after: null };
	await recordEvent(tx, { who, address, userId }, event, now);
}
