import { type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import { deletePassword } from "../../storage/access/passwords.ts";
import { lockUser } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { hasOtherWayIn, type WaysHere } from "../accounts/ways-in.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Removes the password, unless its owner could not sign in without it. */
export async function removePassword(
	tx: Tx,
	actor: AccountActor,
	here: WaysHere,
	{ now }: Now,
): Promise<Result<undefined, Problem<"not_found" | "last_way_in">>> {
	const { userId } = actor;
	await lockUser(tx, userId);
	if (!(await deletePassword(tx, userId))) return notFound();
	if (!(await hasOtherWayIn(tx, userId, here))) {
		return problem("last_way_in", "", "You could not sign in without this password. Add a passkey first.");
	}

	const event = { action: "delete", object: "password", id: null, name: null, before: null, after: null };
	await recordEvent(tx, actor, event, now);
	return success();
}
