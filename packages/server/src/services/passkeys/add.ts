import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { AccountPasskey } from "../../domain/access/user.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import {
	addPasskey as add,
	MAX_PASSKEYS_PER_USER,
	type NewPasskey,
	passkeysOf,
} from "../../storage/access/passkeys.ts";
import { isOpen } from "../../storage/access/sessions.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

interface Registered extends Omit<NewPasskey, "userId"> {
	/** The session that registered it. */
	readonly sessionId: number;
}

/** Adds a verified passkey to the account of a session, which may have ended since the request began. */
export async function addPasskey(
	tx: Tx,
	actor: AccountActor,
	{ sessionId, ...registered }: Registered,
	{ now }: Now,
): Promise<Result<AccountPasskey, Problem<"not_found" | "taken" | "full">>> {
	const { userId } = actor;
	await lockUser(tx, userId);
	if (!(await isOpen(tx, sessionId))) return notFound();
	if ((await passkeysOf(tx, userId)).length >= MAX_PASSKEYS_PER_USER) {
		return problem("full", "", `An account has at most ${MAX_PASSKEYS_PER_USER} passkeys.`);
	}

	const passkey = await add(tx, { ...registered, userId }, now);
	if (passkey === null) return problem("taken", "/response", "This passkey was not accepted. Begin anew.");

	const { publicId: id, name } = passkey;
	await recordEvent(tx, actor, { action: "create", object: "passkey", id, name, before: null, after: { name } }, now);
	return success(passkey);
}
