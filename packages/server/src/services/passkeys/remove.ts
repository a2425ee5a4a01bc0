import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { AccountPasskey } from "../../domain/access/user.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import { deletePasskey, findPasskey } from "../../storage/access/passkeys.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { hasOtherWayIn, type WaysHere } from "../accounts/ways-in.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

interface PasskeyRemoval extends WaysHere {
	/** `pk_…` */
	readonly id: string;
}

/** Removes a passkey, unless its owner could not sign in without it: of the last two, removed at once, one stays. */
export async function removePasskey(
	tx: Tx,
	actor: AccountActor,
	{ id, ...here }: PasskeyRemoval,
	{ now }: Now,
): Promise<Result<AccountPasskey, Problem<"not_found" | "last_way_in">>> {
	const { userId } = actor;
	await lockUser(tx, userId);
	const passkey = await findPasskey(tx, userId, id);
	if (passkey === null) return notFound();
	// A passkey of another relying party is no way in here, so it can always be removed.
	const isWayIn = here.rpId === null || passkey.rpId === here.rpId;
	if (isWayIn && !(await hasOtherWayIn(tx, userId, here, passkey.id))) {
		return problem("last_way_in", "", "You could not sign in without this passkey. Add another one first.");
	}

	await deletePasskey(tx, passkey.id);

	const event = { action: "delete", object: "passkey", id, name: passkey.name };
	await recordEvent(tx, actor, { ...event, before: { name: passkey.name }, after: null }, now);
	return success(passkey);
}
